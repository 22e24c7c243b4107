import { safeJson, safeText } from "../../base/safe-text.js";
import type { Classification, LabelProbability } from "../../classifiers/classifier.js";
import { type Cell, csvLine, tsvLine } from "../csv.js";
import { padEnd, pathColumn, shortened, widestOf } from "../terminal/terminal.js";

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

/** Names the columns of class probabilities: `P(spam)`. */
export function classColumns(labels: readonly string[]): string[] {
  return labels.map((label) => `P(${label})`);
}

/** Returns the names of other columns. One that is also a column of the result gets a number, such as `.1`, as in pandas. */
export function otherNames(own: readonly string[], others: readonly string[] = []): string[] {
  return others.map((name) => {
    let unique = name;
    for (let n = 1; own.includes(unique) || (n > 1 && others.includes(unique)); n++) unique = `${name}.${n}`;
    return unique;
  });
}

/** Sender and subject of a message. */
export interface Heading {
  readonly from: string;
  readonly subject: string;
}

/** A classified document. */
export interface ListedDocument extends RowResult {
  readonly path: string;
  readonly classification: Classification;
  /** Undefined if the document is not a message. */
  readonly heading?: Heading | undefined;
  /** A remark for the last column, such as NO_KNOWN_WORDS. */
  readonly note?: string | undefined;
}

/** The note for a document in which the model knows no word. */
export const NO_KNOWN_WORDS = "no known words";

/**
 * Returns the line format of `classify`. JSON lines also have the probability of every class. In TSV and CSV, the note is
 * followed only by the other columns of the table that is classified.
 *
 * @param paths the paths of all documents, to align the columns of the format `table`
 * @param labels all classes, in the order of their columns
 * @param hasHeadings whether the format `table` shows sender and subject before the class
 * @param columns width of the terminal. Default: sender and subject have their usual widths
 * @param probabilities whether TSV and CSV have the probability of every class. Default false
 * @param others the names of the other columns of the tables that are classified
 */
export function lineFormat(
  format: ClassificationFormat,
  paths: readonly string[],
  labels: readonly string[],
  { hasHeadings = false, columns, probabilities = false, others }: LineOptions = {},
): LineFormat<ListedDocument> {
  const shown = probabilities ? labels : [];
  return lineFormatOf<ListedDocument>(format, {
    others,
    table: () => {
      const pathWidth = pathColumn(paths);
      const labelWidth = widestOf(labels.map(safeText));
      const widths = hasHeadings ? headingWidths(pathWidth, labelWidth, columns) : [pathWidth];
      return ({ classification: { label, probability }, note, ...document }) => [
        ...headingCells(document, widths, hasHeadings),
        padEnd(safeText(label), labelWidth),
        probability.toFixed(3),
        ...(note === undefined ? [] : [note]),
      ];
    },
    columns: ["path", "label", "probability", ...classColumns(shown), "note"],
    cells: ({ path, classification: answer, note }) => {
      const { label, probability } = answer;
      if (shown.length === 0) return [path, label, fourDigits(probability), note];
      const probabilityOf = new Map(answer.ranking.map((entry) => [entry.label, entry.probability]));
      return [path, label, fourDigits(probability), ...shown.map((name) => fourDigits(probabilityOf.get(name))), note];
    },
    json: classificationJson,
  });
}

/** The contents of the lines of `classify`. */
interface LineOptions {
  readonly hasHeadings?: boolean;
  readonly columns?: number | undefined;
  readonly probabilities?: boolean | undefined;
  readonly others?: readonly string[] | undefined;
}

/** Widths of sender and subject if the width of the terminal is unknown, in columns. */
const USUAL_WIDTHS = { from: 28, subject: 48 } as const;
/** Width of the probability and of the spaces between all cells, in columns. */
const FIXED_COLUMNS = 13;
/** Minimum width of a shortened cell, even if the line becomes too long, in columns. */
const NARROWEST = 10;

/**
 * Returns the widths of path, sender and subject. The path gets at most a third of the line, the sender two fifths of
 * the rest.
 */
export function headingWidths(pathWidth: number, labelWidth: number, columns: number | undefined): number[] {
  if (columns === undefined) return [pathWidth, USUAL_WIDTHS.from, USUAL_WIDTHS.subject];
  const room = columns - labelWidth - FIXED_COLUMNS;
  const path = Math.max(NARROWEST, Math.min(pathWidth, Math.floor(room / 3)));
  const from = Math.min(USUAL_WIDTHS.from, Math.floor((room - path) * 0.4));
  return [path, Math.max(NARROWEST, from), Math.max(NARROWEST, room - path - from)];
}

/** Returns the cells of path, sender and subject, as many as there are widths. @param isCut whether to shorten them */
export function headingCells(
  { path, heading }: Pick<ListedDocument, "path" | "heading">,
  widths: readonly number[],
  isCut: boolean,
): string[] {
  const texts = [path, heading?.from, heading?.subject].map((text = "") => safeText(text));
  return widths.map((width, i) => padEnd(isCut ? shortened(texts[i], width) : texts[i], width));
}

/**
 * Returns the result for one document as JSON, with the probability of every class by name. Infinite log odds become
 * null; only a model with a single class has them. A missing note is null too.
 */
export function classificationJson({ path, classification, note }: ListedDocument): object {
  const { label, probability, logOdds, ranking, knownTokens } = classification;
  return { path, label, probability, logOdds, knownTokens, probabilities: byLabel(ranking), note: note ?? null };
}

/** Returns probabilities by label. */
export function byLabel(list: readonly LabelProbability[]): Record<string, number> {
  return Object.fromEntries(list.map(({ label, probability }) => [label, probability]));
}
