import { largest } from "../../base/lists.js";
import { grouped, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { Confusion } from "../../evaluation/metrics/metrics.js";
import type { ProbabilityMetrics } from "../../evaluation/metrics/probability-metrics.js";
import { textTable } from "../terminal/table.js";
import { lookOfShare, painted, shortened, type TerminalStyle, wrapped } from "../terminal/terminal.js";
import { accuracyTable } from "./accuracy-table.js";
import { binaryText } from "./binary-text.js";
import type { EvaluatedClassifier, Protocol } from "./evaluation-json.js";
import { datedRuns, protocolText } from "./protocol-text.js";
import { classifierText } from "./settings-text.js";

const CONFUSIONS_SHOWN = 5;

/** A name is never shortened to less than this, however narrow the terminal. */
const SHORTEST_NAME = 8;

/** The columns of the class table that precision, recall, F1 and the spaces around them take. */
const FIGURE_COLUMNS = 28;

/**
 * An evaluation for a terminal: the accuracy and the baselines, each class, and the errors of
 * two classes or the most frequent confusions of more.
 *
 * @param style default: no colours, and as wide as the text
 * @param chosen further settings in words, safe for a terminal; default: none
 */
export function evaluationText(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: Protocol,
  style: TerminalStyle = {},
  chosen = "",
): string {
  const { documents, runs, vocabulary } = evaluation;
  const { columns = Number.POSITIVE_INFINITY, colour } = style;
  const dated = protocol.kind === "by-date" ? datedRuns(protocol, runs) : [];
  const folded = (sentence: string) => foldedLines(sentence, style);
  const lines = [
    ...wrapped(classifierText(classifier), columns).map((line) => painted(line, "bold", colour)),
    ...(chosen === "" ? [] : folded(chosen)),
    ...folded(protocolText(protocol)),
    ...folded(
      `${plural(documents.train, "training document")}${dated.length > 0 ? " in the first run" : ""}, ${grouped(documents.test)} tested, ${plural(vocabulary, "term")}`,
    ),
    "",
    ...figureLines(
      evaluation,
      style,
      dated.map((line) => shortened(line, columns)),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * The figures without a title.
 *
 * @param between lines to print before the table of classes
 */
export function figureLines(evaluation: Evaluation, style: TerminalStyle, between: readonly string[] = []): string[] {
  const { binary, labels, uncalibrated } = evaluation;
  const { columns = Number.POSITIVE_INFINITY, colour } = style;
  // Two classes can only be confused with each other, and recall says how often.
  const confusions = binary === undefined ? confusionLines(evaluation, style) : [];
  return [
    ...accuracyTable(evaluation, style),
    "",
    ...foldedLines(probabilities(evaluation), style),
    ...(uncalibrated === undefined ? [] : foldedLines(`before calibration: ${figuresOf(uncalibrated)}`, style)),
    "",
    ...(between.length > 0 ? [...between, ""] : []),
    ...classTable(evaluation, style),
    ...(binary === undefined ? [] : ["", ...binaryText(binary, labels, columns)]),
    ...(confusions.length === 0 ? [] : ["", painted("most often confused", "bold", colour), ...confusions]),
  ];
}

/** A sentence in dim lines that fit the terminal. */
export function foldedLines(sentence: string, { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle): string[] {
  return wrapped(sentence, columns).map((line) => painted(shortened(line, columns), "dim", colour));
}

/** The other figures of the whole evaluation. */
function probabilities(evaluation: Evaluation): string {
  return `${figuresOf(evaluation)}, Matthews correlation (MCC) ${evaluation.matthews.toFixed(3)}`;
}

function figuresOf({ logLoss, brier, calibrationError }: ProbabilityMetrics): string {
  const [loss, score, error] = [logLoss, brier, calibrationError].map((n) => n.toFixed(3));
  return `log loss ${loss}, Brier score ${score}, calibration error ${error}`;
}

function classTable({ perClass, macro }: Evaluation, { columns, colour }: TerminalStyle): string[] {
  const tested = largest(
    perClass.map(({ support }) => grouped(support).length),
    "tested".length,
  );
  const room = columns === undefined ? Number.POSITIVE_INFINITY : columns - FIGURE_COLUMNS - tested;
  const row = (name: string, m: { precision: number; recall: number; f1: number }, support: string) => [
    shortened(name, Math.max(SHORTEST_NAME, room)),
    m.precision.toFixed(3),
    m.recall.toFixed(3),
    m.f1.toFixed(3),
    support,
  ];
  const mean = perClass.length + 1;
  return textTable(
    [
      ["class", "precision", "recall", "f1", "tested"],
      ...perClass.map((metrics) => row(safeText(metrics.label), metrics, grouped(metrics.support))),
      row("mean over classes", macro, ""),
    ],
    "lrrrr",
    (cell, r, column) => {
      if (r === 0) return painted(cell, "dim", colour);
      if (column === 3) return painted(cell, lookOfShare(r === mean ? macro.f1 : perClass[r - 1].f1), colour);
      if (r === mean) return painted(cell, "bold", colour);
      return column === 0 ? cell : painted(cell, "dim", colour);
    },
  );
}

function confusionLines({ confusion, labels }: Evaluation, { columns, colour }: TerminalStyle): string[] {
  const pairs = mostConfused(confusion, CONFUSIONS_SHOWN);
  const counts = largest(
    pairs.map(({ count }) => grouped(count).length),
    0,
  );
  // Two spaces between columns, and the words before the second name.
  const room = columns === undefined ? Number.POSITIVE_INFINITY : columns - counts - 4 - "taken for ".length;
  const name = (c: number) => shortened(safeText(labels[c]), Math.max(SHORTEST_NAME, Math.floor(room / 2)));
  return textTable(
    pairs.map(({ actual, predicted, count }) => [grouped(count), name(actual), `taken for ${name(predicted)}`]),
    "rll",
    (cell, _, column) => painted(cell, column === 0 ? "bold" : undefined, colour),
  );
}

/** Documents of one class that were predicted as another. */
export interface ConfusedPair {
  /** Class indices. */
  readonly actual: number;
  readonly predicted: number;
  readonly count: number;
}

/** The most frequent confusions, the most frequent first; among equals, in the order of the matrix. */
export function mostConfused(confusion: Confusion, most: number): ConfusedPair[] {
  const pairs = confusion.flatMap((row, actual) =>
    row
      .map((count, predicted) => ({ actual, predicted, count }))
      .filter(({ count, predicted }) => count > 0 && predicted !== actual),
  );
  pairs.sort((a, b) => b.count - a.count || a.actual - b.actual || a.predicted - b.predicted);
  return pairs.slice(0, most);
}
