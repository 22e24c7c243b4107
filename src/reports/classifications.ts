import type { Classification } from "../classifiers/classification.js";
import { csvCell } from "./csv.js";
import { escapedText, safeJson, safeText } from "./safe-text.js";
import { padEnd, width } from "./table.js";
import { shortened } from "./terminal.js";

/** The forms in which `classify` can print. */
export const CLASSIFICATION_FORMATS = ["table", "tsv", "csv", "ndjson"] as const;
/** One of the forms. */
export type ClassificationFormat = (typeof CLASSIFICATION_FORMATS)[number];

/** What can be shown of a message beside its class. */
export const HEADING_COLUMNS = ["from", "subject"] as const;
/** One of them. */
export type HeadingColumn = (typeof HEADING_COLUMNS)[number];
/** What they say of a document; undefined of one that is no message. */
export type Heading = Readonly<Record<HeadingColumn, string>> | undefined;

/** Columns of headings. */
export interface HeadingOptions {
  /** Which, in this order; before the class in a table, behind all others elsewhere. Default none. */
  readonly show?: readonly HeadingColumn[];
  /** How wide the lines of a table may be. Default: as wide as the longest that columns of a usual width make. */
  readonly columns?: number | undefined;
}

/** Prints one line a document, as soon as the document is classified. */
export interface LineFormat {
  /** What stands before the first line. */
  readonly header: string;
  line(path: string, classification: Classification, heading?: Heading): string;
}

/** A path longer than this moves its own line's columns and no other's. */
const WIDEST_PATH = 60;

/**
 * @param paths all paths to come, so that the columns of a table can be aligned
 * @param labels all classes
 */
export function lineFormat(
  format: ClassificationFormat,
  paths: readonly string[],
  labels: readonly string[],
  { show = [], columns }: HeadingOptions = {},
): LineFormat {
  const names = ["path", "label", "probability", ...show];
  const cells = (heading: Heading) => show.map((column) => heading?.[column] ?? "");
  switch (format) {
    case "table": {
      const pathWidth = paths.reduce(
        (widest, path) => Math.max(widest, Math.min(WIDEST_PATH, width(safeText(path)))),
        0,
      );
      const labelWidth = labels.reduce((widest, label) => Math.max(widest, width(safeText(label))), 0);
      const widths = show.length === 0 ? undefined : headingWidths(show, pathWidth, labelWidth, columns);
      return {
        header: "",
        line: (path, { label, probability }, heading) => {
          const start =
            widths === undefined
              ? padEnd(safeText(path), pathWidth)
              : [path, ...cells(heading)].map((cell, i) => cutTo(safeText(cell), widths[i])).join("  ");
          return `${start}  ${padEnd(safeText(label), labelWidth)}  ${probability.toFixed(3)}\n`;
        },
      };
    }
    case "tsv":
      return {
        header: `${names.join("\t")}\n`,
        line: (path, { label, probability }, heading) =>
          `${[escapedText(path), escapedText(label), probability, ...cells(heading).map(escapedText)].join("\t")}\n`,
      };
    case "csv":
      return {
        header: `${names.join(",")}\n`,
        line: (path, { label, probability }, heading) =>
          `${[csvCell(path), csvCell(label), probability, ...cells(heading).map(csvCell)].join(",")}\n`,
      };
    case "ndjson":
      return {
        header: "",
        line: (path, classification, heading) =>
          `${safeJson(classificationJson(path, classification, { show, heading }))}\n`,
      };
  }
}

/** Where no terminal says how wide lines may be. */
const USUAL_WIDTHS = { from: 28, subject: 48 } as const;
/** Of probability and the spaces around it and the class. */
const FIXED_COLUMNS = 9;
/** Less than this of a cell tells nothing: the line becomes longer than the terminal. */
const NARROWEST = 10;

/** Of path and headings: a third of the room for the path, if it needs that, then two fifths for the sender. */
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

function cutTo(text: string, columns: number): string {
  return padEnd(shortened(text, columns), columns);
}

/**
 * One document's result as a JSON value: the probability of every class by name. Log odds of
 * one class alone, ∞, are null. What is shown of a heading stands behind it, null of a text.
 */
export function classificationJson(
  path: string,
  { label, probability, logOdds, ranking, knownTokens }: Classification,
  { show = [], heading }: { readonly show?: readonly HeadingColumn[]; readonly heading?: Heading } = {},
): object {
  const probabilities = Object.fromEntries(ranking.map((entry) => [entry.label, entry.probability]));
  const shown = Object.fromEntries(show.map((column) => [column, heading?.[column] ?? null]));
  return { path, label, probability, logOdds, knownTokens, probabilities, ...shown };
}
