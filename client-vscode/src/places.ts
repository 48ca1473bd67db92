import * as vscode from "vscode";
import type { Range } from "vscode-languageclient/node";

/** A place that a command found, and what tells it from the others. */
export interface Place {
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
  readonly label: string;
  readonly detail: string;
}

interface PlaceItem extends vscode.QuickPickItem {
  readonly place: Place;
}

export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** Selects *place* in an editor; with *preview* the focus stays where it is. */
export async function show(place: Place, preview = false): Promise<void> {
  const editor = await vscode.window.showTextDocument(place.uri, { preserveFocus: preview, preview, selection: place.range });
  editor.revealRange(place.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Lets the user choose among *places*, shows each that is looked at, and goes back if none is chosen. */
export async function pick(title: string, places: readonly Place[]): Promise<void> {
  const before = vscode.window.activeTextEditor;
  const from = before === undefined ? undefined : { uri: before.document.uri, range: before.selection as vscode.Range };
  const chooser = vscode.window.createQuickPick<PlaceItem>();
  chooser.title = title;
  chooser.matchOnDetail = true;
  chooser.items = places.map((place) => ({
    place,
    label: place.label,
    description: `${vscode.workspace.asRelativePath(place.uri)}:${place.range.start.line + 1}`,
    detail: place.detail,
  }));
  let looked: Promise<void> = Promise.resolve();
  const chosen = await new Promise<Place | undefined>((resolve) => {
    chooser.onDidChangeActive(([item]) => {
      if (item !== undefined) {
        looked = looked.then(() => show(item.place, true)).catch(() => undefined);
      }
    });
    chooser.onDidAccept(() => resolve(chooser.activeItems[0]?.place));
    chooser.onDidHide(() => resolve(undefined));
    chooser.show();
  });
  chooser.dispose();
  await looked;
  if (chosen !== undefined) {
    await show(chosen);
  } else if (from !== undefined) {
    await show({ ...from, label: "", detail: "" });
  }
}
