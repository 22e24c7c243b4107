import { safeText } from "../../base/safe-text.js";
import type { LabelsClassification } from "../../classifiers/classifier.js";
import { cellOfLabels } from "../../documents/label-cells.js";
import { padEnd, pathColumn } from "../terminal/terminal.js";
import {
  byLabel,
  type ClassificationFormat,
  classColumns,
  fourDigits,
  type LineFormat,
  lineFormatOf,
  type RowResult,
} from "./classification-lines.js";

/** The note of a document without a label. */
export const NO_LABEL = "no label";

/** A document with its predicted labels. */
export interface LabelledAnswer extends RowResult {
  readonly path: string;
  readonly classification: LabelsClassification;
  /** A remark for the last column. */
  readonly note?: string | undefined;
}

/**
 * Returns the line format for several labels. A document without a label has a note about it.
 *
 * @param paths all paths that will follow, to align the columns of a table
 * @param labels all labels of the model, in the order of their columns
 * @param isWhole whether to show the probabilities of all labels, not only of the predicted ones
 * @param others the names of the other columns of tables
 */
export function labelLines(
  format: ClassificationFormat,
  paths: readonly string[],
  labels: readonly string[],
  isWhole: boolean,
  others?: readonly string[],
): LineFormat<LabelledAnswer> {
  return lineFormatOf<LabelledAnswer>(format, {
    others,
    table: () => {
      const pathWidth = pathColumn(paths);
      return ({ path, classification, note }) => {
        const notGiven = isWhole ? decisionsText(classification, false) : "";
        return [
          padEnd(safeText(path), pathWidth),
          decisionsText(classification, true) || NO_LABEL,
          ...(notGiven === "" ? [] : [`(not ${notGiven})`]),
          ...(note === undefined ? [] : [note]),
        ];
      };
    },
    columns: ["path", "labels", ...(isWhole ? classColumns(labels) : []), "note"],
    cells: (result) => {
      const { decisions, labels: given } = result.classification;
      const probabilityOf = new Map(decisions.map(({ label, probability }) => [label, probability]));
      const probabilities = (isWhole ? labels : []).map((label) => fourDigits(probabilityOf.get(label)));
      return [result.path, cellOfLabels(given), ...probabilities, noteOf(result)];
    },
    json: (result) => labelsJson(result, isWhole),
  });
}

/** Lists labels with their probabilities: those that the document gets, or the others. */
function decisionsText({ decisions }: LabelsClassification, isGiven: boolean): string {
  const listed = decisions.filter((decision) => decision.isGiven === isGiven);
  return listed.map(({ label, probability }) => `${safeText(label)} ${probability.toFixed(3)}`).join(", ");
}

/** Returns the note on a document, with one on a missing label; undefined if there is nothing to note. */
function noteOf({ classification: { labels }, note }: LabelledAnswer): string | undefined {
  const notes = [labels.length === 0 ? NO_LABEL : undefined, note].filter((one) => one !== undefined);
  return notes.length === 0 ? undefined : notes.join("; ");
}

/** Returns the answer for one document as JSON. @param isWhole whether to include the probability of every label */
export function labelsJson(result: LabelledAnswer, isWhole: boolean): object {
  const { path, classification } = result;
  const { labels, decisions, knownTokens } = classification;
  const shown = decisions.filter(({ isGiven }) => isWhole || isGiven);
  return { path, labels, probabilities: byLabel(shown), knownTokens, note: noteOf(result) ?? null };
}
