import { smoothingDefaults } from "../classifiers/smoothing.js";
import type { TableModel } from "../tables/table-model.js";
import { evaluationJson } from "./evaluation-json.js";
import type { ClassifiedRow } from "./table-rows-text.js";
import type { TableReport, TableResult } from "./table-text.js";

/**
 * What came of a table: an evaluation as `thresher evaluate --json` prints it, if there was
 * one, with the model's counts and each classified row beside it.
 *
 * @param lines the line of the file that each row stands on
 */
export function tableJson(report: TableReport, lines: readonly number[]): object {
  const { protocol, experiment } = report;
  return {
    ...resultJson(report, protocol, lines),
    ...(experiment && { experiment: { title: experiment.title, ...resultJson(experiment, protocol, lines) } }),
  };
}

function resultJson(
  { model, evaluation, rows }: TableResult,
  protocol: TableReport["protocol"],
  lines: readonly number[],
): object {
  const classifier = tableClassifier(model);
  const ids = lines.map((line) => `line ${line}`);
  const { target, labels, sizes, attributes } = model.parts;
  return {
    ...(evaluation === undefined ? { classifier, labels } : evaluationJson(evaluation, classifier, protocol, ids)),
    table: { target, rows: labels.map((label, c) => ({ label, rows: sizes[c] })), attributes },
    classified: rows.map((row) => rowJson(model, row)),
  };
}

/** The model of a table as results name it. */
function tableClassifier({ parts }: TableModel): { name: string; [setting: string]: unknown } {
  const defaults = { ...smoothingDefaults(parts.options), variance: "maximum-likelihood", prior: "fit" };
  return { name: "table", ...defaults, ...parts.options };
}

/** Probabilities as they are, and logarithms beside those that a double may not hold; an infinite one is null. */
function rowJson({ labels, parts, likelihoods }: TableModel, { row, classification }: ClassifiedRow): object {
  const { predicted, against, margin, logPrior, logLikelihoods, logJoint, logPosterior } = classification;
  const byLabel = (of: (c: number) => number) => Object.fromEntries(labels.map((label, c) => [label, of(c)]));
  const exp = (logs: Float64Array) => byLabel((c) => Math.exp(logs[c]));
  return {
    row: row.name,
    label: labels[predicted],
    probability: Math.exp(logPosterior[predicted]),
    logOdds: { of: labels[predicted], against: labels[against], value: margin },
    prior: exp(logPrior),
    attributes: parts.attributes.map(({ name, kind }, a) => {
      const logs = logLikelihoods[a];
      const out = likelihoods[a].silent ?? (row.cells[a] === undefined ? "missing" : "not in training");
      return {
        name,
        kind,
        value: row.cells[a] ?? null,
        ...(logs === undefined ? { notInTheProduct: out } : { likelihood: exp(logs) }),
      };
    }),
    joint: exp(logJoint),
    logJoint: byLabel((c) => logJoint[c]),
    posterior: exp(logPosterior),
  };
}
