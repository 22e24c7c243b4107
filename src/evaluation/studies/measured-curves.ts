import { type Following, followed } from "../../base/following.js";
import { ascending } from "../../base/lists.js";
import type { Classifier } from "../../classifiers/classifier.js";
import type { SelectionRules } from "../../features/selection.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { Fold, type TestSubset } from "../../model/fitting/fold.js";
import { holdouts, type Split } from "../../model/fitting/splits.js";
import { TrainingSubset } from "../../model/fitting/training-subset.js";
import { accuracyOn, type Baselines, baselinesOf, meanBaselines } from "../metrics/outcome.js";
import { halfWidth, type Interval, mean, resampledInterval, wilsonInterval } from "../significance/intervals.js";
import { accuracyAt, fitPowerLaw, type PowerLaw } from "./power-law.js";

/** The accuracy with one number of training documents. */
export interface CurvePoint {
  /** Number of training documents. */
  readonly documents: number;
  readonly accuracy: number;
  /** The accuracy of each repeat. */
  readonly accuracies: readonly number[];
  /**
   * The 95 % interval: Wilson's for one repeat, the corrected resampled interval for several. The latter uses the
   * test/train ratio of the largest size, which makes it conservative for smaller sizes. With separate test documents,
   * it is Wilson's, combined with the spread of the repeats.
   */
  readonly interval: Interval;
  /** Number of terms in the first repeat. */
  readonly vocabulary: number;
}

/** The expected accuracy with twice as many documents. */
export interface Forecast {
  readonly documents: number;
  readonly accuracy: number;
  /**
   * The 95 % interval. It combines the corrected spread of the repeats' forecasts with a forecast error: how far a law
   * fitted without the largest size misses the accuracy at that size. Undefined for one repeat.
   */
  readonly interval: Interval | undefined;
}

/** The accuracy of one classifier by number of training documents. */
export interface LearningCurve {
  readonly classifier: string;
  /** In ascending order of size. */
  readonly points: readonly CurvePoint[];
  /** Fitted to the mean accuracies; undefined for fewer than three sizes. */
  readonly law: PowerLaw | undefined;
  /** The forecast for twice the largest size. */
  readonly forecast: Forecast | undefined;
}

/** The curves of several classifiers on the same documents. */
export interface LearningCurves {
  readonly curves: readonly LearningCurve[];
  /** Numbers of documents at the largest size. */
  readonly documents: { readonly train: number; readonly test: number };
  /** Mean of the baselines over the repeats, at the largest size. */
  readonly baselines: Baselines;
}

/** The models of several curves, and how they are tested. */
interface PlannedCurves {
  readonly names: readonly string[];
  /** Numbers of documents, ascending. */
  readonly sizes: readonly number[];
  /** A split for each repeat. */
  readonly splits: readonly Split[];
  /** Yields, for each size, a model for each curve. */
  readonly modelsOf: (
    split: Split,
    repeat: number,
  ) => Iterable<readonly { readonly fold: Fold; readonly classifier: Classifier }[]>;
  /** Numbers of documents, for the intervals. */
  readonly documents: LearningCurves["documents"];
  /** Whether all repeats share their test documents. */
  readonly isFixed: boolean;
}

/** Trains and tests the models of several curves. The baselines are those of the first curve. */
export function measuredCurves(
  plan: PlannedCurves,
  options: Following & { readonly jobs?: number | undefined },
): LearningCurves {
  const { names, sizes, splits, modelsOf, documents, isFixed } = plan;
  const tellDone = followed(options, "testing", names.length * sizes.length * splits.length);
  /** By curve, size and repeat. */
  const accuracies = names.map(() => sizes.map((): number[] => []));
  /** By curve and size. */
  const vocabularies = names.map((): number[] => []);
  const baselines: Baselines[] = [];
  let done = 0;
  for (const [repeat, split] of splits.entries()) {
    let size = 0;
    for (const models of modelsOf(split, repeat)) {
      for (const [c, { fold, classifier }] of models.entries()) {
        const onProgress = (share: number) => tellDone(done + share);
        accuracies[c][size].push(accuracyOn(fold, classifier, { jobs: options.jobs, onProgress }));
        if (repeat === 0) vocabularies[c].push(fold.vocabulary);
        tellDone(++done);
      }
      const [{ fold }] = models;
      if (++size === sizes.length) baselines.push(baselinesOf(fold.trainShares, fold.actual));
    }
  }
  const curves = names.map((name, c) => curveOf(name, sizes, vocabularies[c], accuracies[c], documents, isFixed));
  return { curves, documents, baselines: meanBaselines(baselines) };
}

/**
 * Returns a split for each repeat. With separate test documents, all are alike: only the order of the training
 * documents differs between repeats.
 */
export function repeatedSplits(
  { y }: Dataset,
  test: Dataset | undefined,
  holdout: number,
  repeats: number,
  seed: number,
): Split[] {
  if (test === undefined) return holdouts(y, holdout, repeats, seed);
  return new Array<Split>(repeats).fill({ train: ascending(y.length), test: ascending(test.y.length) });
}

/** Yields a fold for each size. Its training documents are the first in an order. */
export function* growingFolds(
  data: Dataset,
  order: Uint32Array,
  sizes: readonly number[],
  test: TestSubset,
  rules: SelectionRules,
): Generator<Fold> {
  let part: TrainingSubset | undefined;
  for (const [s, size] of sizes.entries()) {
    const added = order.slice(sizes[s - 1] ?? 0, size).sort();
    part = part === undefined ? TrainingSubset.of(data, added) : part.with(added);
    yield new Fold(part, test, rules);
  }
}

/**
 * Makes the curve of a classifier.
 *
 * @param vocabularies number of terms, by size
 * @param accuracies by size and repeat
 * @param documents numbers of documents at the largest size
 * @param isFixed whether all repeats share their test documents
 */
function curveOf(
  classifier: string,
  sizes: readonly number[],
  vocabularies: readonly number[],
  accuracies: readonly number[][],
  documents: LearningCurves["documents"],
  isFixed: boolean,
): LearningCurve {
  const points = sizes.map((size, s): CurvePoint => {
    const ofSize = accuracies[s];
    const interval = intervalOf(ofSize, documents, isFixed);
    return { documents: size, accuracy: mean(ofSize), accuracies: ofSize, interval, vocabulary: vocabularies[s] };
  });
  const law = fitPowerLaw(points);
  const ratio = isFixed ? 0 : documents.test / documents.train;
  return { classifier, points, law, forecast: law && forecastOf(points, law, ratio) };
}

/** Returns the 95 % interval of the accuracy with one size: see `CurvePoint`. */
function intervalOf(
  accuracies: readonly number[],
  { train, test }: LearningCurves["documents"],
  isFixed: boolean,
): Interval {
  const accuracy = mean(accuracies);
  const once = wilsonInterval(accuracy * test, test);
  if (accuracies.length === 1) return once;
  if (!isFixed) return resampledInterval(accuracies, test, train);
  // The errors of the test set and of the training sets are independent, so their squares add.
  const spread = halfWidth(accuracies, 0);
  const [low, high] = once;
  return [
    Math.max(0, accuracy - Math.hypot(accuracy - low, spread)),
    Math.min(1, accuracy + Math.hypot(high - accuracy, spread)),
  ];
}

/**
 * Forecasts the accuracy with twice the largest size.
 *
 * @param ratio of test to training documents if each repeat draws its own, otherwise 0
 */
function forecastOf(points: readonly CurvePoint[], law: PowerLaw, ratio: number): Forecast {
  const last = points[points.length - 1];
  const documents = 2 * last.documents;
  const accuracy = accuracyAt(law, documents);
  if (last.accuracies.length < 2) return { documents, accuracy, interval: undefined };
  const each = last.accuracies.map((_, r) => {
    const lawOfRepeat = fitPowerLaw(
      points.map((point) => ({ documents: point.documents, accuracy: point.accuracies[r] })),
    );
    return lawOfRepeat === undefined ? accuracy : accuracyAt(lawOfRepeat, documents);
  });
  const earlier = fitPowerLaw(points.slice(0, -1));
  // How far the law would have missed the largest size, if that had been the one to forecast.
  const missed = earlier === undefined ? 0 : accuracyAt(earlier, last.documents) - last.accuracy;
  const half = Math.hypot(halfWidth(each, ratio), missed);
  return { documents, accuracy, interval: [Math.max(0, accuracy - half), Math.min(1, accuracy + half)] };
}
