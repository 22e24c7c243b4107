import { safeText } from "../../base/safe-text.js";
import type { SimilarDocument } from "../../classifiers/neighbours/similar-documents.js";
import { fittedTable } from "../terminal/table.js";
import { painted, shortened, type TerminalStyle } from "../terminal/terminal.js";

/** The training documents most similar to a document, for a terminal: each with its class and the terms that they share. */
export function similarText(path: string, similar: readonly SimilarDocument[], style: TerminalStyle = {}): string {
  const { columns = Number.POSITIVE_INFINITY, colour } = style;
  const title = painted(safeText(path), "bold", colour);
  if (similar.length === 0) return `${title}\n  no training document shares a term with it\n`;
  const cells = similar.map(({ similarity, copy, label, id }) => {
    return ["", similarity.toFixed(3), copy ? "copy" : "", safeText(label), safeText(id)];
  });
  const table = fittedTable([["", "similarity", "", "class", "document"], ...cells], "lrlll", columns);
  const lines = similar.flatMap(({ terms }, i) => {
    const words = terms.map(({ term }) => safeText(term)).join(", ");
    return terms.length === 0
      ? [table[i + 1]]
      : [table[i + 1], painted(shortened(TERMS + words, columns), "dim", colour)];
  });
  return `${[title, table[0], ...lines].join("\n")}\n`;
}

const TERMS = "              by ";

/** The result for one document as JSON. */
export function similarJson(path: string, similar: readonly SimilarDocument[]): object {
  return { path, similar };
}
