import { requireNumber } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import { spamClasses } from "../../documents/spam-classes.js";
import { ratio } from "./metrics.js";

/** How two classes are measured. */
export interface BinaryOptions {
  /**
   * The positive class. Default: the class that looks like spam (`spam`, `Junk`), if there is exactly one, otherwise
   * the second class.
   */
  readonly positive?: string | undefined;
  /** Above 0, below 1. Default 0.5. It does not change the predicted class. */
  readonly threshold?: number | undefined;
  /** Finite, above 0. Default 1. */
  readonly falseAlarmCost?: number | undefined;
}

/** Figures for two classes. The positive class is the one to find (spam); the negative one is the other (ham). */
export type BinaryMetrics = ReturnType<typeof binaryMetrics>;

/**
 * Computes the figures of a ranking by log odds, and of a threshold on them. Documents of several runs form one
 * ranking, so log odds must be comparable between runs. Log odds rank like probabilities, but they do not tie where
 * probabilities round to 1.
 *
 * @param labels the two classes
 * @param actual class index by document
 * @param logOdds ln P(positive) - ln P(negative) by document; infinite where one of the probabilities is 0
 * @param rankedBy other log odds to rank by, such as those before calibration. Default: `logOdds`
 * @throws UsageError if there are not two classes, an option is not allowed, or one of the log odds is NaN.
 */
export function binaryMetrics(
  labels: readonly string[],
  actual: ArrayLike<number>,
  logOdds: Float64Array,
  options: BinaryOptions = {},
  rankedBy: Float64Array = logOdds,
) {
  requireBinary(labels, options);
  const firstBad = [logOdds, rankedBy].map((odds) => odds.findIndex(Number.isNaN)).find((d) => d !== -1);
  if (firstBad !== undefined) throw new UsageError(`the log odds of document ${firstBad} are NaN`);
  const { threshold = 0.5, falseAlarmCost = 1 } = options;
  const positive = positiveClass(labels, options);
  const ranking = rank(actual, positive, rankedBy);
  const { positives, negatives } = ranking;
  let falseAlarms = 0;
  let misses = 0;
  for (let d = 0; d < actual.length; d++) {
    // The logistic function turns log odds into P(positive).
    const isAlarm = 1 / (1 + Math.exp(-logOdds[d])) >= threshold;
    if (actual[d] === positive && !isAlarm) misses++;
    if (actual[d] !== positive && isAlarm) falseAlarms++;
  }
  const rocAuc = positives === 0 || negatives === 0 ? null : ranking.pairs / (positives * negatives);
  const cost = falseAlarmCost * falseAlarms + misses;
  return {
    positive: labels[positive],
    /** Number of documents of the positive class. */
    positives,
    /** Number of documents of the negative class. */
    negatives,
    /**
     * Area under the ROC curve: how often a positive document has higher log odds than a negative one; ties count half.
     * Null unless both classes have documents.
     */
    rocAuc,
    /** (1 - rocAuc) · 100, as in the literature on spam filtering. */
    oneMinusAucPercent: rocAuc === null ? null : (1 - rocAuc) * 100,
    /** Σ (recall step · precision) over the distinct log odds, highest first; null without positive documents. */
    averagePrecision: positives === 0 ? null : ranking.precisions / positives,
    /** Documents with P(positive) of at least this count as positive. Used for the rates and the cost only. */
    threshold,
    /** Share of the negative documents at or above the threshold; 0 without negative documents. */
    falseAlarmRate: ratio(falseAlarms, negatives),
    /** Share of the positive documents below the threshold; 0 without positive documents. */
    missRate: ratio(misses, positives),
    /** Number of negative documents at or above the threshold. */
    falseAlarms,
    /** Number of positive documents below the threshold. */
    misses,
    /** Share of the positive documents that rank above every negative one; 0 without positive documents. */
    caughtWithoutFalseAlarm: ratio(ranking.ahead, positives),
    /** Cost of a false alarm, in misses. */
    falseAlarmCost,
    /**
     * Cost without a filter (every positive document missed) divided by the cost at the threshold. Above 1, the filter
     * pays. Null if nothing went wrong. Source: Androutsopoulos et al. 2000.
     */
    totalCostRatio: cost === 0 ? null : positives / cost,
  };
}

/** @throws UsageError if there are not two classes, or an option is not allowed. */
export function requireBinary(labels: readonly string[], options: BinaryOptions): void {
  const { positive, threshold = 0.5, falseAlarmCost = 1 } = options;
  if (labels.length !== 2) {
    throw new UsageError(
      `positive class, threshold and cost of a false alarm need two classes; there are ${labels.length}`,
    );
  }
  if (positive !== undefined && !labels.includes(positive)) {
    const names = labels.map((label) => JSON.stringify(label)).join(" and ");
    throw new UsageError(`positive: there is no class ${JSON.stringify(positive)}, only ${names}`);
  }
  requireNumber("threshold", threshold, { above: 0, below: 1 });
  requireNumber("falseAlarmCost", falseAlarmCost, { above: 0 });
}

/** Returns the index of the positive class: see `BinaryOptions.positive`. */
export function positiveClass(labels: readonly string[], { positive }: BinaryOptions): number {
  const [spam, another] = positive === undefined ? spamClasses(labels) : [positive];
  return spam === undefined || another !== undefined ? 1 : labels.indexOf(spam);
}

/**
 * Returns ln P(positive) - ln P(negative) by document; 0 where both are impossible.
 *
 * @param logProbabilities documents × 2, row-major
 * @param positive index of the positive class
 */
export function logOddsOf(logProbabilities: Float64Array, positive: number): Float64Array {
  return Float64Array.from({ length: logProbabilities.length / 2 }, (_, d) => {
    const ofPositive = logProbabilities[2 * d + positive];
    const ofNegative = logProbabilities[2 * d + 1 - positive];
    return ofPositive === ofNegative ? 0 : ofPositive - ofNegative;
  });
}

/**
 * Ranks documents by log odds and counts along the ranking.
 *
 * @returns the numbers of `positives` and `negatives`; `pairs`, the pairs of a positive and a negative document with the
 *   positive one higher, where ties count half; `precisions`, the sum of the precisions at the ranks of the positive
 *   documents; `ahead`, the number of positive documents above every negative one
 */
function rank(actual: ArrayLike<number>, positive: number, logOdds: Float64Array) {
  const order = Uint32Array.from(logOdds.keys());
  // The difference of equal infinities is NaN, which sorts as equal.
  order.sort((a, b) => logOdds[b] - logOdds[a]);
  let positives = 0;
  let negatives = 0;
  let pairs = 0;
  let precisions = 0;
  let ahead = 0;
  for (let start = 0, end = 0; start < order.length; start = end) {
    // Documents with equal log odds share a rank: `tied` positive ones and `others`, which are negative.
    let tied = 0;
    while (end < order.length && logOdds[order[end]] === logOdds[order[start]]) {
      if (actual[order[end++]] === positive) tied++;
    }
    const others = end - start - tied;
    pairs += others * (positives + tied / 2);
    positives += tied;
    negatives += others;
    precisions += tied * (positives / end);
    if (negatives === 0) ahead = positives;
  }
  return { positives, negatives, pairs, precisions, ahead };
}
