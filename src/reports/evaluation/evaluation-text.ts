import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { AverageMetrics, Confusion } from "../../evaluation/metrics/metrics.js";
import type { ProbabilityMetrics } from "../../evaluation/metrics/probability-metrics.js";
import type { AnyProtocol } from "../../evaluation/protocols/protocol.js";
import { dimmed, type Section, type TableBlock, terminalText } from "../blocks.js";
import { textTable, widestOf } from "../terminal/table.js";
import { lookOfShare, shortened, type TerminalStyle, type TextLook, width, wrapped } from "../terminal/terminal.js";
import { binarySection } from "./binary-text.js";
import type { EvaluatedClassifier } from "./evaluation-json.js";
import { datedRuns, protocolText, rightText } from "./protocol-text.js";
import { classifierText } from "./settings-text.js";

const CONFUSIONS_SHOWN = 5;

/** Minimum width of a shortened name, even on a narrow terminal. */
const SHORTEST_NAME = 8;

/**
 * Shows an evaluation on a terminal: the accuracy and the baselines, each class, and the errors of two classes or the
 * most frequent confusions of more classes.
 *
 * @param chosen additional settings in words, safe for a terminal; default: none
 */
export function evaluationText(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: AnyProtocol,
  style: TerminalStyle = {},
  chosen = "",
): string {
  const { documents, runs, vocabulary } = evaluation;
  const dated = protocol.kind === "by-date" ? datedRuns(protocol, runs) : [];
  const trained = `${plural(documents.train, "training document")}${dated.length > 0 ? " in the first run" : ""}`;
  const sizes = `${trained}, ${grouped(documents.test)} tested, ${plural(vocabulary, "term")}`;
  const title: Section = [
    { text: classifierText(classifier), look: "bold" },
    ...[...(chosen === "" ? [] : [chosen]), protocolText(protocol), sizes].map(dimmed),
  ];
  return terminalText([title, ...figureSections(evaluation, dated)], style);
}

/** Makes the sections of figures, without a title. The section `between` is before the table of classes. */
export function figureSections(evaluation: Evaluation, between: Section = []): Section[] {
  const { binary, labels, matthews, uncalibrated } = evaluation;
  return [
    [(style) => accuracyLines(evaluation, style)],
    [
      dimmed(`${figuresOf(evaluation)}, Matthews correlation (MCC) ${matthews.toFixed(3)}`),
      ...(uncalibrated === undefined ? [] : [dimmed(`before calibration: ${figuresOf(uncalibrated)}`)]),
    ],
    between,
    [classTable(evaluation)],
    // Two classes can only be confused with each other, and recall already shows how often.
    binary === undefined ? confusionSection(evaluation) : binarySection(binary, labels),
  ];
}

function figuresOf({ logLoss, brier, calibrationError }: ProbabilityMetrics): string {
  const [loss, score, error] = [logLoss, brier, calibrationError].map((n) => n.toFixed(3));
  return `log loss ${loss}, Brier score ${score}, calibration error ${error}`;
}

function classTable({ perClass, macro }: Evaluation): TableBlock {
  const mean = perClass.length + 1;
  return {
    rows: classRows(perClass, macro, "f1"),
    align: "lrrrr",
    look: (row, column) => {
      if (row === 0) return "dim";
      if (column === 3) return lookOfShare(row === mean ? macro.f1 : perClass[row - 1].f1);
      return row === mean ? "bold" : column === 0 ? undefined : "dim";
    },
  };
}

/** Makes a row for each class and one for their mean, below a head in which F1 is called `f1`. */
export function classRows(perClass: Evaluation["perClass"], macro: AverageMetrics, f1: string): string[][] {
  return [
    ["class", "precision", "recall", f1, "tested"],
    ...perClass.map((metrics) => [metrics.label, ...scoreCells(metrics), grouped(metrics.support)]),
    ["mean over classes", ...scoreCells(macro), ""],
  ];
}

/** Writes precision, recall and F1. */
export function scoreCells({ precision, recall, f1 }: AverageMetrics): string[] {
  return [precision, recall, f1].map((score) => score.toFixed(3));
}

function confusionSection({ confusion, labels }: Evaluation): Section {
  const pairs = mostConfused(confusion, CONFUSIONS_SHOWN);
  if (pairs.length === 0) return [];
  const table = ({ columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle) => {
    const counts = widestOf(pairs.map(({ count }) => grouped(count)));
    // Subtracts two spaces between columns, and the words before the second name.
    const room = columns - counts - 4 - "taken for ".length;
    const name = (c: number) => shortened(safeText(labels[c]), Math.max(SHORTEST_NAME, Math.floor(room / 2)));
    const rows = pairs.map(({ actual, predicted, count }) => {
      return [grouped(count), name(actual), `taken for ${name(predicted)}`];
    });
    return textTable(rows, "rll", { colour, look: (_, column) => (column === 0 ? "bold" : undefined) });
  };
  return [{ heading: "most often confused" }, table];
}

/** Returns the most frequent confusions of two classes, most frequent first. Ties are in the order of the matrix. */
export function mostConfused(confusion: Confusion, most: number) {
  return confusion
    .flatMap((row, actual) => row.map((count, predicted) => ({ actual, predicted, count })))
    .filter(({ actual, predicted, count }) => count > 0 && predicted !== actual)
    .sort((a, b) => b.count - a.count)
    .slice(0, most);
}

/**
 * Shows the accuracy with its interval, the baselines and the top-k accuracies. If the terminal is too narrow for the
 * remarks, the second half of the first remark moves to its own line. If that is not enough, names are shortened; then
 * the remarks are below the table.
 */
function accuracyLines(
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
  const look = (row: number, column: number): TextLook | undefined =>
    column === 2 ? undefined : row === 0 ? "bold" : "dim";
  const [long, short] = ["random guess by class size", "random guess"];
  const parted = [interval, right.replace(/^, /, "")];
  for (const rows of [rowsWith(long, [interval + right]), rowsWith(long, parted), rowsWith(short, parted)]) {
    const fits = textTable(rows, "lrl").every((line) => width(line) <= columns);
    if (fits) return textTable(rows, "lrl", { colour, look });
  }
  const bare = rowsWith(short, [""]).map(([name, value]) => [name, value, ""]);
  const remarks = [interval + right, ...(more === "" ? [] : [more])];
  return [...textTable(bare, "lrl", { colour, look }), "", ...remarks.flatMap((remark) => wrapped(remark, columns))];
}
