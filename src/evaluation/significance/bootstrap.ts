import { requireWhole } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import { groupedBy } from "../../base/lists.js";
import { type Random, seededRandom } from "../../base/random.js";
import { STREAMS } from "../../model/fitting/splits.js";
import { type Interval, sampleVariance } from "./intervals.js";

/** The options of `bootstrapMean`. */
export interface BootstrapOptions {
  /** Number of resamples, at least 100. Default 10,000. */
  readonly resamples?: number;
  /** Seed of the draws. Default 1. */
  readonly seed?: number;
}

/** The sampling distribution of a mean, estimated by resampling documents. */
export type Bootstrap = ReturnType<typeof bootstrapMean>;

/**
 * Estimates the sampling distribution of a mean by the bootstrap (Efron and Tibshirani 1993, chapters 6 and 13). Each
 * resample draws as many documents as there are, with replacement. A document that was measured several times is drawn
 * with all its measurements, because they are not independent.
 *
 * Documents with equal sum and size are interchangeable. So a resample draws one binomial number for each kind of
 * document, which has the same distribution as drawing document by document.
 *
 * @param sums sum of the measurements, by document
 * @param sizes number of measurements, at least 1, by document
 * @throws UsageError if there is no document or an option is out of range.
 */
export function bootstrapMean(
  sums: ArrayLike<number>,
  sizes: ArrayLike<number>,
  { resamples = 10_000, seed = 1 }: BootstrapOptions = {},
) {
  const documents = sums.length;
  if (documents === 0) throw new UsageError("bootstrap: there is no document to draw");
  requireWhole("resamples", resamples, MIN_RESAMPLES);
  const kinds = kindsOf(sums, sizes);
  const draw = binomialSampler(documents, seededRandom(seed, STREAMS.bootstrap));
  const means = new Float64Array(resamples);
  for (let r = 0; r < resamples; r++) {
    let [sum, size] = [0, 0];
    /** Number of documents that are still to be drawn. */
    let draws = documents;
    /** Number of documents to draw them from: those of this kind and of all later kinds. */
    let remaining = documents;
    for (const kind of kinds) {
      const times = kind.documents === remaining ? draws : draw(draws, kind.documents / remaining);
      remaining -= kind.documents;
      draws -= times;
      sum += times * kind.sum;
      size += times * kind.size;
    }
    means[r] = sum / size;
  }
  means.sort();
  // The ranks of the 2.5 % and the 97.5 % percentile, each counted from its own end.
  const outside = Math.floor((resamples + 1) * 0.025);
  const total = (what: "sum" | "size") => kinds.reduce((sum, kind) => sum + kind.documents * kind[what], 0);
  return {
    /** The mean over the original documents. */
    mean: total("sum") / total("size"),
    /** The standard deviation of the means of the resamples. */
    standardError: Math.sqrt(sampleVariance(means)),
    /** The 95 % interval, from percentiles. */
    interval: [means[outside - 1], means[resamples - outside]] as Interval,
    /** Number of resamples. */
    resamples,
  };
}

/** Minimum number of resamples. With fewer, the percentiles mean nothing. */
const MIN_RESAMPLES = 100;

/**
 * Groups documents into kinds: documents with equal sum and size. The kinds are sorted, so that the result does not
 * depend on the order of the documents. The largest kind is last, because the last one needs no draw: it gets all
 * draws that remain.
 */
function kindsOf(sums: ArrayLike<number>, sizes: ArrayLike<number>) {
  const documents = Array.from(sums, (sum, document) => ({ sum, size: sizes[document] }));
  const alike = groupedBy(documents, ({ sum, size }) => `${sum} ${size}`).values();
  return Array.from(alike, (group) => ({ ...group[0], documents: group.length })).sort(
    (a, b) => a.documents - b.documents || a.sum - b.sum || a.size - b.size,
  );
}

/**
 * Creates an exact sampler of binomial distributions. It inverts the distribution from the mode outwards, so the number
 * of steps is about the distance of the draw from the mode.
 *
 * @param most maximum `n` of all draws
 * @returns a function that draws the number of successes in `n` trials of probability `p`; 0 ≤ n ≤ most, 0 < p < 1
 */
export function binomialSampler(most: number, random: Random): (n: number, p: number) => number {
  const logFactorial = new Float64Array(most + 1);
  for (let i = 2; i <= most; i++) logFactorial[i] = logFactorial[i - 1] + Math.log(i);
  return (n, p) => {
    // `below` and `above` are the probabilities of the outcomes `low` and `high`. Each follows from its neighbour's.
    const odds = p / (1 - p);
    const mode = Math.min(n, Math.floor((n + 1) * p));
    const logChoose = logFactorial[n] - logFactorial[mode] - logFactorial[n - mode];
    let below = Math.exp(logChoose + mode * Math.log(p) + (n - mode) * Math.log1p(-p));
    let above = below;
    // Each outcome in turn subtracts its probability from a uniform number in (0, 1). The outcome that makes it negative
    // is drawn.
    let rest = (random(2 ** 32) + 0.5) / 2 ** 32 - below;
    for (let low = mode, high = mode; rest >= 0; ) {
      if (high < n) {
        above *= ((n - high) / (high + 1)) * odds;
        high++;
        rest -= above;
        if (rest < 0) return high;
      }
      if (low > 0) {
        below *= low / ((n - low + 1) * odds);
        low--;
        rest -= below;
        if (rest < 0) return low;
      } else if (high === n) break;
    }
    // The mode took all of it, or rounding left a rest after all outcomes.
    return mode;
  };
}
