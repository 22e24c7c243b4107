import type { SimilarDocument } from "../classifiers/similar-documents.js";
import { fittedTable } from "./fitted-table.js";
import { safeText } from "./safe-text.js";
import { painted, shortened, type TerminalStyle } from "./terminal.js";

/**
 * The known documents that one is like, for people: each with its class, and below it the
 * terms that make them alike.
 *
 * @param style default: plain, and as wide as it needs to be
 */
export function similarText(path: string, similar: readonly SimilarDocument[], style: TerminalStyle = {}): string {
  const { columns = Number.POSITIVE_INFINITY, colour } = style;
  const title = painted(safeText(path), "bold", colour);
  if (similar.length === 0) return `${title}\n  no document with a term of this one is known\n`;
  const cells = similar.map(({ similarity, copy, label, id }) => [
    "",
    similarity.toFixed(3),
    copy ? "copy" : "",
    safeText(label),
    safeText(id),
  ]);
  const table = fittedTable([["", "similarity", "", "class", "document"], ...cells], "lrlll", columns);
  const lines = similar.flatMap(({ terms }, i) => {
    const words = terms.map(({ term }) => safeText(term)).join(", ");
    return [
      table[i + 1],
      ...(terms.length === 0 ? [] : [painted(shortened(`${TERMS}${words}`, columns), "dim", colour)]),
    ];
  });
  return `${[title, table[0], ...lines].join("\n")}\n`;
}

const TERMS = "              by ";

/** One document's result as a JSON value. */
export function similarJson(path: string, similar: readonly SimilarDocument[]): object {
  return { path, similar };
}
