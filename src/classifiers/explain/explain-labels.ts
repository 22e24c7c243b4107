import { UsageError } from "../../base/errors.js";
import { quoted } from "../../base/safe-text.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import { rowsFor } from "../classifier.js";
import { classifyLabelsRow, type LabelDecision, type LabelsClassification } from "../label-classification.js";
import type { LabelDecisions } from "../wrappers/label-decisions.js";
import { type Explanation, explainRow } from "./explain.js";

/** The decision on a label, and the evidence for and against the label. */
export interface ExplainedDecision extends LabelDecision {
  /** Its sum is that of the label before its temperature. Undefined if all training documents have the label. */
  readonly explanation: Explanation | undefined;
}

/** Checks that a model has a label, if one is given. @throws UsageError if it has no such label. */
export function requireLabelOf({ labels }: LabelDecisions, label: string | undefined): void {
  if (label === undefined || labels.includes(label)) return;
  throw new UsageError(`explain: this model has no label ${JSON.stringify(label)}; it has ${quoted(labels)}`);
}

/**
 * Explains the decisions of a model of several labels on row 0 of `x`.
 *
 * @param termOf returns the text of a term
 * @param wanted the label to explain. Default: those that the row gets, or the most probable one if it gets none
 * @returns the decisions on all labels, and those that are explained, with their explanations
 */
export function explainLabels(
  model: LabelDecisions,
  x: SparseMatrix,
  termOf: (term: number) => string,
  wanted?: string,
): { readonly classification: LabelsClassification; readonly explained: readonly ExplainedDecision[] } {
  const classification = classifyLabelsRow(model, x, 0);
  const { decisions, labels } = classification;
  const isWanted = ({ label, isGiven }: LabelDecision) => (wanted === undefined ? isGiven : label === wanted);
  const shown = wanted === undefined && labels.length === 0 ? decisions.slice(0, 1) : decisions.filter(isWanted);
  const explained = shown.map((decision) => {
    const { label } = decision;
    const modelOfLabel = model.modelOf(model.labels.indexOf(label));
    // In the model of a label, class 1 are the documents with the label, and class 0 all others.
    const explanation = modelOfLabel && explainRow(modelOfLabel, rowsFor(modelOfLabel, x), termOf, [1, 0]);
    return { ...decision, explanation: explanation && { ...explanation, label, against: `not ${label}` } };
  });
  return { classification, explained };
}
