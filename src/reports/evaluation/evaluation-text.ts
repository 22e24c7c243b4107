import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { AverageMetrics, Confusion } from "../../evaluation/metrics/metrics.js";
import type { ProbabilityMetrics } from "../../evaluation/metrics/probability-metrics.js";
import type { AnyProtocol } from "../../evaluation/protocols/protocol.js";
import { fittedTable, textTable, widestOf } from "../terminal/table.js";
import {
  lookOfShare,
  painted,
  paintedLines,
  shortened,
  type TerminalStyle,
  width,
  wrapped,
} from "../terminal/terminal.js";
import { binaryText } from "./binary-text.js";
import type { EvaluatedClassifier } from "./evaluation-json.js";
import { datedRuns, protocolText, rightText } from "./protocol-text.js";
import { classifierText } from "./settings-text.js";

const CONFUSIONS_SHOWN = 5;

/** A name is never shortened to less than this, however narrow the terminal. */
const SHORTEST_NAME = 8;

/**
 * An evaluation for a terminal: the accuracy and the baselines, each class, and the errors of
 * two classes or the most frequent confusions of more.
 *
 * @param chosen further settings in words, safe for a terminal; default: none
 */
export function evaluationText(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: AnyProtocol,
  style: TerminalStyle = {},
  chosen = "",
): string {
  const { documents, runs, vocabulary } = evaluation;
  const { columns = Number.POSITIVE_INFINITY } = style;
  const dated = protocol.kind === "by-date" ? datedRuns(protocol, runs).map((line) => shortened(line, columns)) : [];
  const trained = `${plural(documents.train, "training document")}${dated.length > 0 ? " in the first run" : ""}`;
  const sizes = `${trained}, ${grouped(documents.test)} tested, ${plural(vocabulary, "term")}`;
  const lines = [
    ...paintedLines(classifierText(classifier), "bold", style),
    ...[...(chosen === "" ? [] : [chosen]), protocolText(protocol), sizes].flatMap((text) => foldedLines(text, style)),
    "",
    ...figureLines(evaluation, style, dated),
  ];
  return `${lines.join("\n")}\n`;
}

/** The figures without a title, with the lines `between` before the table of classes. */
export function figureLines(evaluation: Evaluation, style: TerminalStyle, between: readonly string[] = []): string[] {
  const { binary, labels, matthews, uncalibrated } = evaluation;
  const { columns = Number.POSITIVE_INFINITY, colour } = style;
  // Two classes can only be confused with each other, and recall says how often.
  const confusions = binary === undefined ? confusionLines(evaluation, style) : [];
  return [
    ...accuracyTable(evaluation, style),
    "",
    ...foldedLines(`${figuresOf(evaluation)}, Matthews correlation (MCC) ${matthews.toFixed(3)}`, style),
    ...(uncalibrated === undefined ? [] : foldedLines(`before calibration: ${figuresOf(uncalibrated)}`, style)),
    "",
    ...(between.length > 0 ? [...between, ""] : []),
    ...classTable(evaluation, style),
    ...(binary === undefined ? [] : ["", ...binaryText(binary, labels, columns)]),
    ...(confusions.length === 0 ? [] : ["", painted("most often confused", "bold", colour), ...confusions]),
  ];
}

/** A sentence in dim lines that fit the terminal. */
export function foldedLines(sentence: string, style: TerminalStyle): string[] {
  return paintedLines(sentence, "dim", style);
}

function figuresOf({ logLoss, brier, calibrationError }: ProbabilityMetrics): string {
  const [loss, score, error] = [logLoss, brier, calibrationError].map((n) => n.toFixed(3));
  return `log loss ${loss}, Brier score ${score}, calibration error ${error}`;
}

function classTable(
  { perClass, macro }: Evaluation,
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle,
): string[] {
  const row = (name: string, { precision, recall, f1 }: AverageMetrics, support: string) => {
    return [name, ...[precision, recall, f1].map((figure) => figure.toFixed(3)), support];
  };
  const mean = perClass.length + 1;
  return fittedTable(
    [
      ["class", "precision", "recall", "f1", "tested"],
      ...perClass.map((metrics) => row(safeText(metrics.label), metrics, grouped(metrics.support))),
      row("mean over classes", macro, ""),
    ],
    "lrrrr",
    columns,
    (cell, r, column) => {
      if (r === 0) return painted(cell, "dim", colour);
      if (column === 3) return painted(cell, lookOfShare(r === mean ? macro.f1 : perClass[r - 1].f1), colour);
      if (r === mean) return painted(cell, "bold", colour);
      return column === 0 ? cell : painted(cell, "dim", colour);
    },
  );
}

function confusionLines(
  { confusion, labels }: Evaluation,
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle,
): string[] {
  const pairs = mostConfused(confusion, CONFUSIONS_SHOWN);
  const counts = widestOf(pairs.map(({ count }) => grouped(count)));
  // Two spaces between columns, and the words before the second name.
  const room = columns - counts - 4 - "taken for ".length;
  const name = (c: number) => shortened(safeText(labels[c]), Math.max(SHORTEST_NAME, Math.floor(room / 2)));
  return textTable(
    pairs.map(({ actual, predicted, count }) => [grouped(count), name(actual), `taken for ${name(predicted)}`]),
    "rll",
    (cell, _, column) => painted(cell, column === 0 ? "bold" : undefined, colour),
  );
}

/** The most frequent confusions of two classes, the most frequent first; among equals, in the order of the matrix. */
export function mostConfused(
  confusion: Confusion,
  most: number,
): { readonly actual: number; readonly predicted: number; readonly count: number }[] {
  const pairs = confusion.flatMap((row, actual) =>
    row
      .map((count, predicted) => ({ actual, predicted, count }))
      .filter(({ count, predicted }) => count > 0 && predicted !== actual),
  );
  pairs.sort((a, b) => b.count - a.count || a.actual - b.actual || a.predicted - b.predicted);
  return pairs.slice(0, most);
}

/**
 * The accuracy with its interval, the baselines and the top-k accuracies. If the terminal is too
 * narrow for the remarks, the second half of the first one gets a line of its own, and then names
 * are shorter; at last the remarks follow the table.
 */
function accuracyTable(
  evaluation: Evaluation,
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle,
): string[] {
  const { accuracy, accuracyInterval, baselines, topAccuracy } = evaluation;
  const interval = `95 % interval ${percentRange(accuracyInterval)}`;
  const right = rightText(evaluation);
  const [top, ...others] = topAccuracy.filter(({ k }) => k > 1);
  const more = others.map(({ k, accuracy: share }) => `top-${k} ${percent(share)}`).join(", ");
  const rowsWith = (random: string, remarks: readonly string[]) => [
    ...remarks.map((remark, r) => (r === 0 ? ["accuracy", percent(accuracy), remark] : ["", "", remark])),
    ["majority class", percent(baselines.majority), ""],
    [random, percent(baselines.proportional), ""],
    ...(top === undefined ? [] : [[`top-${top.k} accuracy`, percent(top.accuracy), more]]),
  ];
  const tableOf = (rows: readonly (readonly string[])[]) =>
    textTable(rows, "lrl", (cell, row, column) =>
      column < 2 ? painted(cell, row === 0 ? "bold" : "dim", colour) : cell,
    );
  const [long, short] = ["random guess by class size", "random guess"];
  const parted = [interval, right.replace(/^, /, "")];
  for (const rows of [rowsWith(long, [interval + right]), rowsWith(long, parted), rowsWith(short, parted)]) {
    if (textTable(rows, "lrl").every((line) => width(line) <= columns)) return tableOf(rows);
  }
  const bare = rowsWith(short, [""]).map(([name, value]) => [name, value, ""]);
  const remarks = [interval + right, ...(more === "" ? [] : [more])];
  return [...tableOf(bare), "", ...remarks.flatMap((remark) => wrapped(remark, columns))];
}
