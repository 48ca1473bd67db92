/** What the server tells of a contract and its template. */
export interface Coverage {
  readonly uri: string;
  readonly state: "off" | "comparing" | "compared" | "unrelated" | "unusable";
  readonly message?: string;
  readonly template?: string;
  readonly covered?: number;
  readonly deviating?: number;
  readonly missing?: number;
  readonly added?: number;
}

/** The words in the status bar for *coverage*, or undefined where there is nothing to show. */
export function summary(coverage: Coverage): string | undefined {
  switch (coverage.state) {
    case "off":
      return undefined;
    case "comparing":
      return "$(sync~spin) comparing with the template";
    case "unusable":
    case "unrelated":
      return "$(warning) not compared with the template";
    case "compared": {
      const counts = (["covered", "deviating", "missing", "added"] as const).map((kind) => `${coverage[kind] ?? 0} ${kind}`);
      return `$(checklist) ${counts.join(" · ")}`;
    }
  }
}
