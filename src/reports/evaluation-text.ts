import type { Evaluation } from "../evaluation/evaluate.js";
import type { EvaluatedClassifier, Protocol } from "./evaluation-json.js";
import { mostConfused } from "./most-confused.js";
import { grouped, percent, plural } from "./numbers.js";
import { safeText } from "./safe-text.js";
import { textTable, width, wrapped } from "./table.js";
import { type Look, lookOfShare, painted, shortened, type TerminalStyle } from "./terminal.js";

/** As many confusions as somebody will read. */
const CONFUSIONS = 5;

/** A name is not shortened to less, whatever the terminal. */
const SHORTEST_NAME = 8;

/** Columns of the class table right of the names and left of the last: the heads of three figures, and spaces. */
const FIGURE_COLUMNS = 28;

/** Narrower than this, the long names of the baselines and what was right take lines of their own. */
const NARROW = 66;

/**
 * An evaluation for people: the accuracy beside the baselines, each class, what is confused with what.
 *
 * @param style default: plain, and as wide as it needs to be
 */
export function evaluationText(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: Protocol,
  style: TerminalStyle = {},
): string {
  const { documents, vocabulary } = evaluation;
  const { columns = Number.POSITIVE_INFINITY, colour } = style;
  const sentences = [
    protocolText(protocol),
    `${plural(documents.train, "document")} to learn from, ${grouped(documents.test)} to test on, ${plural(vocabulary, "term")}`,
  ];
  const lines = [
    painted(`${classifier.name} naive Bayes, alpha ${classifier.alpha}`, "bold", colour),
    ...sentences
      .flatMap((sentence) => wrapped(sentence.split(" "), columns))
      .map((line) => painted(shortened(line, columns), "dim", colour)),
    "",
    ...accuracyTable(evaluation, style),
    "",
    ...classTable(evaluation, style),
  ];
  const confusions = confusionLines(evaluation, style);
  if (confusions.length > 0) lines.push("", painted("most often confused", "bold", colour), ...confusions);
  return `${lines.join("\n")}\n`;
}

function accuracyTable(
  evaluation: Evaluation,
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle,
): string[] {
  const { accuracy, accuracyInterval, baselines, runs } = evaluation;
  const [low, high] = accuracyInterval;
  const interval = `95 % interval ${(low * 100).toFixed(1)} to ${percent(high)}`;
  const right = rightText(runs);
  const narrow = columns < NARROW;
  const table = (...remarks: readonly string[]) =>
    textTable(
      [
        ["accuracy", percent(accuracy), remarks[0] ?? ""],
        ...remarks.slice(1).map((remark) => ["", "", remark]),
        [narrow ? "largest class" : "always the largest class", percent(baselines.majority), ""],
        [narrow ? "in proportion" : "guessing in proportion", percent(baselines.proportional), ""],
      ],
      "lrl",
      (cell, row, column) => painted(cell, lookOfFigure(row, column), colour),
    );
  if (width(remarkLine(interval + right, narrow)) <= columns) return table(interval + right);
  const second = right.replace(/^, /, "");
  if (width(remarkLine(interval, narrow)) <= columns) return table(interval, second);
  return [...table(), "", ...wrapped(`${interval}${right}`.split(" "), columns)];
}

/** A line of the accuracy table as broad as it can become. */
function remarkLine(remark: string, narrow: boolean): string {
  return `${narrow ? "largest class" : "always the largest class"}  100.0 %  ${remark}`;
}

function lookOfFigure(row: number, column: number): Look | undefined {
  if (column === 2) return undefined;
  return row === 0 ? "bold" : "dim";
}

/** How an evaluation was made, in words safe for a terminal. */
export function protocolText(protocol: Protocol): string {
  switch (protocol.kind) {
    case "test":
      return `tested on ${safeText(protocol.test)}`;
    case "holdout":
      return `${percent(protocol.share)} of each class withheld${protocol.repeats === 1 ? "" : `, ${protocol.repeats} times`}, seed ${protocol.seed}`;
    case "leave-one-out":
      return "each document tested on what was learned from all others";
    case "folds":
      return `${protocol.folds} folds${protocol.repeats === 1 ? "" : `, ${protocol.repeats} times`}, seed ${protocol.seed}`;
  }
}

/** How many were right, or of how many runs a figure is the mean: to follow it, after a comma. */
export function rightText(runs: Evaluation["runs"]): string {
  if (runs.length > 1) return `, mean of ${runs.length} runs`;
  return `, ${grouped(runs[0].correct)} of ${grouped(runs[0].total)} right`;
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
