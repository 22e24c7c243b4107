import type { BinaryMetrics } from "../evaluation/binary-metrics.js";
import type { Evaluation } from "../evaluation/evaluate.js";
import { binaryRows, binaryTitle } from "./binary-text.js";
import { classifierText } from "./classifier-text.js";
import type { EvaluatedClassifier, OnTraining, Protocol } from "./evaluation-json.js";
import { markdownTable, markdownText } from "./markdown.js";
import { mostConfused } from "./most-confused.js";
import { grouped, percent, plural } from "./numbers.js";
import { protocolText, rightText } from "./protocol-text.js";
import { safeJson } from "./safe-text.js";

/** As many confusions as somebody will read. */
const CONFUSIONS = 10;

/** What a page calls what was evaluated. */
export interface EvaluatedThings {
  readonly title: string;
  /** What has a class. Default `"document"`. */
  readonly item?: string;
  /** What an item has, that says the class. Default `"term"`. */
  readonly feature?: string;
}

/** An evaluation as a page of Markdown: the figures, each class, what is confused with what, and all settings. */
export function evaluationMarkdown(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: Protocol | OnTraining,
  { title, item = "document", feature = "term" }: EvaluatedThings = { title: classifierText(classifier) },
): string {
  const { accuracy, binary, documents, labels, vocabulary } = evaluation;
  const confused = mostConfused(evaluation.confusion, CONFUSIONS);
  return `${[
    `# ${markdownText(title)}: ${percent(accuracy)} right`,
    "",
    // The text of a protocol is safe for a terminal already: it is made safe for Markdown alone.
    `${markdownText(protocolText(protocol, item))}. ${plural(documents.train, item)} to learn from, ${grouped(documents.test)} to test on, ${plural(vocabulary, feature)}.`,
    "",
    ...figureTable(evaluation),
    ...(binary === undefined ? [] : ["", ...binaryTable(binary, labels)]),
    "",
    "## Classes",
    "",
    ...classTable(evaluation),
    ...(confused.length === 0
      ? []
      : [
          "",
          "## Most often confused",
          "",
          ...markdownTable(
            [
              [`${item}s`, "of", "taken for"],
              ...confused.map(({ actual, predicted, count }) => [
                grouped(count),
                markdownText(labels[actual]),
                markdownText(labels[predicted]),
              ]),
            ],
            "rll",
          ),
        ]),
    "",
    "## Settings",
    "",
    "```json",
    safeJson({ classifier, protocol }, 2),
    "```",
  ].join("\n")}\n`;
}

function figureTable(evaluation: Evaluation): string[] {
  const { accuracy, accuracyInterval, baselines, macro, logLoss, brier, calibrationError, matthews, topAccuracy } =
    evaluation;
  const [low, high] = accuracyInterval;
  return markdownTable(
    [
      ["figure", "value", ""],
      [
        "**accuracy**",
        `**${percent(accuracy)}**`,
        `95 % interval ${(low * 100).toFixed(1)} to ${percent(high)}${rightText(evaluation)}`,
      ],
      ["always the largest class", percent(baselines.majority), ""],
      ["guessing in proportion", percent(baselines.proportional), ""],
      ["F1, mean over classes", macro.f1.toFixed(3), ""],
      ...topAccuracy
        .filter(({ k }) => k > 1)
        .map(({ k, accuracy: share }) => [`among the likeliest ${k}`, percent(share), ""]),
      ["log loss", logLoss.toFixed(3), "nats"],
      ["Brier score", brier.toFixed(3), "0 to 2"],
      ["calibration error", calibrationError.toFixed(3), "expected, 15 bins"],
      ["Matthews", matthews.toFixed(3), "1 is best, 0 is chance"],
    ],
    "lrl",
  );
}

/** Under a heading of its own. */
function binaryTable(binary: BinaryMetrics, labels: readonly string[]): string[] {
  const rows = binaryRows(binary, labels).map((row) => row.map(markdownText));
  return [
    `## ${markdownText(binaryTitle(binary, labels))}`,
    "",
    ...markdownTable([["figure", "value", ""], ...rows], "lrl"),
  ];
}

function classTable({ perClass, macro }: Evaluation): string[] {
  const figures = (m: { precision: number; recall: number; f1: number }) =>
    [m.precision, m.recall, m.f1].map((figure) => figure.toFixed(3));
  return markdownTable(
    [
      ["class", "precision", "recall", "F1", "tested"],
      ...perClass.map((metrics) => [markdownText(metrics.label), ...figures(metrics), grouped(metrics.support)]),
      ["*mean over classes*", ...figures(macro), ""],
    ],
    "lrrrr",
  );
}
