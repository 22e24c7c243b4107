import { safeJson } from "../../base/safe-text.js";
import { type Cell, csvLine, tsvLine } from "../csv.js";

/** The output formats of `classify`. */
export const CLASSIFICATION_FORMATS = ["table", "tsv", "csv", "ndjson"] as const;
/** One of the formats. */
export type ClassificationFormat = (typeof CLASSIFICATION_FORMATS)[number];

/** Writes a line for each document, as soon as it is classified. */
export interface LineFormat<Result> {
  /** The text before the first line. */
  readonly header: string;
  line(result: Result): string;
}

/** The content of a line, for every format. */
interface LineParts<Result> {
  /** The cells of a table, padded and safe. */
  table(): (result: Result) => readonly string[];
  /** The columns of separated values. */
  readonly columns: readonly string[];
  cells(result: Result): readonly Cell[];
  json(result: Result): object;
}

/** The lines of results in one format. */
export function lineFormatOf<Result>(format: ClassificationFormat, parts: LineParts<Result>): LineFormat<Result> {
  if (format === "ndjson") return { header: "", line: (result) => `${safeJson(parts.json(result))}\n` };
  if (format === "table") {
    const cells = parts.table();
    return { header: "", line: (result) => `${cells(result).join("  ")}\n` };
  }
  const textOf = format === "tsv" ? tsvLine : csvLine;
  return { header: textOf(parts.columns), line: (result) => textOf(parts.cells(result)) };
}
