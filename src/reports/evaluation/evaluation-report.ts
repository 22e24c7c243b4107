import { append } from "../../base/lists.js";
import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import { safeJson } from "../../base/safe-text.js";
import type { Audit } from "../../evaluation/audit/leakage.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { AnyProtocol } from "../../evaluation/protocols/protocol.js";
import { auditMarkdown } from "../audit/audit-text.js";
import type { Cell } from "../csv.js";
import { markdownTable, markdownText } from "../markdown.js";
import { evaluationSpec } from "../plots/evaluation-spec.js";
import type { Report } from "../report-forms.js";
import { binaryRows, binaryTitle } from "./binary-text.js";
import { type EvaluatedClassifier, evaluationJson, type PredictionOptions } from "./evaluation-json.js";
import { mostConfused } from "./evaluation-text.js";
import { protocolText, rightText } from "./protocol-text.js";
import { classifierText } from "./settings-text.js";

/** Further content of a report of an evaluation. */
export interface EvaluationReportOptions extends PredictionOptions {
  /** Default: none. */
  readonly audit?: Audit | undefined;
  /** The message parts that the evaluation stripped; the audit names them. Default: none. */
  readonly strip?: readonly string[];
  /** Makes the page of the `.html` form. Default: there is no such form. */
  readonly page?: Report["page"];
}

/**
 * An evaluation as report files.
 *
 * @param ids the document of each row
 */
export function evaluationReport(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: AnyProtocol,
  ids: readonly string[],
  { audit, strip = [], page, ...options }: EvaluationReportOptions = {},
): Report {
  return {
    json: () => ({ ...evaluationJson(evaluation, classifier, protocol, ids, options), audit }),
    rows: () => evaluationRows(evaluation),
    plot: () => evaluationSpec(evaluation),
    markdown: () =>
      evaluationMarkdown(evaluation, classifier, protocol) + (audit === undefined ? "" : auditMarkdown(audit, strip)),
    ...(page && { page }),
  };
}

/** A row for each class: its size, precision, recall, F1 and its row of the confusion matrix. */
export function evaluationRows({ perClass, confusion, labels }: Evaluation): Cell[][] {
  return [
    ["class", "tested", "precision", "recall", "f1", ...labels.map((label) => `taken for ${label}`)],
    ...perClass.map(({ label, support, precision, recall, f1 }, c) => {
      return [label, support, precision, recall, f1, ...confusion[c]];
    }),
  ];
}

const CONFUSIONS_SHOWN = 10;

/**
 * An evaluation as a page of Markdown: the figures, each class, the most frequent confusions, all
 * settings. An item has a class, and features are what it is made of.
 */
export function evaluationMarkdown(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: AnyProtocol,
  { title, item, feature } = { title: classifierText(classifier), item: "document", feature: "term" },
): string {
  const { accuracy, binary, documents, labels, vocabulary } = evaluation;
  const confused = mostConfused(evaluation.confusion, CONFUSIONS_SHOWN);
  const lines = [
    `# ${markdownText(title)}: ${percent(accuracy)} right`,
    "",
    // The text of a protocol is safe for a terminal already: it is made safe for Markdown only.
    `${markdownText(protocolText(protocol, item))}. ${plural(documents.train, `training ${item}`)}, ${grouped(documents.test)} tested, ${plural(vocabulary, feature)}.`,
    "",
    ...figureTable(evaluation),
  ];
  if (binary !== undefined) {
    const rows = binaryRows(binary, labels).map((row) => row.map(markdownText));
    const table = markdownTable([["figure", "value", ""], ...rows], "lrl");
    append(lines, ["", `## ${markdownText(binaryTitle(binary, labels))}`, "", ...table]);
  }
  append(lines, ["", "## Classes", "", ...classTable(evaluation)]);
  if (confused.length > 0) {
    const name = (c: number) => markdownText(labels[c]);
    const rows = confused.map(({ actual, predicted, count }) => [grouped(count), name(actual), name(predicted)]);
    const table = markdownTable([[`${item}s`, "of", "taken for"], ...rows], "rll");
    append(lines, ["", "## Most often confused", "", ...table]);
  }
  lines.push("", "## Settings", "", "```json", safeJson({ classifier, protocol }, 2), "```");
  return `${lines.join("\n")}\n`;
}

function figureTable(evaluation: Evaluation): string[] {
  const { accuracy, baselines, macro, logLoss, brier, calibrationError, matthews, topAccuracy } = evaluation;
  const interval = `95 % interval ${percentRange(evaluation.accuracyInterval)}${rightText(evaluation)}`;
  return markdownTable(
    [
      ["figure", "value", ""],
      ["**accuracy**", `**${percent(accuracy)}**`, interval],
      ["majority class", percent(baselines.majority), "baseline"],
      ["random guess by class size", percent(baselines.proportional), "baseline"],
      ["F1, mean over classes", macro.f1.toFixed(3), ""],
      ...topAccuracy.flatMap((top) => (top.k > 1 ? [[`top-${top.k} accuracy`, percent(top.accuracy), ""]] : [])),
      ["log loss", logLoss.toFixed(3), "nats; 0 is best"],
      ["Brier score", brier.toFixed(3), "0 is best, 2 is worst"],
      ["calibration error", calibrationError.toFixed(3), "expected, 15 bins"],
      ["Matthews correlation (MCC)", matthews.toFixed(3), "1 is best, 0 is chance"],
    ],
    "lrl",
  );
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
