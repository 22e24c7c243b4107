import { requireNumber, requireOneOf } from "../base/checks.js";
import { UsageError } from "../base/errors.js";
import { type RowView, rowCopy, rowView, type SparseMatrix } from "./sparse-matrix.js";
import { ViewedRows } from "./viewed-rows.js";

export const TERM_FREQUENCIES = ["count", "binary", "sqrt", "log", "log1p"] as const;

/**
 * The value of a term that occurs f times in a document: `"count"` f, `"binary"` 1, `"sqrt"` √f, `"log"` 1 + ln f
 * (scikit-learn's `sublinear_tf`), `"log1p"` ln (1 + f) (Rennie et al. 2003, section 4.1). 0 stays 0.
 */
export type TermFrequency = (typeof TERM_FREQUENCIES)[number];

export const INVERSE_DOCUMENT_FREQUENCIES = ["none", "smooth", "plain", "log"] as const;

/**
 * The factor of a term that occurs in df of n training documents: `"none"` 1, `"smooth"` ln ((1 + n) / (1 + df)) + 1
 * (scikit-learn's default), `"plain"` ln (n / df) + 1 (its `smooth_idf=False`), `"log"` ln (n / df) (Rennie et
 * al. 2003, section 4.2).
 */
export type InverseDocumentFrequency = (typeof INVERSE_DOCUMENT_FREQUENCIES)[number];

export const NORMS = ["none", "l1", "l2"] as const;

/**
 * The divisor of the values of a document: `"none"` 1, `"l1"` the sum of their absolute values, `"l2"` the root
 * of the sum of their squares.
 */
export type Norm = (typeof NORMS)[number];

/** How counts become weights: term frequency times inverse document frequency, divided by the norm. */
export interface WeightingOptions {
  /** The term frequency. Default `"count"`. */
  readonly tf?: TermFrequency | undefined;
  /** The inverse document frequency. Default `"none"`. */
  readonly idf?: InverseDocumentFrequency | undefined;
  /** The power that the inverse document frequency is raised to, 0 to 100. Default 1. */
  readonly idfPower?: number | undefined;
  /** The norm by which the weights of a document are divided. Default `"none"`. */
  readonly norm?: Norm | undefined;
}

/** The default: counts stay as they are. */
export const NO_WEIGHTING = { tf: "count", idf: "none", idfPower: 1, norm: "none" } as const satisfies WeightingOptions;

/** tf-idf in its usual form, with rows of unit length. */
export const TF_IDF = { tf: "log", idf: "smooth", norm: "l2" } as const satisfies WeightingOptions;

/** With 2^32 documents, a factor is at most about 23. Larger powers could make sums of squares of weights overflow. */
const MAX_IDF_POWER = 100;

/** Whether a weighting changes anything. */
export function isWeighted({ tf = "count", idf = "none", norm = "none" }: WeightingOptions): boolean {
  return tf !== "count" || idf !== "none" || norm !== "none";
}

/** @throws UsageError if a choice is not allowed. */
export function requireWeighting(options: WeightingOptions): void {
  const { tf = NO_WEIGHTING.tf, idf = NO_WEIGHTING.idf, norm = NO_WEIGHTING.norm } = options;
  const { idfPower = NO_WEIGHTING.idfPower } = options;
  requireOneOf("tf", tf, TERM_FREQUENCIES);
  requireOneOf("idf", idf, INVERSE_DOCUMENT_FREQUENCIES);
  requireOneOf("norm", norm, NORMS);
  requireNumber("idfPower", idfPower, { from: 0, to: MAX_IDF_POWER });
  if (idfPower !== NO_WEIGHTING.idfPower && idf === "none") {
    throw new UsageError(
      `idfPower ${idfPower} has no effect without an inverse document frequency: choose idf, or leave it out`,
    );
  }
}

/**
 * Returns the factor of each term in `x`: its inverse document frequency to the power `idfPower`. If no document has a
 * term, its factor is 0; with `"smooth"` it is that of df = 0.
 *
 * @param x counts of the training documents
 * @param weights how many documents each row counts as. Default: 1 each
 * @returns undefined if `idf` is `"none"`: all factors are 1
 */
export function documentFactors(
  x: SparseMatrix,
  { idf = NO_WEIGHTING.idf, idfPower = NO_WEIGHTING.idfPower }: WeightingOptions,
  weights?: ArrayLike<number>,
): Float64Array | undefined {
  if (idf === "none") return undefined;
  const factors = new Float64Array(x.columns);
  let all = 0;
  for (let row = 0; row < x.rows; row++) {
    const weight = weights === undefined ? 1 : weights[row];
    all += weight;
    const { ids, values, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) if (values[i] !== 0) factors[ids[i]] += weight;
  }
  for (let term = 0; term < factors.length; term++) {
    const factor = FACTORS[idf](factors[term], all);
    factors[term] = Number.isFinite(factor) ? factor ** idfPower : 0;
  }
  return factors;
}

/**
 * Returns the weighted rows, with the same entries in the same order. If `x` makes its rows on demand, so does the
 * result.
 *
 * @param factors from `documentFactors` of the training documents
 */
export function weightedRows(x: SparseMatrix, options: WeightingOptions, factors?: Float64Array): SparseMatrix {
  const weigh = rowWeigher(options, factors);
  if (x.view !== undefined) {
    return new ViewedRows(x.columns, x.starts, (row) => {
      const view = rowView(x, row);
      const ids = view.start === 0 ? view.ids : rowCopy(view).ids;
      return { ids, values: weigh(view), start: 0, end: view.end - view.start };
    });
  }
  const values = new Float64Array(x.values.length);
  for (let row = 0; row < x.rows; row++) weigh(rowView(x, row), values.subarray(x.starts[row]));
  return { ...x, values };
}

/** Returns the rows weighted by `TF_IDF`, with the document frequencies of these rows. */
export function tfIdfRows(x: SparseMatrix): SparseMatrix {
  return weightedRows(x, TF_IDF, documentFactors(x, TF_IDF));
}

/**
 * Makes a function that computes the weights of the entries of a row, in their order. It writes them into the given
 * array, or into one of its own that is valid until the next call. It returns the array, which may be longer.
 *
 * @param factors from `documentFactors` of the training documents
 */
export function rowWeigher(
  { tf = NO_WEIGHTING.tf, norm = NO_WEIGHTING.norm }: WeightingOptions,
  factors: Float64Array | undefined,
): (row: RowView, into?: Float64Array) => Float64Array {
  const frequency = FREQUENCIES[tf];
  const ofSmallCounts = SMALL_COUNTS[tf];
  let own = new Float64Array(0);
  return ({ ids, values, start, end }, into) => {
    const size = end - start;
    if (into === undefined && size > own.length) own = new Float64Array(2 * size);
    const weights = into ?? own;
    for (let i = 0; i < size; i++) {
      const count = values[start + i];
      // This is true only for whole numbers from 0 to 63.
      const weight = (count & (SMALL - 1)) === count ? ofSmallCounts[count] : frequency(count);
      weights[i] = factors === undefined ? weight : weight * factors[ids[start + i]];
    }
    normalize(weights, norm, size);
    return weights;
  };
}

/** Divides the first `size` weights by their norm, unless all are 0. */
export function normalize(weights: Float64Array, norm: Norm, size: number = weights.length): void {
  if (norm === "none") return;
  const length = LENGTHS[norm](weights, size);
  if (length === 0) return;
  for (let i = 0; i < size; i++) weights[i] /= length;
}

/** Computes term frequencies. */
const FREQUENCIES: Readonly<Record<TermFrequency, (count: number) => number>> = {
  count: (count) => count,
  binary: (count) => (count === 0 ? 0 : 1),
  sqrt: Math.sqrt,
  log: (count) => (count === 0 ? 0 : 1 + Math.log(count)),
  log1p: Math.log1p,
};

/** Smaller counts are looked up. A power of two, so that one operation checks that a count is small and whole. */
const SMALL = 64;

/** The term frequencies of small counts, which nearly all terms have. A look-up is faster than a logarithm. */
const SMALL_COUNTS: Readonly<Record<string, Float64Array>> = Object.fromEntries(
  TERM_FREQUENCIES.map((tf) => [tf, Float64Array.from({ length: SMALL }, (_, count) => FREQUENCIES[tf](count))]),
);

/** Computes the norm of the first `size` numbers. */
const LENGTHS: Readonly<Record<Exclude<Norm, "none">, (weights: Float64Array, size: number) => number>> = {
  l1(weights, size) {
    let sum = 0;
    for (let i = 0; i < size; i++) sum += Math.abs(weights[i]);
    return sum;
  },
  l2(weights, size) {
    let sum = 0;
    for (let i = 0; i < size; i++) sum += weights[i] * weights[i];
    return Math.sqrt(sum);
  },
};

/** Computes inverse document frequencies from the number of documents with a term and the number of all documents. */
const FACTORS: Readonly<Record<Exclude<InverseDocumentFrequency, "none">, (documents: number, all: number) => number>> =
  {
    smooth: (documents, all) => Math.log((1 + all) / (1 + documents)) + 1,
    plain: (documents, all) => Math.log(all / documents) + 1,
    log: (documents, all) => Math.log(all / documents),
  };
