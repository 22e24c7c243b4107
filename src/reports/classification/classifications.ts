import { safeText } from "../../base/safe-text.js";
import type { Classification } from "../../classifiers/classification.js";
import { classColumns } from "../csv.js";
import { pathColumn, widestOf } from "../terminal/table.js";
import { padEnd, shortened } from "../terminal/terminal.js";
import { type ClassificationFormat, type LineFormat, lineFormatOf } from "./line-format.js";

/** The header fields of a message that `classify` can show with its class. */
export const HEADING_COLUMNS = ["from", "subject"] as const;
/** One of these fields. */
export type HeadingColumn = (typeof HEADING_COLUMNS)[number];
/** The values of these fields; undefined if the document is not a message. */
export type ShownFields = Readonly<Record<HeadingColumn, string>> | undefined;

/** A classified document. */
export interface ListedDocument {
  readonly path: string;
  readonly classification: Classification;
  readonly heading?: ShownFields;
  /** A remark for the last column, such as NO_KNOWN_WORDS. */
  readonly note?: string | undefined;
}

/** The note for a document in which the model knows no word. */
export const NO_KNOWN_WORDS = "no known words";

/**
 * Returns the line format of `classify`. Formats for other programs also have the probability of every class. The note
 * is last.
 *
 * @param paths the paths of all documents, to align the columns of a table
 * @param labels all classes, in the order of their columns
 * @param show the header fields, in this order. In a table they are before the class, in other formats after the
 *   probability of the class
 * @param columns width of the terminal. Without it, the fields have their usual widths
 */
export function lineFormat(
  format: ClassificationFormat,
  paths: readonly string[],
  labels: readonly string[],
  { show = [], columns }: { show?: readonly HeadingColumn[]; columns?: number | undefined } = {},
): LineFormat<ListedDocument> {
  const fields = (heading: ShownFields) => show.map((column) => heading?.[column] ?? "");
  return lineFormatOf<ListedDocument>(format, {
    table: () => {
      const pathWidth = pathColumn(paths);
      const labelWidth = widestOf(labels.map(safeText));
      const widths = show.length === 0 ? [pathWidth] : headingWidths(show, pathWidth, labelWidth, columns);
      const fitted = show.length === 0 ? (text: string) => text : shortened;
      return ({ path, classification: { label, probability }, heading, note }) => [
        ...[path, ...fields(heading)].map((cell, i) => padEnd(fitted(safeText(cell), widths[i]), widths[i])),
        padEnd(safeText(label), labelWidth),
        probability.toFixed(3),
        ...(note === undefined ? [] : [note]),
      ];
    },
    columns: ["path", "label", "probability", ...show, ...classColumns(labels), "note"],
    cells: ({ path, classification: { label, probability, ranking }, heading, note }) => {
      const probabilities = new Map(ranking.map((entry) => [entry.label, entry.probability]));
      return [path, label, probability, ...fields(heading), ...labels.map((name) => probabilities.get(name)), note];
    },
    json: (result) => classificationJson(result, show),
  });
}

/** Widths of the fields if the width of the terminal is unknown, in columns. */
const USUAL_WIDTHS = { from: 28, subject: 48 } as const;
/** Width of the probability, and of the spaces around the probability and the class. */
const FIXED_COLUMNS = 9;
/** Minimum width of a cell, even if the line becomes too long. */
const NARROWEST = 10;

/** Returns the widths of the path (at most a third of the line) and the fields. `from` gets two fifths of the rest. */
function headingWidths(
  show: readonly HeadingColumn[],
  pathWidth: number,
  labelWidth: number,
  columns: number | undefined,
): number[] {
  if (columns === undefined) return [pathWidth, ...show.map((column) => USUAL_WIDTHS[column])];
  const room = columns - labelWidth - FIXED_COLUMNS - 2 * show.length;
  const path = Math.max(NARROWEST, Math.min(pathWidth, Math.floor(room / 3)));
  const sender = show.length === 1 ? room - path : Math.min(USUAL_WIDTHS.from, Math.floor((room - path) * 0.4));
  const widthOf = (column: HeadingColumn) => (column === "from" || show.length === 1 ? sender : room - path - sender);
  return [path, ...show.map((column) => Math.max(NARROWEST, widthOf(column)))];
}

/**
 * Returns the result for one document as JSON, with the probability of every class by name. Infinite log odds become
 * null; only a model with a single class has them. The header fields of a text, and a missing note, are null too.
 */
export function classificationJson(
  { path, classification, heading, note }: ListedDocument,
  show: readonly HeadingColumn[] = [],
): object {
  const { label, probability, logOdds, ranking, knownTokens } = classification;
  const probabilities = Object.fromEntries(ranking.map((entry) => [entry.label, entry.probability]));
  const shown = Object.fromEntries(show.map((column) => [column, heading?.[column] ?? null]));
  return { path, label, probability, logOdds, knownTokens, probabilities, ...shown, note: note ?? null };
}
