import { safeJson } from "../../base/safe-text.js";
import { type Cell, csvLine, otherNames, tsvLine } from "../csv.js";

/** The output formats of `classify`. */
export const CLASSIFICATION_FORMATS = ["table", "tsv", "csv", "ndjson"] as const;
/** One of the formats. */
export type ClassificationFormat = (typeof CLASSIFICATION_FORMATS)[number];

/** A line format. It writes one line per result, so that each can be printed as soon as its document is classified. */
export interface LineFormat<Result> {
  /** The text before the first line. */
  readonly header: string;
  /** Returns the line of a result, with its line end. */
  line(result: Result): string;
  /** Returns a result as JSON, with the cells of other columns. */
  json(result: Result): object;
}

/** A result for a row of a table may have the cells of other columns, by name. */
export interface RowResult {
  readonly cells?: ReadonlyMap<string, string> | undefined;
}

/** The content of a line in each format. */
interface LineParts<Result> {
  /** Called once, for the format `table`. Returns a function that gives the cells, padded and safe to print. */
  table(): (result: Result) => readonly string[];
  /** The names of the columns in TSV and CSV. */
  readonly columns: readonly string[];
  /** Returns the values in these columns. */
  cells(result: Result): readonly Cell[];
  /** The names of the other columns, which come last. */
  readonly others?: readonly string[] | undefined;
  /** Returns the object for NDJSON. */
  json(result: Result): object;
}

/** Makes a line format from the parts of a line. */
export function lineFormatOf<Result extends RowResult>(
  format: ClassificationFormat,
  parts: LineParts<Result>,
): LineFormat<Result> {
  const json = (result: Result) => {
    const { cells } = result;
    return { ...parts.json(result), ...(cells && { columns: Object.fromEntries(cells) }) };
  };
  if (format === "ndjson") return { header: "", json, line: (result) => `${safeJson(json(result))}\n` };
  if (format === "table") {
    const cells = parts.table();
    return { header: "", json, line: (result) => `${cells(result).join("  ")}\n` };
  }
  const textOf = format === "tsv" ? tsvLine : csvLine;
  const { columns, others = [] } = parts;
  const cells = (result: Result) => [...parts.cells(result), ...others.map((name) => result.cells?.get(name))];
  const header = textOf([...columns, ...otherNames(columns, others)]);
  return { header, json, line: (result) => textOf(cells(result)) };
}

/** Writes a probability for TSV and CSV. */
export const fourDigits = (probability: number | undefined) => probability?.toFixed(4);
