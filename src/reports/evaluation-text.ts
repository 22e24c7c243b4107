import type { Evaluation } from "../evaluation/evaluate.js";
import { binaryText } from "./binary-text.js";
import { byDateText, datedRuns } from "./dated-parts.js";
import type { EvaluatedClassifier, Grouped, Protocol } from "./evaluation-json.js";
import { grouped, percent, plural } from "./numbers.js";
import { safeText } from "./safe-text.js";
import { textTable } from "./table.js";

/** As many confusions as somebody will read. */
const CONFUSIONS = 5;

/** An evaluation for people: the accuracy beside the baselines, each class, the errors of two or what is confused with what. */
export function evaluationText(evaluation: Evaluation, classifier: EvaluatedClassifier, protocol: Protocol): string {
  const {
    accuracy,
    accuracyInterval: [low, high],
    baselines,
    documents,
    runs,
    vocabulary,
  } = evaluation;
  const dated = protocol.kind === "by-date" ? datedRuns(protocol, runs) : [];
  const lines = [
    `${classifier.name} naive Bayes, alpha ${classifier.alpha}`,
    protocolText(protocol),
    `${dated.length > 0 ? "at first " : ""}${plural(documents.train, "document")} to learn from, ${grouped(documents.test)} to test on, ${plural(vocabulary, "term")}`,
    "",
    ...textTable(
      [
        ["accuracy", percent(accuracy), `95 % interval ${(low * 100).toFixed(1)} to ${percent(high)}${right(runs)}`],
        ["always the largest class", percent(baselines.majority), ""],
        ["guessing in proportion", percent(baselines.proportional), ""],
        ...likeliest(evaluation),
      ],
      "lrl",
    ),
    "",
    probabilities(evaluation),
    "",
    ...(dated.length > 0 ? [...dated, ""] : []),
    ...classTable(evaluation),
  ];
  const { binary, labels } = evaluation;
  if (binary !== undefined) lines.push("", ...binaryText(binary, labels));
  // Two classes can only be taken for each other, and recall says how often.
  const confusions = binary === undefined ? confusionLines(evaluation) : [];
  if (confusions.length > 0) lines.push("", "most often confused", ...confusions);
  return `${lines.join("\n")}\n`;
}

/** How often the class is among the first few, as a row of the table of accuracies; of one it is the accuracy. */
function likeliest({ topAccuracy }: Evaluation): string[][] {
  const [first, ...others] = topAccuracy.filter(({ k }) => k > 1);
  if (first === undefined) return [];
  const more = others.map(({ k, accuracy }) => `${k}: ${percent(accuracy)}`).join(", ");
  return [[`among the likeliest ${first.k}`, percent(first.accuracy), more]];
}

function probabilities({ logLoss, brier, calibrationError, matthews }: Evaluation): string {
  const [loss, score, error, correlation] = [logLoss, brier, calibrationError, matthews].map((n) => n.toFixed(3));
  return `log loss ${loss}, Brier score ${score}, calibration error ${error}, Matthews ${correlation}`;
}

function protocolText(protocol: Protocol): string {
  switch (protocol.kind) {
    case "test":
      return `tested on ${safeText(protocol.test)}`;
    case "holdout":
      return `${percent(protocol.share)} of each class withheld${protocol.repeats === 1 ? "" : `, ${protocol.repeats} times`}, seed ${protocol.seed}${groupedText(protocol)}`;
    case "leave-one-out":
      return "each document tested on what was learned from all others";
    case "folds":
      return `${protocol.folds} folds${protocol.repeats === 1 ? "" : `, ${protocol.repeats} times`}, seed ${protocol.seed}${groupedText(protocol)}`;
    case "by-date":
      return byDateText(protocol);
  }
}

function groupedText({ groupBy, groups = 0 }: Grouped): string {
  if (groupBy === undefined) return "";
  return `, no ${groupBy === "from" ? "sender" : groupBy} on both sides (${plural(groups, "group")})`;
}

function right(runs: Evaluation["runs"]): string {
  if (runs.length > 1) return `, mean of ${runs.length} runs`;
  return `, ${grouped(runs[0].correct)} of ${grouped(runs[0].total)} right`;
}

function classTable({ perClass, macro }: Evaluation): string[] {
  const row = (name: string, m: { precision: number; recall: number; f1: number }, support: string) => [
    name,
    m.precision.toFixed(3),
    m.recall.toFixed(3),
    m.f1.toFixed(3),
    support,
  ];
  return textTable(
    [
      ["class", "precision", "recall", "f1", "tested"],
      ...perClass.map((metrics) => row(safeText(metrics.label), metrics, grouped(metrics.support))),
      row("mean over classes", macro, ""),
    ],
    "lrrrr",
  );
}

function confusionLines({ confusion, labels }: Evaluation): string[] {
  const pairs = confusion.flatMap((row, actual) =>
    row
      .map((count, predicted) => ({ actual, predicted, count }))
      .filter(({ count, predicted }) => count > 0 && predicted !== actual),
  );
  pairs.sort((a, b) => b.count - a.count || a.actual - b.actual || a.predicted - b.predicted);
  return textTable(
    pairs
      .slice(0, CONFUSIONS)
      .map(({ actual, predicted, count }) => [
        grouped(count),
        safeText(labels[actual]),
        `taken for ${safeText(labels[predicted])}`,
      ]),
    "rll",
  );
}
