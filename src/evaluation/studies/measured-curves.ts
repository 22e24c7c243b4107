import { type Following, followed } from "../../base/following.js";
import { ascending } from "../../base/lists.js";
import type { Classifier } from "../../classifiers/classifier.js";
import type { SelectionRules } from "../../features/selection.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { Fold, type TestSubset } from "../../model/fitting/fold.js";
import { holdouts, type Split } from "../../model/fitting/splits.js";
import { TrainingSubset } from "../../model/fitting/training-subset.js";
import { baselinesOf, meanBaselines, type Outcome, predictedOn, runOf } from "../metrics/outcome.js";
import { halfWidth, type Interval, mean, resampledInterval, wilsonInterval } from "../significance/intervals.js";
import { accuracyAt, fitPowerLaw, type PowerLaw } from "./power-law.js";

/** The curves of several classifiers on the same documents. */
export type LearningCurves = ReturnType<typeof measuredCurves>;
/** The accuracy of one classifier by number of training documents. */
export type LearningCurve = LearningCurves["curves"][number];
/** The accuracy with one number of training documents. */
export type CurvePoint = ReturnType<typeof pointOf>;
/** The expected accuracy with twice as many documents. */
export type Forecast = ReturnType<typeof forecastOf>;

/** A method, and the documents that it learns from and is tested on. */
type PlannedModel = Readonly<{ fold: Fold; classifier: Classifier }>;

/** The models of several curves, and how they are tested. */
interface PlannedCurves {
  readonly names: readonly string[];
  /** Numbers of documents, ascending. */
  readonly sizes: readonly number[];
  /** A split for each repeat. */
  readonly splits: readonly Split[];
  /** Yields, for each size, a model for each curve. */
  readonly modelsOf: (split: Split, repeat: number) => Iterable<readonly PlannedModel[]>;
  /** Numbers of documents at the largest size. */
  readonly documents: Outcome["documents"];
  /** Whether all repeats share their test documents. */
  readonly isFixed: boolean;
}

/** Trains and tests the models of several curves. */
export function measuredCurves(
  { names, sizes, splits, modelsOf, documents, isFixed }: PlannedCurves,
  { jobs, ...following }: Following & { readonly jobs?: number | undefined },
) {
  const tellDone = followed(following, "testing", names.length * sizes.length * splits.length);
  /** A test for each repeat, by curve and size. */
  const tests = names.map(() => sizes.map((): Tested[] => []));
  let done = 0;
  for (const [repeat, split] of splits.entries()) {
    let size = 0;
    for (const models of modelsOf(split, repeat)) {
      for (const [c, { fold, classifier }] of models.entries()) {
        const onProgress = (share: number) => tellDone(done + share);
        const { accuracy } = runOf(predictedOn(fold, classifier, { jobs, onProgress }));
        const baselines = baselinesOf(fold.trainShares, fold.actual);
        tests[c][size].push({ accuracy, vocabulary: fold.termCount, baselines });
        tellDone(++done);
      }
      size++;
    }
  }
  const curves = names.map((classifier, c) => {
    const points = sizes.map((size, s) => pointOf(size, tests[c][s], documents, isFixed));
    const law = fitPowerLaw(points);
    return {
      classifier,
      /** In ascending order of size. */
      points,
      /** Fitted to the mean accuracies; undefined for fewer than three sizes. */
      law,
      /** The forecast for twice the largest size. */
      forecast: law && forecastOf(points, law, isFixed ? 0 : documents.test / documents.train),
    };
  });
  const largest = tests[0][sizes.length - 1];
  return {
    curves,
    documents,
    /** Mean of the baselines of the first curve over the repeats, at the largest size. */
    baselines: meanBaselines(largest.map(({ baselines }) => baselines)),
  };
}

/** The test of one model. */
type Tested = Pick<Outcome, "vocabulary" | "baselines"> & { readonly accuracy: number };

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
    part = part === undefined ? new TrainingSubset(data, added) : part.with(added);
    yield new Fold(part, test, rules);
  }
}

/**
 * Returns the accuracy with one size.
 *
 * @param tests one for each repeat
 * @param largest numbers of documents at the largest size
 * @param isFixed whether all repeats share their test documents
 */
function pointOf(documents: number, tests: readonly Tested[], largest: Outcome["documents"], isFixed: boolean) {
  const accuracies = tests.map(({ accuracy }) => accuracy);
  return {
    /** Number of training documents. */
    documents,
    accuracy: mean(accuracies),
    /** The accuracy of each repeat. */
    accuracies,
    /**
     * The 95 % interval: Wilson's for one repeat, the corrected resampled interval for several. The latter uses the
     * test/train ratio of the largest size, which makes it conservative for smaller sizes. With separate test documents,
     * it is Wilson's, combined with the spread of the repeats.
     */
    interval: intervalOf(accuracies, largest, isFixed),
    /** Number of terms in the first repeat. */
    vocabulary: tests[0].vocabulary,
  };
}

/** Returns the 95 % interval of the accuracy with one size: see `CurvePoint`. */
function intervalOf(accuracies: readonly number[], { train, test }: Outcome["documents"], isFixed: boolean): Interval {
  const accuracy = mean(accuracies);
  const ofOneTest = wilsonInterval(accuracy * test, test);
  if (accuracies.length === 1) return ofOneTest;
  if (!isFixed) return resampledInterval(accuracies, test, train);
  // The errors of the test set and of the training sets are independent, so their squares add.
  const spread = halfWidth(accuracies, 0);
  const [low, high] = ofOneTest;
  return [
    Math.max(0, accuracy - Math.hypot(accuracy - low, spread)),
    Math.min(1, accuracy + Math.hypot(high - accuracy, spread)),
  ];
}

/**
 * Forecasts the accuracy with twice the largest size. The interval combines the corrected spread of the repeats' forecasts
 * with a forecast error: how far a law fitted without the largest size misses the accuracy at that size. It is undefined
 * for one repeat.
 *
 * @param ratio of test to training documents if each repeat draws its own, otherwise 0
 */
function forecastOf(points: readonly CurvePoint[], law: PowerLaw, ratio: number) {
  const last = points[points.length - 1];
  const documents = 2 * last.documents;
  const accuracy = accuracyAt(law, documents);
  if (last.accuracies.length < 2) return { documents, accuracy };
  const each = last.accuracies.map((_, r) => {
    const ofRepeat = points.map((point) => ({ documents: point.documents, accuracy: point.accuracies[r] }));
    const lawOfRepeat = fitPowerLaw(ofRepeat);
    return lawOfRepeat === undefined ? accuracy : accuracyAt(lawOfRepeat, documents);
  });
  const earlier = fitPowerLaw(points.slice(0, -1));
  // How far the law would have missed the largest size, if that had been the one to forecast.
  const missed = earlier === undefined ? 0 : accuracyAt(earlier, last.documents) - last.accuracy;
  const half = Math.hypot(halfWidth(each, ratio), missed);
  const interval: Interval = [Math.max(0, accuracy - half), Math.min(1, accuracy + half)];
  return { documents, accuracy, interval };
}
