import { safeJson, safeText } from "../../base/safe-text.js";
import type { LabelDecision, LabelsClassification } from "../../classifiers/label-classification.js";
import { cellOfLabels } from "../../documents/label-sets.js";
import type { ClassificationFormat } from "../classification/classifications.js";
import { classColumns, csvLine, tsvLine } from "../csv.js";
import { pathColumn } from "../terminal/table.js";
import { padEnd } from "../terminal/terminal.js";

/** The note of a document that gets no label. */
export const NO_LABEL = "no label";

/** Writes a line for each document that may get several labels. */
interface LabelLines {
  /** The text before the first line. */
  readonly header: string;
  line(path: string, classification: LabelsClassification, note?: string): string;
}

/**
 * The lines of one format. A document without a label says so in its note.
 *
 * @param paths all paths to come, to align the columns of a table
 * @param labels all labels of the model, in the order of their columns
 * @param all whether to show the probabilities of the labels that a document does not get, too
 */
export function labelLines(
  format: ClassificationFormat,
  paths: readonly string[],
  labels: readonly string[],
  all: boolean,
): LabelLines {
  if (format === "ndjson") {
    return {
      header: "",
      line: (path, classification, note) => `${safeJson(labelsJson(path, classification, all, note))}\n`,
    };
  }
  if (format === "table") {
    const pathWidth = pathColumn(paths);
    return { header: "", line: (path, answer, note) => tableLine(path, pathWidth, answer, all, note) };
  }
  const textOf = format === "tsv" ? tsvLine : csvLine;
  return {
    header: textOf(["path", "labels", ...(all ? classColumns(labels) : []), "note"]),
    line: (path, answer, note) => {
      const of = new Map(answer.decisions.map(({ label, probability }) => [label, probability]));
      const probabilities = all ? labels.map((label) => of.get(label)) : [];
      return textOf([path, cellOfLabels(answer.labels), ...probabilities, noteOf(answer, note)]);
    },
  };
}

function tableLine(
  path: string,
  pathWidth: number,
  { labels, decisions }: LabelsClassification,
  all: boolean,
  note: string | undefined,
): string {
  const listed = (isGiven: boolean) =>
    decisions
      .filter((decision) => decision.isGiven === isGiven)
      .map(figureOf)
      .join(", ");
  const others = all ? listed(false) : "";
  const cells = [
    padEnd(safeText(path), pathWidth),
    labels.length === 0 ? NO_LABEL : listed(true),
    ...(others === "" ? [] : [`(not ${others})`]),
    ...(note === undefined ? [] : [note]),
  ];
  return `${cells.join("  ")}\n`;
}

function figureOf({ label, probability }: LabelDecision): string {
  return `${safeText(label)} ${probability.toFixed(3)}`;
}

function noteOf({ labels }: LabelsClassification, note: string | undefined): string | undefined {
  const notes = [...(labels.length === 0 ? [NO_LABEL] : []), ...(note === undefined ? [] : [note])];
  return notes.length === 0 ? undefined : notes.join("; ");
}

/** The answer for one document as JSON. @param all whether it has the probability of every label */
export function labelsJson(path: string, answer: LabelsClassification, all: boolean, note?: string): object {
  const { labels, decisions, knownTokens } = answer;
  const shown = decisions.filter(({ isGiven }) => all || isGiven);
  const probabilities = Object.fromEntries(shown.map(({ label, probability }) => [label, probability]));
  return { path, labels, probabilities, knownTokens, note: noteOf(answer, note) ?? null };
}
