import { UsageError } from "../errors.js";

/** What only two classes have: one of them, the positive one, is looked for (spam), the other one must not be taken for it (ham). */
export interface BinaryMetrics {
  /** The positive class. */
  readonly positive: string;
  /** How many documents are of each of the two. */
  readonly positives: number;
  readonly negatives: number;
  /** Area under the ROC curve: how often a positive document has higher log odds than a negative one, ties by half; null without documents of both classes. */
  readonly rocAuc: number | null;
  /** (1 - rocAuc) · 100, as the spam filtering literature reports it. */
  readonly oneMinusAucPercent: number | null;
  /** Σ (recall step · precision), over the distinct log odds from the highest down; null without positive documents. */
  readonly averagePrecision: number | null;
  /** Positive is said where P(positive) reaches this: for the two rates and the cost alone, the predicted class is the likelier one. */
  readonly threshold: number;
  /** Share of the negative documents that reach the threshold; 0 without any. */
  readonly falseAlarmRate: number;
  /** Share of the positive documents that do not; 0 without any. */
  readonly missRate: number;
  readonly falseAlarms: number;
  readonly misses: number;
  /** Share of the positive documents whose log odds are above those of every negative one; 0 without any. */
  readonly caughtWithoutFalseAlarm: number;
  /** How many misses one false alarm costs as much as. */
  readonly falseAlarmCost: number;
  /** Cost of no filter (every positive missed) by the cost at the threshold: above 1 the filter is worth having; null (without end) if nothing went wrong. Androutsopoulos et al. 2000. */
  readonly totalCostRatio: number | null;
}

/** How two classes are measured. */
export interface BinaryOptions {
  /** The positive class. Default: the one called `spam`, else the second. */
  readonly positive?: string | undefined;
  /** Above 0, below 1. Default 0.5. It decides false alarms and misses, not the predicted class. */
  readonly threshold?: number | undefined;
  /** Finite, above 0. Default 1. */
  readonly falseAlarmCost?: number | undefined;
}

/**
 * Figures of a ranking by log odds, and of a threshold on them. Documents of several runs
 * are one ranking: the area under the curve is that of all of them together, not a mean
 * over runs, and asks that log odds of different runs can be compared.
 *
 * Log odds rank as probabilities do, but do not run out of digits: two documents with a
 * probability of 1 to sixteen digits are no tie.
 *
 * @param labels the two classes
 * @param actual the class index of each document
 * @param logOdds ln P(positive) - ln P(negative) of each document; infinite where one is 0
 * @throws UsageError if there are not two classes, an option is not allowed, or log odds are not numbers.
 */
export function binaryMetrics(
  labels: readonly string[],
  actual: ArrayLike<number>,
  logOdds: Float64Array,
  options: BinaryOptions = {},
): BinaryMetrics {
  requireBinary(labels, options);
  requireNumbers(logOdds, actual.length);
  const { threshold = 0.5, falseAlarmCost = 1 } = options;
  const positive = positiveClass(labels, options);
  const ranking = rank(actual, positive, logOdds);
  const { positives, negatives } = ranking;
  let falseAlarms = 0;
  let misses = 0;
  for (let d = 0; d < actual.length; d++) {
    const said = 1 / (1 + Math.exp(-logOdds[d])) >= threshold;
    if (actual[d] === positive && !said) misses++;
    if (actual[d] !== positive && said) falseAlarms++;
  }
  const rocAuc = positives === 0 || negatives === 0 ? null : ranking.pairs / (positives * negatives);
  const cost = falseAlarmCost * falseAlarms + misses;
  return {
    positive: labels[positive],
    positives,
    negatives,
    rocAuc,
    oneMinusAucPercent: rocAuc === null ? null : (1 - rocAuc) * 100,
    averagePrecision: positives === 0 ? null : ranking.precisions / positives,
    threshold,
    falseAlarmRate: negatives === 0 ? 0 : falseAlarms / negatives,
    missRate: positives === 0 ? 0 : misses / positives,
    falseAlarms,
    misses,
    caughtWithoutFalseAlarm: positives === 0 ? 0 : ranking.ahead / positives,
    falseAlarmCost,
    totalCostRatio: cost === 0 ? null : positives / cost,
  };
}

/** @throws UsageError if there are not two classes, or an option is not allowed. */
export function requireBinary(labels: readonly string[], options: BinaryOptions): void {
  const { positive, threshold = 0.5, falseAlarmCost = 1 } = options;
  if (labels.length !== 2) {
    throw new UsageError(
      `positive class, threshold and cost of a false alarm: required two classes, got ${labels.length}`,
    );
  }
  if (positive !== undefined && !labels.includes(positive)) {
    const names = labels.map((label) => JSON.stringify(label)).join(" or ");
    throw new UsageError(`positive: required ${names}, got ${JSON.stringify(positive)}`);
  }
  if (!(threshold > 0 && threshold < 1)) {
    throw new UsageError(`threshold: required a probability above 0 and below 1, got ${threshold}`);
  }
  if (!(falseAlarmCost > 0 && Number.isFinite(falseAlarmCost))) {
    throw new UsageError(`falseAlarmCost: required a finite number above 0, got ${falseAlarmCost}`);
  }
}

function requireNumbers(logOdds: Float64Array, documents: number): void {
  if (logOdds.length !== documents) {
    throw new UsageError(`logOdds: required one for each of ${documents} documents, got ${logOdds.length}`);
  }
  const bad = logOdds.findIndex(Number.isNaN);
  if (bad !== -1) throw new UsageError(`logOdds: document ${bad}: required a number or an infinity, got NaN`);
}

/** The index of the positive one of two classes. */
export function positiveClass(labels: readonly string[], { positive }: BinaryOptions): number {
  const index = labels.indexOf(positive ?? "spam");
  return index === -1 ? 1 : index;
}

/**
 * ln P(positive) - ln P(negative) of each document; 0 where both are impossible, of which nothing is known.
 *
 * @param logProbabilities documents × 2, row by row
 * @param positive the index of the positive class
 */
export function logOddsOf(logProbabilities: Float64Array, positive: number): Float64Array {
  return Float64Array.from({ length: logProbabilities.length / 2 }, (_, d) => {
    const own = logProbabilities[2 * d + positive];
    const other = logProbabilities[2 * d + 1 - positive];
    return own === other ? 0 : own - other;
  });
}

/** What a walk down the ranking counts. */
interface Ranking {
  readonly positives: number;
  readonly negatives: number;
  /** Pairs of a positive and a negative document in which the positive one is higher, ties by half. */
  readonly pairs: number;
  /** The sum, over the positive documents, of the precision among all that are no lower. */
  readonly precisions: number;
  /** Positive documents higher than every negative one. */
  readonly ahead: number;
}

function rank(actual: ArrayLike<number>, positive: number, logOdds: Float64Array): Ranking {
  const order = Uint32Array.from(logOdds.keys());
  // Two equal infinities differ by NaN, which a sort takes for equal.
  order.sort((a, b) => logOdds[b] - logOdds[a]);
  let positives = 0;
  let negatives = 0;
  let pairs = 0;
  let precisions = 0;
  let ahead = 0;
  for (let start = 0, end = 0; start < order.length; start = end) {
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
