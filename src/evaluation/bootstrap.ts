import { UsageError } from "../errors.js";
import { binomialSampler } from "./binomial.js";
import type { Interval } from "./intervals.js";
import { sampleVariance } from "./mean.js";
import { STREAMS, seededRandom } from "./random.js";

/** How a mean would spread if other documents had been drawn. */
export interface Bootstrap {
  /** Of the documents as they are. */
  readonly mean: number;
  readonly standardError: number;
  /** 95 %, by percentiles. */
  readonly interval: Interval;
  readonly resamples: number;
}

/** How resamples are drawn. */
export interface BootstrapOptions {
  /** At least 100. Default 10,000. */
  readonly resamples?: number;
  /** Default 1. */
  readonly seed?: number;
}

/**
 * The bootstrap of a mean (Efron and Tibshirani 1993, chapters 6 and 13): as many documents
 * as there are, drawn with replacement, many times over. A document that was measured
 * several times is drawn with all its measurements, for they are not independent.
 *
 * Documents with the same sum and size are alike. So a resample is drawn as how often each
 * kind of document is in it, one binomial number a kind: the same distribution, without a
 * draw for each document.
 *
 * @param sums of each document, the sum of its measurements
 * @param sizes of each document, how many measurements; at least 1
 * @throws UsageError if there is no document or an option is out of range.
 */
export function bootstrapMean(
  sums: ArrayLike<number>,
  sizes: ArrayLike<number>,
  { resamples = 10_000, seed = 1 }: BootstrapOptions = {},
): Bootstrap {
  const documents = sums.length;
  if (documents === 0) throw new UsageError("bootstrap: required at least one document, got none");
  if (!(Number.isInteger(resamples) && resamples >= LEAST)) {
    throw new UsageError(`resamples: required a whole number of at least ${LEAST}, got ${resamples}`);
  }
  const kinds = kindsOf(sums, sizes);
  const draw = binomialSampler(documents, seededRandom(seed, STREAMS.bootstrap));
  const means = new Float64Array(resamples);
  for (let r = 0; r < resamples; r++) {
    let [left, others, sum, size] = [documents, documents, 0, 0];
    for (const kind of kinds) {
      const times = kind.documents === others ? left : draw(left, kind.documents / others);
      others -= kind.documents;
      left -= times;
      sum += times * kind.sum;
      size += times * kind.size;
    }
    means[r] = sum / size;
  }
  means.sort();
  const outside = Math.floor((resamples + 1) * 0.025);
  return {
    mean: total(kinds, "sum") / total(kinds, "size"),
    standardError: Math.sqrt(sampleVariance(means)),
    interval: [means[outside - 1], means[resamples - outside]],
    resamples,
  };
}

/** With fewer, no percentile means anything. */
const LEAST = 100;

/** Documents that are alike. */
interface Kind {
  readonly sum: number;
  readonly size: number;
  documents: number;
}

/** In an order that the order of the documents has no part in; the most frequent kind is last, and so takes no draw. */
function kindsOf(sums: ArrayLike<number>, sizes: ArrayLike<number>): Kind[] {
  const kinds = new Map<string, Kind>();
  for (let document = 0; document < sums.length; document++) {
    const [sum, size] = [sums[document], sizes[document]];
    const key = `${sum} ${size}`;
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, { sum, size, documents: 1 });
    else kind.documents++;
  }
  return [...kinds.values()].sort((a, b) => a.documents - b.documents || a.sum - b.sum || a.size - b.size);
}

function total(kinds: readonly Kind[], what: "sum" | "size"): number {
  return kinds.reduce((sum, kind) => sum + kind.documents * kind[what], 0);
}
