import { safeJson } from "../../base/safe-text.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import type { Audit } from "../../evaluation/audit/audit.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { AnyProtocol } from "../../evaluation/protocols/protocol.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import { auditSections } from "../audit/audit-text.js";
import type { Section } from "../blocks.js";
import { type Cell, classColumns, otherNames, tsvLine } from "../csv.js";
import { evaluationSpec } from "../plots/evaluation-spec.js";
import type { Report } from "../report-forms.js";
import { evaluationSections } from "./evaluation-text.js";
import type { EvaluatedClassifier } from "./settings-text.js";

/** Options for lists of predictions. */
export interface PredictionOptions {
  /** Whether to write the probability of every class, not only of the predicted one. Default false. */
  readonly probabilities?: boolean | undefined;
  /** Other columns of the tested table, for lines of predictions. Default: none. */
  readonly others?: OtherColumns | undefined;
}

/** Columns of a table, with their cells by row. */
export interface OtherColumns {
  readonly names: readonly string[];
  /** Returns the cells of a row, in the order of the names. */
  readonly cells: (row: number) => readonly string[];
}

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
  { probabilities = false }: PredictionOptions = {},
): object {
  // Whether the runs resample one corpus follows from the protocol.
  const { predictions, logProbabilities: _, resampled: __, ...figures } = evaluation;
  return {
    classifier,
    protocol,
    ...figures,
    predictions: predictions.map(({ run, row, actual, predicted, probability }, p) => ({
      id: ids[row],
      run,
      actual: evaluation.labels[actual],
      predicted: evaluation.labels[predicted],
      probability,
      ...(probabilities && { probabilities: Object.fromEntries(probabilitiesOf(evaluation, p)) }),
    })),
  };
}

/**
 * Yields the predictions of an evaluation as tab-separated lines: id, actual class, predicted class, its probability, and
 * the probability of every class if requested.
 *
 * @param ids the id of the document in each row
 */
export function predictionLines(
  evaluation: Evaluation,
  ids: readonly string[],
  { probabilities = false, others }: PredictionOptions = {},
): Generator<string> {
  const { predictions, labels } = evaluation;
  const head = ["id", "actual", "predicted", "probability", ...(probabilities ? classColumns(labels) : [])];
  return linesOf(predictions, head, others, ({ row, actual, predicted, probability }, p) => {
    const all = probabilities ? probabilitiesOf(evaluation, p).values() : [];
    return [ids[row], labels[actual], labels[predicted], probability, ...all];
  });
}

/** Yields the names of the columns, then a line for each prediction, with other columns last. Names are safe as in CSV. */
export function* linesOf<P extends { readonly row: number }>(
  predictions: readonly P[],
  head: readonly string[],
  others: OtherColumns | undefined,
  cellsOf: (prediction: P, p: number) => readonly Cell[],
): Generator<string> {
  yield tsvLine([...head, ...otherNames(head, others?.names)]);
  for (const [p, prediction] of predictions.entries()) {
    yield tsvLine([...cellsOf(prediction, p), ...(others?.cells(prediction.row) ?? [])]);
  }
}

/** Returns P(class | document) of one prediction, by class. */
function probabilitiesOf({ labels, logProbabilities }: Evaluation, prediction: number): Map<string, number> {
  const from = prediction * labels.length;
  return new Map(labels.map((label, c) => [label, Math.exp(logProbabilities[from + c])]));
}

/** Returns the other columns of the tested table, which is the last corpus; undefined if it has none. */
export function otherColumnsOf(
  corpora: readonly Corpus[],
  { facts }: Pick<CorpusData, "facts">,
): OtherColumns | undefined {
  const names = corpora.at(-1)?.form?.otherColumns;
  return names && { names, cells: (row) => facts?.[row]?.others ?? [] };
}

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
      settingsSection({ classifier, protocol }),
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

/** Shows the settings as JSON. */
export function settingsSection(settings: object): Section {
  return [{ heading: "settings" }, { code: safeJson(settings, 2), language: "json" }];
}
