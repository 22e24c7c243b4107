import { safeText } from "../../base/safe-text.js";
import type { Classification } from "../../classifiers/classification.js";
import { classColumns } from "../csv.js";
import { pathColumn, widestOf } from "../terminal/table.js";
import { padEnd, shortened } from "../terminal/terminal.js";
import { type ClassificationFormat, type LineFormat, lineFormatOf } from "./line-format.js";

/** The header fields that can be shown beside the class. */
export const HEADING_COLUMNS = ["from", "subject"] as const;
/** One of them. */
export type HeadingColumn = (typeof HEADING_COLUMNS)[number];
/** The header fields of a document; undefined if it is not a message. */
export type Heading = Readonly<Record<HeadingColumn, string>> | undefined;

/** A document that was classified. */
interface ListedDocument {
  readonly path: string;
  readonly classification: Classification;
  readonly heading?: Heading;
  readonly note?: string | undefined;
}

/** The note of a document without a word that the model knows. */
export const NO_KNOWN_WORDS = "no known words";

/**
 * Makes the lines of one format. Formats for other programs also have the probability of every
 * class, in columns or by name. A note comes last.
 *
 * @param paths all paths to come, to align the columns of a table
 * @param labels all classes, in the order of their columns
 * @param show header fields, in this order: before the class in a table, after its probability elsewhere
 * @param columns the width of a table; undefined: fields of their usual widths
 */
export function lineFormat(
  format: ClassificationFormat,
  paths: readonly string[],
  labels: readonly string[],
  { show = [], columns }: { show?: readonly HeadingColumn[]; columns?: number | undefined } = {},
): LineFormat<ListedDocument> {
  const fields = (heading: Heading) => show.map((column) => heading?.[column] ?? "");
  return lineFormatOf<ListedDocument>(format, {
    table: () => {
      const pathWidth = pathColumn(paths);
      const labelWidth = widestOf(labels.map(safeText));
      const widths = show.length === 0 ? [pathWidth] : headingWidths(show, pathWidth, labelWidth, columns);
      const cut = show.length === 0 ? (text: string) => text : shortened;
      return ({ path, classification: { label, probability }, heading, note }) => [
        ...[path, ...fields(heading)].map((cell, i) => padEnd(cut(safeText(cell), widths[i]), widths[i])),
        padEnd(safeText(label), labelWidth),
        probability.toFixed(3),
        ...(note === undefined ? [] : [note]),
      ];
    },
    columns: ["path", "label", "probability", ...show, ...classColumns(labels), "note"],
    cells: ({ path, classification: { label, probability, ranking }, heading, note }) => {
      const of = new Map(ranking.map((entry) => [entry.label, entry.probability]));
      return [path, label, probability, ...fields(heading), ...labels.map((one) => of.get(one)), note];
    },
    json: (result) => classificationJson(result, show),
  });
}

/** The widths of the fields if the width of the terminal is not known. */
const USUAL_WIDTHS = { from: 28, subject: 48 } as const;
/** The columns of the probability and the spaces around it and the class. */
const FIXED_COLUMNS = 9;
/** No cell is narrower than this, even if the line gets too long. */
const NARROWEST = 10;

/** The widths of path and fields: up to a third of the room for the path, then two fifths for the sender. */
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
 * The result for one document as JSON, with the probability of every class by name. Infinite
 * log odds, of a single class, become null. Header fields of a text are null, and so is a missing note.
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
