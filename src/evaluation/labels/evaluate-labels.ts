import { UsageError } from "../../base/errors.js";
import { type Following, followed } from "../../base/following.js";
import { sumOf } from "../../base/lists.js";
import { probabilityOf } from "../../classifiers/classifier.js";
import { labelSets } from "../../documents/label-cells.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { splitFolds, testFold } from "../../model/fitting/fold.js";
import { classSizes, type Splits } from "../../model/fitting/splits.js";
import { resolve, type Settings } from "../../model/settings.js";
import { labelMetrics, testLabelsOn } from "../metrics/label-metrics.js";
import { ratio } from "../metrics/metrics.js";
import { mean } from "../significance/intervals.js";

/** The measured results of a classifier for several labels. */
export type LabelEvaluation = ReturnType<typeof evaluateLabels>;
/** The prediction for one test document. */
export type LabelPrediction = LabelEvaluation["predictions"][number];

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
) {
  if (!settings.multiLabel) throw new UsageError("evaluateLabels: the settings must have multiLabel");
  if (splits === "leave one out") throw new UsageError("evaluateLabels: splits must be folds or hold-outs");
  const { rules, classifier } = resolve(settings);
  const cells = (test ?? data).labels;
  const folds = test === undefined ? splitFolds(data, splits, rules) : [testFold(data, test, rules)];
  const tellDone = followed(following, "testing", test === undefined ? splits.length : 1);
  const thresholds = new Map<string, number[]>();
  const vocabularies: number[] = [];
  const predictions = Array.from(folds, (fold, run) => {
    const onProgress = (share: number) => tellDone(run + share);
    const { model, predictions: ofFold } = testLabelsOn(fold, classifier, cells, { onProgress, jobs });
    for (const [l, threshold] of model.thresholds.entries()) {
      const label = model.labels[l];
      thresholds.set(label, [...(thresholds.get(label) ?? []), probabilityOf(threshold)]);
    }
    vocabularies.push(fold.termCount);
    tellDone(run + 1);
    return ofFold.map(({ row, ...prediction }) => ({ row, run, ...prediction }));
  }).flat();
  // The labels of training and of test documents. The Hamming loss counts a decision on each of them.
  const all = new Set([data.labels, cells].flatMap((labels) => labelSets({ labels, y: [] }).labels));
  return {
    ...labelMetrics(predictions, all.size),
    /** Number of splits. */
    runs: vocabularies.length,
    /** Mean number of terms over the splits. */
    vocabulary: ratio(sumOf(vocabularies), vocabularies.length),
    /** The mean threshold of each learned label over the splits, as a probability. */
    thresholds: new Map([...thresholds].map(([label, values]) => [label, mean(values)])),
    /** By run, then in the order of its rows. `row` is that in the data set, `run` the index of the split, from 0. */
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
export function labelStrata(data: Pick<Dataset, "y" | "labels">) {
  const { labels, sets } = labelSets(data);
  const sizes = classSizes(sets.flat(), labels.length);
  const rarest = (set: readonly number[]) => [...set].sort((a, b) => sizes[a] - sizes[b] || a - b).at(0);
  return { y: Uint32Array.from(sets, (set) => rarest(set) ?? labels.length), labels: [...labels, ""] };
}
