import type { Audit } from "../../evaluation/audit/leakage.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { auditMarkdown } from "../audit/audit-text.js";
import type { Cell } from "../csv.js";
import { evaluationSpec } from "../plots/evaluation-spec.js";
import type { Report } from "../report-forms.js";
import { type EvaluatedClassifier, evaluationJson, type PredictionOptions, type Protocol } from "./evaluation-json.js";
import { evaluationMarkdown } from "./evaluation-markdown.js";

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
  protocol: Protocol,
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
