import { UsageError } from "../../base/errors.js";
import { type Following, followed } from "../../base/following.js";
import { sumOf } from "../../base/lists.js";
import { classifyLabelsRow, type LabelDecision, probabilityOf } from "../../classifiers/classification.js";
import { rowsFor } from "../../classifiers/classifier.js";
import { LabelDecisions } from "../../classifiers/wrappers/label-decisions.js";
import { labelSets } from "../../documents/label-cells.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { splitFolds, testFold } from "../../model/fitting/fold.js";
import { classSizes, type Splits } from "../../model/fitting/splits.js";
import { resolve, type Settings } from "../../model/settings.js";
import { type LabelMetrics, type LabelOutcome, labelMetrics } from "../metrics/label-metrics.js";
import { ratio } from "../metrics/metrics.js";
import { mean } from "../significance/intervals.js";

/** The prediction for one test document. */
export interface LabelPrediction extends LabelOutcome {
  /** Its row in the data set. */
  readonly row: number;
  /** Index of the split that tested it, from 0. */
  readonly run: number;
  /** The decision on each learned label. */
  readonly decisions: readonly LabelDecision[];
}

/** The measured results of a classifier for several labels. */
export interface LabelEvaluation extends LabelMetrics {
  /** Number of splits. */
  readonly runs: number;
  /** Mean number of terms over the splits. */
  readonly vocabulary: number;
  /** The mean threshold of each learned label over the splits, as a probability. */
  readonly thresholds: ReadonlyMap<string, number>;
  /** Ordered by run, then by row. */
  readonly predictions: readonly LabelPrediction[];
}

/**
 * Trains and tests models of several labels. Thresholds are chosen inside each training set.
 *
 * @param data a data set whose classes are cells, such as `a;b` for the labels a and b: to divide, or to learn from if
 *   there is `test`
 * @param test a data set to test on
 * @param splits the folds or hold-outs of `data`; ignored if there is `test`
 * @param options `jobs` is as in `FitOptions`
 * @throws UsageError if the settings are not for several labels, or the splits leave one document out
 */
export function evaluateLabels(
  [data, test]: readonly [data: Dataset, test?: Dataset] | readonly Dataset[],
  splits: Splits,
  settings: Settings,
  { jobs, ...following }: Following & { readonly jobs?: number | undefined } = {},
): LabelEvaluation {
  if (!settings.multiLabel) throw new UsageError("evaluateLabels: the settings must have multiLabel");
  if (splits === "leave one out") throw new UsageError("evaluateLabels: splits must be folds or hold-outs");
  const { rules, classifier } = resolve(settings);
  const { labels, sets } = labelSets(test ?? data);
  const folds = test === undefined ? splitFolds(data, splits, rules) : [testFold(data, test, rules)];
  const tellDone = followed(following, "testing", test === undefined ? splits.length : 1);
  const predictions: LabelPrediction[] = [];
  const thresholds = new Map<string, number[]>();
  const vocabularies: number[] = [];
  for (const fold of folds) {
    const model = fold.fit(classifier, (share) => tellDone(vocabularies.length + share), jobs);
    if (!(model instanceof LabelDecisions))
      throw new TypeError("a classifier for several labels must make LabelDecisions");
    for (const [l, threshold] of model.thresholds.entries()) {
      const label = model.labels[l];
      thresholds.set(label, [...(thresholds.get(label) ?? []), probabilityOf(threshold)]);
    }
    const x = rowsFor(model, fold.test);
    for (let row = 0; row < x.rows; row++) {
      const { labels: predicted, decisions } = classifyLabelsRow(model, x, row);
      const actual = sets[fold.rows[row]].map((l) => labels[l]);
      const inOrder = { actual: actual.sort(), predicted: predicted.toSorted() };
      predictions.push({ row: fold.rows[row], run: vocabularies.length, ...inOrder, decisions });
    }
    vocabularies.push(fold.vocabulary);
    tellDone(vocabularies.length);
  }
  const all = new Set([...labelSets(data).labels, ...labels]);
  return {
    ...labelMetrics(predictions, all.size),
    runs: vocabularies.length,
    vocabulary: ratio(sumOf(vocabularies), vocabularies.length),
    thresholds: new Map([...thresholds].map(([label, values]) => [label, mean(values)])),
    predictions,
  };
}

/**
 * Assigns documents to strata for folds and hold-outs: each to the rarest of its labels, so that rare labels are spread
 * over all folds. Documents without a label are a stratum of their own.
 *
 * @param data a data set whose classes are cells of labels
 * @returns the stratum of each document, and the names of the strata: the labels, sorted, and last `""` for no label
 */
export function labelStrata(data: Pick<Dataset, "y" | "labels">): {
  readonly y: Uint32Array;
  readonly labels: readonly string[];
} {
  const { labels, sets } = labelSets(data);
  const sizes = classSizes(sets.flat(), labels.length);
  const rarest = (set: readonly number[]) => [...set].sort((a, b) => sizes[a] - sizes[b] || a - b).at(0);
  return { y: Uint32Array.from(sets, (set) => rarest(set) ?? labels.length), labels: [...labels, ""] };
}
