import { safeJson } from "../../base/safe-text.js";
import type { Audit } from "../../evaluation/audit/audit.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { AnyProtocol } from "../../evaluation/protocols/protocol.js";
import { auditSections } from "../audit/audit-text.js";
import type { Cell } from "../csv.js";
import { evaluationSpec } from "../plots/evaluation-spec.js";
import type { Report } from "../report-forms.js";
import { type EvaluatedClassifier, evaluationJson, type PredictionOptions } from "./evaluation-json.js";
import { evaluationSections } from "./evaluation-text.js";

/** Additional content of a report of an evaluation. */
export interface EvaluationReportOptions extends PredictionOptions {
  /** Default: none. */
  readonly audit?: Audit | undefined;
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
  { audit, page, ...options }: EvaluationReportOptions = {},
): Report {
  return {
    json: () => ({ ...evaluationJson(evaluation, classifier, protocol, ids, options), audit }),
    rows: () => evaluationRows(evaluation),
    plot: () => evaluationSpec(evaluation),
    content: () => [
      ...evaluationSections(evaluation, classifier, protocol),
      ...(audit === undefined ? [] : auditSections(audit)),
      [{ heading: "settings" }, { code: safeJson({ classifier, protocol }, 2), language: "json" }],
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
