import type { Evaluation } from "../../evaluation/evaluate.js";
import type { TableModel } from "../../tables/table-model.js";
import { evaluationJson, evaluationRows } from "../evaluation/evaluation-text.js";
import { evaluationSpec } from "../plots/evaluation-spec.js";
import type { Report } from "../report-forms.js";
import type { ClassifiedRow } from "./table-rows-text.js";
import { optionsOf, type TableOutcome, type TableResult, tableSections } from "./table-text.js";

/** Returns the evaluation of a table as the content of report files. */
export function tableReport(outcome: TableOutcome, evaluation: Evaluation): Report {
  return {
    json: () => tableJson(outcome),
    rows: () => evaluationRows(evaluation),
    plot: () => evaluationSpec(evaluation),
    content: () => tableSections(outcome),
  };
}

/**
 * Returns the results of a table as JSON: the evaluation as `thresher evaluate --json` prints it, if there is one, the
 * model's counts, and each classified row; the same for an experiment.
 */
export function tableJson({ experiment, protocol, lines, ...result }: TableOutcome): object {
  const ids = lines.map((line) => `line ${line}`);
  const jsonOf = ({ model, evaluation, rows }: TableResult) => {
    const classifier = { name: "table", ...optionsOf(model) };
    const { target, labels, sizes, attributes } = model;
    return {
      ...(evaluation === undefined ? { classifier, labels } : evaluationJson(evaluation, classifier, protocol, ids)),
      table: { target, rows: labels.map((label, c) => ({ label, rows: sizes[c] })), attributes },
      classified: rows.map((row) => rowJson(model, row)),
    };
  };
  return {
    ...jsonOf(result),
    ...(experiment && { experiment: { title: experiment.title, ...jsonOf(experiment) } }),
  };
}

/** Writes a row: probabilities, and logarithms of those that may be too small for a double. Infinity becomes null. */
function rowJson({ labels, attributes, likelihoods }: TableModel, { row, classification }: ClassifiedRow): object {
  const { predicted, against, margin, logPrior, logLikelihoods, logJoint, logPosterior } = classification;
  const byLabel = (figureOf: (c: number) => number) =>
    Object.fromEntries(labels.map((label, c) => [label, figureOf(c)]));
  const expByLabel = (logs: Float64Array) => byLabel((c) => Math.exp(logs[c]));
  return {
    row: row.name,
    label: labels[predicted],
    probability: Math.exp(logPosterior[predicted]),
    logOdds: { of: labels[predicted], against: labels[against], value: margin },
    prior: expByLabel(logPrior),
    attributes: attributes.map(({ name, kind }, a) => {
      const logs = logLikelihoods[a];
      const value = row.cells[a] ?? null;
      if (logs !== undefined) return { name, kind, value, likelihood: expByLabel(logs) };
      const why = likelihoods[a].whyIgnored ?? (value === null ? "missing" : "not in training");
      return { name, kind, value, notInTheProduct: why };
    }),
    joint: expByLabel(logJoint),
    logJoint: byLabel((c) => logJoint[c]),
    posterior: expByLabel(logPosterior),
  };
}
