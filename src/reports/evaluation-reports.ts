import type { Evaluation } from "../evaluation/evaluate.js";
import { evaluationCsv } from "./evaluation-csv.js";
import { type EvaluatedClassifier, evaluationJson, type Protocol } from "./evaluation-json.js";
import { evaluationMarkdown } from "./evaluation-markdown.js";
import { evaluationSpec } from "./plots/evaluation-spec.js";
import { plotReports } from "./plots/plot-reports.js";
import type { Reports } from "./report-forms.js";
import { safeJson } from "./safe-text.js";

/**
 * An evaluation in every form that needs no more than its figures: `.html` also wants the documents.
 *
 * @param ids the document of each row
 */
export function evaluationReports(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: Protocol,
  ids: readonly string[],
): Reports {
  return {
    ...plotReports(() => evaluationSpec(evaluation)),
    ".csv": () => evaluationCsv(evaluation),
    ".json": () => `${safeJson(evaluationJson(evaluation, classifier, protocol, ids), 2)}\n`,
    ".md": () => evaluationMarkdown(evaluation, classifier, protocol),
  };
}
