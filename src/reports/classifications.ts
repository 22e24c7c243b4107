import type { Classification } from "../classifiers/classification.js";
import { escapedText, safeJson, safeText } from "./safe-text.js";
import { padEnd, width } from "./table.js";

/** The forms in which `classify` can print. */
export const CLASSIFICATION_FORMATS = ["table", "tsv", "csv", "ndjson"] as const;
/** One of the forms. */
export type ClassificationFormat = (typeof CLASSIFICATION_FORMATS)[number];

/** Prints one line a document, as soon as the document is classified. */
export interface LineFormat {
  /** What stands before the first line. */
  readonly header: string;
  line(path: string, classification: Classification): string;
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
): LineFormat {
  switch (format) {
    case "table": {
      const pathWidth = paths.reduce(
        (widest, path) => Math.max(widest, Math.min(WIDEST_PATH, width(safeText(path)))),
        0,
      );
      const labelWidth = labels.reduce((widest, label) => Math.max(widest, width(safeText(label))), 0);
      return {
        header: "",
        line: (path, { label, probability }) =>
          `${padEnd(safeText(path), pathWidth)}  ${padEnd(safeText(label), labelWidth)}  ${probability.toFixed(3)}\n`,
      };
    }
    case "tsv":
      return {
        header: "path\tlabel\tprobability\n",
        line: (path, { label, probability }) => `${escapedText(path)}\t${escapedText(label)}\t${probability}\n`,
      };
    case "csv":
      return {
        header: "path,label,probability\n",
        line: (path, { label, probability }) => `${csvCell(path)},${csvCell(label)},${probability}\n`,
      };
    case "ndjson":
      return { header: "", line: (path, classification) => `${safeJson(classificationJson(path, classification))}\n` };
  }
}

/** One document's result as a JSON value: the probability of every class by name. Log odds of one class alone, ∞, are null. */
export function classificationJson(
  path: string,
  { label, probability, logOdds, ranking, knownTokens }: Classification,
): object {
  const probabilities = Object.fromEntries(ranking.map((entry) => [entry.label, entry.probability]));
  return { path, label, probability, logOdds, knownTokens, probabilities };
}

function csvCell(text: string): string {
  const safe = escapedText(text);
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
