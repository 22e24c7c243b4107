import type { Classifier, Dataset } from "../classifiers/classifier.js";
import type { SelectionRules } from "../features/selection.js";
import { type CurveSize, curveSizes } from "./curve-sizes.js";
import { halfWidth, type Interval, resampledInterval, wilsonInterval } from "./intervals.js";
import { mean } from "./mean.js";
import { baselinesOf, type Outcome, predictedOn } from "./outcome.js";
import { accuracyAt, fitPowerLaw, type PowerLaw } from "./power-law.js";
import { STREAMS, seededRandom, shuffle } from "./random.js";
import { holdouts, requireHoldout } from "./splits.js";
import { TrainingPart } from "./training-part.js";
import { Trial } from "./trial.js";

/** Accuracy after learning from so many documents. */
export interface CurvePoint {
  /** Number of training documents. */
  readonly documents: number;
  /** Mean over the repeats. */
  readonly accuracy: number;
  /** One a repeat. */
  readonly accuracies: readonly number[];
  /**
   * 95 %. For one repeat Wilson's; for more the corrected one for resampling, with the ratio
   * of the largest size, which is on the safe side for smaller sizes, as they share fewer
   * documents. With test documents of their own, Wilson's and the spread of the repeats together.
   */
  readonly interval: Interval;
  /** Number of terms in the first repeat. */
  readonly vocabulary: number;
}

/** What a classifier should reach with twice the documents. */
export interface Forecast {
  readonly documents: number;
  readonly accuracy: number;
  /**
   * 95 %: the spread of the forecasts of the repeats, corrected as accuracies are, and how
   * far the law of the smaller sizes was off at the largest. Undefined for one repeat.
   */
  readonly interval: Interval | undefined;
}

/** How accurate a classifier is for its documents. */
export interface LearningCurve {
  /** The classifier's name. */
  readonly classifier: string;
  /** Sizes ascending. */
  readonly points: readonly CurvePoint[];
  /** Fitted to the means; undefined of fewer than three sizes. */
  readonly law: PowerLaw | undefined;
  /** At twice the largest size. */
  readonly forecast: Forecast | undefined;
}

/** The curves of some classifiers on the same documents. */
export interface LearningCurves {
  readonly curves: readonly LearningCurve[];
  /** At the largest size. */
  readonly documents: { readonly train: number; readonly test: number };
  /** Mean over the repeats, at the largest size. */
  readonly baselines: Outcome["baselines"];
}

/** How learning curves are made. */
export interface CurveOptions {
  /** Default: as many as `points` says, from 100 (or one a class) to all, evenly on a logarithmic axis. */
  readonly sizes?: readonly CurveSize[] | undefined;
  /** How many sizes, if they are not given; at least 2. Default 7. */
  readonly points?: number | undefined;
  /** The share of each class that is withheld for testing. Default 1/3. */
  readonly holdout?: number | undefined;
  /** Test documents of their own, over the vocabulary of the data and with its classes first: then nothing is withheld. */
  readonly test?: Dataset | undefined;
  /** Default 5. */
  readonly repeats?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  readonly rules?: SelectionRules | undefined;
  /** Called with the number of models trained and tested. */
  readonly onRun?: ((done: number) => void) | undefined;
}

/** What a choice is where none is made. */
export const CURVE_DEFAULTS = { points: 7, holdout: 1 / 3, repeats: 5, seed: 1 };

/**
 * Accuracy against the number of training documents. For each repeat a stratified part is
 * withheld and tested on at every size; the rest is put into one random order, in which
 * each beginning has the classes in proportion and a document of every class, and each
 * size learns from the beginning of it. So a larger training set is a smaller one and some
 * more documents, whose counts are added.
 *
 * @throws UsageError if an option is out of range, DataError if there are not so many documents.
 */
export function learningCurves(
  data: Dataset,
  classifiers: readonly Classifier[],
  options: CurveOptions = {},
): LearningCurves {
  const {
    holdout = CURVE_DEFAULTS.holdout,
    points = CURVE_DEFAULTS.points,
    repeats = CURVE_DEFAULTS.repeats,
    seed = CURVE_DEFAULTS.seed,
  } = options;
  const { rules = {}, onRun, test } = options;
  requireHoldout(holdout, repeats);
  const tested = { x: (test ?? data).x, y: (test ?? data).y };
  const splits = test === undefined ? holdouts(data.y, holdout, repeats, seed) : undefined;
  const whole = allOf(data);
  const sizes = curveSizes(data.y, splits?.[0].train ?? whole, options.sizes ?? points);
  const curves = classifiers.map(() => sizes.map((): Repeat[] => []));
  const baselines: Outcome["baselines"][] = [];
  let done = 0;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const order = stratifiedOrder(data.y, splits?.[repeat].train ?? whole, seed, repeat);
    let part = TrainingPart.of(data, new Uint32Array());
    let last = 0;
    for (const [s, size] of sizes.entries()) {
      const added = order.slice(last, size).sort();
      part = last === 0 ? TrainingPart.of(data, added) : part.with(added);
      last = size;
      const trial = new Trial(part, { ...tested, rows: splits?.[repeat].test ?? allOf(tested) }, rules);
      for (const [c, classifier] of classifiers.entries()) {
        const predicted = predictedOn(trial, classifier);
        const right = predicted.filter((said, i) => said === trial.actual[i]).length;
        curves[c][s].push({ documents: trial.trainDocuments, vocabulary: trial.vocabulary, right });
        onRun?.(++done);
      }
      if (s === sizes.length - 1) baselines.push(baselinesOf(trial.trainShares, trial.actual));
    }
  }
  const documents = { train: sizes[sizes.length - 1], test: (splits?.[0].test ?? tested.y).length };
  return {
    curves: classifiers.map(({ name }, c) => curveOf(name, curves[c], documents, test !== undefined)),
    documents,
    baselines: {
      majority: mean(baselines.map(({ majority }) => majority)),
      proportional: mean(baselines.map(({ proportional }) => proportional)),
    },
  };
}

/** What came of one classifier on one size of one repeat. */
interface Repeat {
  readonly documents: number;
  readonly vocabulary: number;
  readonly right: number;
}

function allOf({ y }: Pick<Dataset, "y">): Uint32Array {
  return Uint32Array.from({ length: y.length }, (_, row) => row);
}

/** The rows in an order in which every beginning is stratified: one of each class, then the classes in proportion. */
function stratifiedOrder(y: ArrayLike<number>, rows: Uint32Array, seed: number, repeat: number): Uint32Array {
  const shuffled = shuffle(rows.slice(), seededRandom(seed, STREAMS.curveOrders + repeat));
  const sizes = new Map<number, number>();
  for (const row of rows) sizes.set(y[row], (sizes.get(y[row]) ?? 0) + 1);
  const seen = new Map<number, number>();
  const places = Array.from(shuffled, (row, i) => {
    const before = seen.get(y[row]) ?? 0;
    seen.set(y[row], before + 1);
    return { row, i, place: before === 0 ? 0 : (before + 0.5) / (sizes.get(y[row]) as number) };
  });
  places.sort((a, b) => a.place - b.place || a.i - b.i);
  return Uint32Array.from(places, ({ row }) => row);
}

/**
 * @param sizes what came of each size, one a repeat
 * @param documents at the largest size
 * @param fixed whether all repeats have the same test documents
 */
function curveOf(
  classifier: string,
  sizes: readonly (readonly Repeat[])[],
  { train, test }: LearningCurves["documents"],
  fixed: boolean,
): LearningCurve {
  const points = sizes.map((repeats): CurvePoint => {
    const accuracies = repeats.map(({ right }) => right / test);
    const [{ documents, vocabulary }] = repeats;
    const interval = intervalOf(accuracies, test, train, fixed);
    return { documents, accuracy: mean(accuracies), accuracies, interval, vocabulary };
  });
  const law = fitPowerLaw(points);
  return { classifier, points, law, forecast: law && forecastOf(points, law, fixed ? 0 : test / train) };
}

function intervalOf(accuracies: readonly number[], test: number, train: number, fixed: boolean): Interval {
  const accuracy = mean(accuracies);
  const once = wilsonInterval(accuracy * test, test);
  if (accuracies.length === 1) return once;
  if (!fixed) return resampledInterval(accuracies, test, train);
  const spread = halfWidth(accuracies, 0);
  const [low, high] = once;
  return [
    Math.max(0, accuracy - Math.hypot(accuracy - low, spread)),
    Math.min(1, accuracy + Math.hypot(high - accuracy, spread)),
  ];
}

/** @param ratio of test to training documents, where they are drawn anew in each repeat; else 0 */
function forecastOf(points: readonly CurvePoint[], law: PowerLaw, ratio: number): Forecast {
  const last = points[points.length - 1];
  const documents = 2 * last.documents;
  const accuracy = accuracyAt(law, documents);
  if (last.accuracies.length < 2) return { documents, accuracy, interval: undefined };
  const each = last.accuracies.map((_, r) => {
    const own = fitPowerLaw(points.map((point) => ({ documents: point.documents, accuracy: point.accuracies[r] })));
    return own === undefined ? accuracy : accuracyAt(own, documents);
  });
  const earlier = fitPowerLaw(points.slice(0, -1));
  const missed = earlier === undefined ? 0 : accuracyAt(earlier, last.documents) - last.accuracy;
  const half = Math.hypot(halfWidth(each, ratio), missed);
  return { documents, accuracy, interval: [Math.max(0, accuracy - half), Math.min(1, accuracy + half)] };
}
