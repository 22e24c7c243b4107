import { safeJson } from "../../base/safe-text.js";
import type { Audit } from "../../evaluation/audit/audit.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { AnyProtocol } from "../../evaluation/protocols/protocol.js";
import { auditSections } from "../audit/audit-text.js";
import type { Section } from "../blocks.js";
import type { Cell } from "../csv.js";
import { evaluationSpec } from "../plots/evaluation-spec.js";
import type { Report } from "../report-forms.js";
import { evaluationSections } from "./evaluation-text.js";
import { type PredictionOptions, predictionsJson } from "./predictions.js";
import type { EvaluatedClassifier } from "./settings-text.js";

/**
 * Returns an evaluation as `thresher evaluate --json` prints it. It has the figures, and all predictions so that two
 * evaluations can be compared.
 *
 * @param ids the id of the document in each row
 */
export function evaluationJson(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: AnyProtocol,
  ids: readonly string[],
  options: PredictionOptions = {},
): object {
  // Whether the runs resample one corpus follows from the protocol.
  const { predictions: _, logProbabilities: __, resampled: ___, ...figures } = evaluation;
  return { classifier, protocol, ...figures, predictions: predictionsJson(evaluation, ids, options) };
}

/** Additional content of a report of an evaluation: an audit, and a function that makes the page of the `.html` form. */
interface EvaluationReportOptions extends PredictionOptions, Pick<Report, "page"> {
  readonly audit?: Audit | undefined;
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
  { audit, page, ...options }: EvaluationReportOptions = {},
): Report {
  return {
    json: () => ({ ...evaluationJson(evaluation, classifier, protocol, ids, options), audit }),
    rows: () => evaluationRows(evaluation),
    plot: () => evaluationSpec(evaluation),
    content: () => [
      ...evaluationSections(evaluation, classifier, protocol),
      ...(audit === undefined ? [] : auditSections(audit)),
      settingsSection({ classifier, protocol }),
    ],
    page,
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

/** Shows the settings as JSON. */
export function settingsSection(settings: object): Section {
  return [{ heading: "settings" }, { code: safeJson(settings, 2), language: "json" }];
}
