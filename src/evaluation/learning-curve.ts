import type { Classifier, Dataset } from "../classifiers/classifier.js";
import { UsageError } from "../errors.js";
import type { SelectionRules } from "../features/selection.js";
import { evaluate } from "./evaluate.js";
import { type Interval, resampledInterval } from "./intervals.js";
import { seededRandom, shuffle } from "./random.js";
import { holdouts, type Split } from "./splits.js";
import { splitTrials } from "./trial.js";

/** Accuracy after learning from so many documents. */
export interface CurvePoint {
  /** Number of training documents. */
  readonly documents: number;
  /** Mean over the repeats. */
  readonly accuracy: number;
  /** One a repeat. */
  readonly accuracies: readonly number[];
  /** 95 %, corrected for resampling; of one repeat it is not known. */
  readonly interval: Interval | undefined;
}

/** How a learning curve is made. */
export interface CurveOptions {
  /** The shares of the training part to learn from, above 0 and up to 1. Default: 1/16, 1/8, 1/4, 1/2 and 1. */
  readonly shares?: readonly number[];
  /** The share of each class that is withheld for testing. Default 1/3. */
  readonly holdout?: number;
  /** Default 5. */
  readonly repeats?: number;
  /** Default 1. */
  readonly seed?: number;
  readonly rules?: SelectionRules;
  /** Called with the number of models trained and tested. */
  readonly onRun?: (done: number) => void;
}

/**
 * Accuracy against the number of training documents. For each repeat a stratified part is
 * withheld and always tested on; the rest is shuffled once, and each size learns from the
 * beginning of it, so that a larger training set contains the smaller ones. Every class
 * has at least one training document at every size.
 *
 * @throws UsageError if a share or the number of repeats is out of range.
 */
export function learningCurve(data: Dataset, classifier: Classifier, options: CurveOptions = {}): CurvePoint[] {
  const {
    shares = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1],
    holdout = 1 / 3,
    repeats = 5,
    seed = 1,
    rules = {},
    onRun,
  } = options;
  for (const share of shares) {
    if (!(share > 0 && share <= 1)) throw new UsageError(`shares: required numbers above 0, up to 1, got ${share}`);
  }
  const splits = holdouts(data.y, holdout, repeats, seed);
  let done = 0;
  return shares.map((share) => {
    const parts = splits.map((split, repeat) => ({
      train: nestedPart(data.y, split, share, seed, repeat),
      test: split.test,
    }));
    const { runs } = evaluate(splitTrials(data, parts, rules), classifier, data.labels, {
      onRun: () => onRun?.(++done),
    });
    const accuracies = runs.map(({ accuracy }) => accuracy);
    const documents = parts[0].train.length;
    return {
      documents,
      accuracy: accuracies.reduce((sum, accuracy) => sum + accuracy, 0) / accuracies.length,
      accuracies,
      interval: repeats < 2 ? undefined : resampledInterval(accuracies, parts[0].test.length, documents),
    };
  });
}

/** Streams of random numbers that no split draws from. */
const NESTING = 2 ** 31;

/** The beginning of each class's shuffled training documents. */
function nestedPart(y: ArrayLike<number>, { train }: Split, share: number, seed: number, repeat: number): Uint32Array {
  const shuffled = shuffle(train.slice(), seededRandom(seed, NESTING + repeat));
  const size = new Map<number, number>();
  for (const row of train) size.set(y[row], (size.get(y[row]) ?? 0) + 1);
  const left = new Map([...size].map(([c, n]) => [c, Math.max(1, Math.round(n * share))]));
  const part = shuffled.filter((row) => {
    const room = left.get(y[row]) as number;
    left.set(y[row], room - 1);
    return room > 0;
  });
  return part.sort();
}
