// What a user does and sees in a VS Code window, by the keyboard and the mouse.
import { PlainFailure } from "./failure.mjs";
import { until } from "./waiting.mjs";

const PATIENCE = 30;

export class Workbench {
  constructor(page) {
    this.page = page;
  }

  /** Opens a window and waits for its editor. */
  async open(address) {
    await this.page.goto(address);
    await this.page.waitForSelector(".editor-instance .view-lines .view-line", { timeout: 60_000 });
  }

  /** Runs a command by its title in the command palette. */
  async command(title) {
    await this.page.keyboard.press("F1");
    const input = this.page.locator(".quick-input-widget:not([style*='display: none']) input[type=text]");
    await input.fill(`>${title}`);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
  }

  /** Puts the caret at a one-based line and column. */
  async goTo(line, column) {
    await this.focusEditor();
    await this.page.keyboard.press("Control+G");
    const input = this.page.locator(".quick-input-widget:not([style*='display: none']) input[type=text]");
    await input.fill(`:${line}:${column}`);
    await input.press("Enter");
    await until(`the caret at ${line}:${column}`, async () => same(await this.caret(), { line, column }), PATIENCE);
  }

  async focusEditor() {
    await this.page.keyboard.press("Escape");
    await this.page.keyboard.press("Control+1");
  }

  /** Where the caret is, by the status bar: one-based. */
  async caret() {
    const text = await this.page.locator(".statusbar").innerText();
    const found = /Ln (\d+), Col (\d+)/.exec(text);
    return found === null ? undefined : { line: Number(found[1]), column: Number(found[2]) };
  }

  /** How much of its template the contract covers, by the status bar; undefined while it is not known. */
  async coverage() {
    const text = await this.page.locator(".statusbar").innerText();
    return /\d+ covered · \d+ deviating · \d+ missing · \d+ added/.exec(text.replaceAll("\u00a0", " "))?.[0];
  }

  async type(text) {
    await this.page.keyboard.type(text);
  }

  async press(...keys) {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
  }

  /** Number of underlined findings in sight. */
  squiggles() {
    return this.page.locator(".squiggly-error, .squiggly-warning, .squiggly-info").count();
  }

  /** Waits for the first underlined finding. */
  async firstSquiggle() {
    await this.page.waitForSelector(".squiggly-error, .squiggly-warning, .squiggly-info", { timeout: PATIENCE * 1000 });
  }

  /** Points the mouse at a one-based position and gives the text of the hover that *pattern* matches. */
  async hover(line, column, pattern) {
    await this.goTo(line, column);
    await until("the caret to be drawn", () => this.#caretBox(), PATIENCE);
    let seen = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const box = await this.#caretBox();
      await this.page.mouse.move(5, 5);
      await this.page.mouse.move(box.x + 4, box.y + box.height / 2, { steps: 3 });
      const shown = await until("the hover", async () => {
        seen = await this.page.locator(".monaco-hover:not(.hidden) .hover-contents").allInnerTexts();
        return seen.some((text) => pattern.test(text));
      }, 10).catch(() => false);
      if (shown) {
        return seen.join("\n").trim();
      }
    }
    throw new PlainFailure(`No hover at ${line}:${column} says ${pattern}; seen: ${JSON.stringify(seen)}`);
  }

  #caretBox() {
    return this.page.locator(".editor-instance .cursors-layer .cursor").first().boundingBox();
  }

  /** Presses F12 at a one-based position and gives where the caret went. */
  async goToDefinition(line, column) {
    await this.goTo(line, column);
    await this.page.keyboard.press("F12");
    return until("F12 to move the caret", async () => {
      const caret = await this.caret();
      return caret !== undefined && !same(caret, { line, column }) && caret;
    }, 15);
  }

  /** Enters a quotation to be found, in a browser that may not read the clipboard, and gives where the caret went. */
  async findQuotation(words) {
    const before = await this.caret();
    await this.command("Clausewright: Find this quotation");
    const box = this.page.locator(".quick-input-widget:not([style*='display: none'])", { hasText: "The words as they were quoted" });
    await box.locator("input[type=text]").fill(words);
    await this.page.keyboard.press("Enter");
    const landed = await until("the quotation to be found", async () => {
      const caret = await this.caret();
      return caret !== undefined && !same(caret, before) && caret;
    }, 15);
    await this.command("Notifications: Clear All Notifications");
    return landed;
  }

  /** Opens the Problems panel. */
  async showProblems() {
    if (!(await this.page.locator(".markers-panel").isVisible())) {
      await this.page.keyboard.press("Control+Shift+M");
    }
    await this.page.waitForSelector(".markers-panel .monaco-list-row", { timeout: PATIENCE * 1000 });
  }

  /** The findings of the open file in the Problems panel: `{code, message, source, line, column}`, in its order. */
  async problems() {
    await this.showProblems();
    const list = this.page.locator(".markers-panel .monaco-list").first();
    return until("the Problems panel to hold still", () => this.#readProblems(list), PATIENCE);
  }

  /** Shows the first row of the Problems panel; gives the height of its list, or undefined where it is not drawn. */
  async problemsToTop() {
    const list = this.page.locator(".markers-panel .monaco-list").first();
    await list.hover();
    const box = await list.boundingBox();
    if (box === null) {
      return undefined; // it is being drawn anew
    }
    const { height } = box;
    await until("the top of the Problems panel", async () => {
      await this.#turnWheel(-height);
      return list.locator('.monaco-list-row[aria-setsize][data-index="0"]').isVisible();
    }, PATIENCE);
    await this.#turnWheel(-height);
    return height;
  }

  async #turnWheel(distance) {
    await this.page.mouse.wheel(0, distance);
    await this.page.waitForTimeout(100);
  }

  /** Folds the tree of files, to give its place to the views below it. */
  collapseFiles() {
    return this.page.locator(".pane-header[aria-label^='Explorer Section']").first().click();
  }

  /** One reading of the list from its top to its end; undefined if it changed meanwhile or lacks the open file. */
  async #readProblems(list) {
    const height = await this.problemsToTop();
    if (height === undefined) {
      return undefined;
    }
    const rows = [];
    // Only the rows in sight exist, so the wheel is turned until the last one was seen.
    for (let last = false; !last; ) {
      const before = rows.filter(Boolean).length;
      for (const row of await list.locator(".monaco-list-row").evaluateAll(readRows)) {
        rows[row.index] = row;
        last ||= row.last;
      }
      if (!last && rows.filter(Boolean).length === before) {
        return undefined;
      }
      await this.#turnWheel(Math.max(height - 40, 20));
    }
    if (!rows.every(Boolean) || rows.includes(undefined)) {
      return undefined;
    }
    const open = await this.page.locator(".tab.active .label-name").first().innerText();
    const start = rows.findIndex((row) => row.file === open);
    const end = rows.findIndex((row, index) => index > start && row.file !== "");
    const findings = rows.slice(start, end < 0 ? undefined : end).filter((row) => row.code);
    const complete = start >= 0 && findings.every((row) => row.count === findings.length);
    return complete && findings.map(({ code, message, source, line, column }) => ({ code, message, source, line, column }));
  }

  /** Waits for what fades in and slides. */
  async settle() {
    await this.page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== "running"));
    await this.page.waitForTimeout(300);
  }

  /** Texts of the notifications that are shown. */
  notifications() {
    return this.page.locator(".notifications-toasts .notification-list-item-message").allInnerTexts();
  }

  notificationButtons() {
    return this.page.locator(".notifications-toasts .notification-list-item-buttons-container .monaco-button").allInnerTexts();
  }

  pressNotificationButton(name) {
    return this.page.locator(".notifications-toasts .monaco-button", { hasText: name }).first().click();
  }

  /** The text of the Output panel, or "" when it is not open. */
  async output() {
    return (await this.page.locator(".output-view .view-lines").allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
  }

  /** Titles of the settings in the settings editor. */
  settings() {
    return this.page.locator(".settings-editor .setting-item-title").allInnerTexts();
  }
}

function same(a, b) {
  return a !== undefined && a.line === b.line && a.column === b.column;
}

/* Runs in the page. */
function readRows(rows) {
  // Without the copies of parents that stick to the top.
  return rows.filter((row) => row.hasAttribute("aria-setsize")).map((row) => {
    const text = (selector) => row.querySelector(selector)?.textContent?.trim() ?? "";
    const [, line, column] = /Ln (\d+), Col (\d+)/.exec(text(".marker-line")) ?? [];
    return {
      index: Number(row.getAttribute("data-index")),
      last: row.getAttribute("data-last-element") === "true",
      count: Number(row.getAttribute("aria-setsize")),
      file: text(".resource-label-container .label-name") || (row.getAttribute("aria-level") === "1" ? text(".label-name") : ""),
      message: text(".marker-message"),
      source: text(".marker-source"),
      code: text(".marker-code"),
      line: Number(line),
      column: Number(column),
    };
  });
}
