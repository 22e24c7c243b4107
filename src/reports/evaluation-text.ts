import type { Evaluation } from "../evaluation/evaluate.js";
import type { ProbabilityMetrics } from "../evaluation/probability-metrics.js";
import { accuracyTable } from "./accuracy-table.js";
import { binaryText } from "./binary-text.js";
import { classifierText } from "./classifier-text.js";
import { datedRuns } from "./dated-parts.js";
import type { EvaluatedClassifier, Protocol } from "./evaluation-json.js";
import { mostConfused } from "./most-confused.js";
import { grouped, plural } from "./numbers.js";
import { protocolText } from "./protocol-text.js";
import { safeText } from "./safe-text.js";
import { textTable, wrapped } from "./table.js";
import { lookOfShare, painted, shortened, type TerminalStyle } from "./terminal.js";

/** As many confusions as somebody will read. */
const CONFUSIONS = 5;

/** A name is not shortened to less, whatever the terminal. */
const SHORTEST_NAME = 8;

/** Columns of the class table right of the names and left of the last: the heads of three figures, and spaces. */
const FIGURE_COLUMNS = 28;

/**
 * An evaluation for people: the accuracy beside the baselines, each class, the errors of two or what is confused with what.
 *
 * @param style default: plain, and as wide as it needs to be
 * @param chosen what was chosen beside the method, safe for a terminal; default: nothing
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
    ...wrapped(classifierText(classifier).split(" "), columns).map((line) => painted(line, "bold", colour)),
    ...(chosen === "" ? [] : folded(chosen)),
    ...folded(protocolText(protocol)),
    ...folded(
      `${dated.length > 0 ? "at first " : ""}${plural(documents.train, "document")} to learn from, ${grouped(documents.test)} to test on, ${plural(vocabulary, "term")}`,
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
 * The figures alone: what they are of stands above them.
 *
 * @param between lines before those of the classes
 */
export function figureLines(evaluation: Evaluation, style: TerminalStyle, between: readonly string[] = []): string[] {
  const { binary, labels, uncalibrated } = evaluation;
  const { columns = Number.POSITIVE_INFINITY, colour } = style;
  // Two classes can only be taken for each other, and recall says how often.
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

/** A sentence in lines that fit the terminal, of less weight than the figures. */
export function foldedLines(sentence: string, { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle): string[] {
  return wrapped(sentence.split(" "), columns).map((line) => painted(shortened(line, columns), "dim", colour));
}

/** The other figures over all classes, in a line. */
function probabilities(evaluation: Evaluation): string {
  return `${figuresOf(evaluation)}, Matthews ${evaluation.matthews.toFixed(3)}`;
}

function figuresOf({ logLoss, brier, calibrationError }: ProbabilityMetrics): string {
  const [loss, score, error] = [logLoss, brier, calibrationError].map((n) => n.toFixed(3));
  return `log loss ${loss}, Brier score ${score}, calibration error ${error}`;
}

function classTable({ perClass, macro }: Evaluation, { columns, colour }: TerminalStyle): string[] {
  const tested = Math.max("tested".length, ...perClass.map(({ support }) => grouped(support).length));
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
  const pairs = mostConfused(confusion, CONFUSIONS);
  const counts = Math.max(0, ...pairs.map(({ count }) => grouped(count).length));
  // Between the columns two spaces each, and the words before the second name.
  const room = columns === undefined ? Number.POSITIVE_INFINITY : columns - counts - 4 - "taken for ".length;
  const name = (c: number) => shortened(safeText(labels[c]), Math.max(SHORTEST_NAME, Math.floor(room / 2)));
  return textTable(
    pairs.map(({ actual, predicted, count }) => [grouped(count), name(actual), `taken for ${name(predicted)}`]),
    "rll",
    (cell, _, column) => painted(cell, column === 0 ? "bold" : undefined, colour),
  );
}
