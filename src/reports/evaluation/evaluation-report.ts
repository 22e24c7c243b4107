import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import { safeJson } from "../../base/safe-text.js";
import type { Audit } from "../../evaluation/audit/leakage.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { AnyProtocol } from "../../evaluation/protocols/protocol.js";
import { auditCode } from "../audit/audit-text.js";
import { phrase, type Section, type TableBlock } from "../blocks.js";
import type { Cell } from "../csv.js";
import { evaluationSpec } from "../plots/evaluation-spec.js";
import type { Report } from "../report-forms.js";
import { binaryRows, binaryTitle } from "./binary-text.js";
import { type EvaluatedClassifier, evaluationJson, type PredictionOptions } from "./evaluation-json.js";
import { classRows, mostConfused } from "./evaluation-text.js";
import { protocolText, rightText } from "./protocol-text.js";
import { classifierText } from "./settings-text.js";

/** Additional content of a report of an evaluation. */
export interface EvaluationReportOptions extends PredictionOptions {
  /** Default: none. */
  readonly audit?: Audit | undefined;
  /** The message parts that the evaluation stripped, for the audit. Default: none. */
  readonly strip?: readonly string[];
  /** Makes the page of the `.html` form. Default: there is no `.html` form. */
  readonly page?: Report["page"];
}

/**
 * Returns an evaluation as the content of report files.
 *
 * @param ids the id of the document in each row
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
    content: () => [
      ...evaluationContent(evaluation, classifier, protocol),
      ...(audit === undefined ? [] : [[{ heading: "Does the split leak?" }], [auditCode(audit, strip)]]),
    ],
    ...(page && { page }),
  };
}

/** Makes a row for each class: its size, precision, recall, F1 and its row of the confusion matrix. */
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
 * Makes the content of a report: the figures, each class, the most frequent confusions, all settings. `item` is the
 * word for what is classified, `feature` the word for what it consists of.
 */
export function evaluationContent(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: AnyProtocol,
  { title, item, feature } = { title: classifierText(classifier), item: "document", feature: "term" },
): Section[] {
  const { accuracy, binary, documents, labels, vocabulary, perClass, macro } = evaluation;
  const sizes = `${plural(documents.train, `training ${item}`)}, ${grouped(documents.test)} tested, ${plural(vocabulary, feature)}`;
  const confused = mostConfused(evaluation.confusion, CONFUSIONS_SHOWN).map(({ actual, predicted, count }) => {
    return [grouped(count), labels[actual], labels[predicted]];
  });
  const sections: Section[] = [
    [{ heading: phrase`${title}: ${percent(accuracy)} right` }],
    [phrase`${protocolText(protocol, item)}. ${sizes}.`],
    [figureTable(evaluation)],
  ];
  if (binary !== undefined) {
    const rows = [["figure", "value", ""], ...binaryRows(binary, labels)];
    sections.push([{ heading: binaryTitle(binary, labels) }], [{ rows, align: "lrl" }]);
  }
  const look = (row: number, column: number) => (row > perClass.length && column === 0 ? "dim" : undefined);
  sections.push([{ heading: "Classes" }], [{ rows: classRows(perClass, macro, "F1"), align: "lrrrr", look }]);
  if (confused.length > 0) {
    const rows = [[`${item}s`, "of", "taken for"], ...confused];
    sections.push([{ heading: "Most often confused" }], [{ rows, align: "rll" }]);
  }
  const settings = safeJson({ classifier, protocol }, 2);
  return [...sections, [{ heading: "Settings" }], [{ code: settings, language: "json" }]];
}

function figureTable(evaluation: Evaluation): TableBlock {
  const { accuracy, baselines, macro, logLoss, brier, calibrationError, matthews, topAccuracy } = evaluation;
  const interval = `95 % interval ${percentRange(evaluation.accuracyInterval)}${rightText(evaluation)}`;
  return {
    rows: [
      ["figure", "value", ""],
      ["accuracy", percent(accuracy), interval],
      ["majority class", percent(baselines.majority), "baseline"],
      ["random guess by class size", percent(baselines.proportional), "baseline"],
      ["F1, mean over classes", macro.f1.toFixed(3), ""],
      ...topAccuracy.flatMap((top) => (top.k > 1 ? [[`top-${top.k} accuracy`, percent(top.accuracy), ""]] : [])),
      ["log loss", logLoss.toFixed(3), "nats; 0 is best"],
      ["Brier score", brier.toFixed(3), "0 is best, 2 is worst"],
      ["calibration error", calibrationError.toFixed(3), "expected, 15 bins"],
      [phrase`Matthews correlation (MCC)`, matthews.toFixed(3), "1 is best, 0 is chance"],
    ],
    align: "lrl",
    look: (row, column) => (row === 1 && column < 2 ? "bold" : undefined),
  };
}
