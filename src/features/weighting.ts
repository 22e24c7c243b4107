import { UsageError } from "../errors.js";
import type { SparseMatrix } from "./sparse-matrix.js";

/**
 * What the number of occurrences of a term in a document becomes: `"count"` itself,
 * `"binary"` 1, `"sqrt"` its root, `"log"` 1 + ln f (scikit-learn's `sublinear_tf`), `"log1p"` ln (1 + f)
 * (Rennie et al. 2003, section 4.1). 0 stays 0.
 */
export const TERM_FREQUENCIES = ["count", "binary", "sqrt", "log", "log1p"] as const;
export type TermFrequency = (typeof TERM_FREQUENCIES)[number];

/**
 * By what a term is multiplied, with n training documents and df of them that have it:
 * `"none"` 1, `"smooth"` ln ((1 + n) / (1 + df)) + 1 (scikit-learn's default), `"plain"`
 * ln (n / df) + 1 (its `smooth_idf=False`), `"log"` ln (n / df) (Rennie et al. 2003, section 4.2).
 */
export const INVERSE_DOCUMENT_FREQUENCIES = ["none", "smooth", "plain", "log"] as const;
export type InverseDocumentFrequency = (typeof INVERSE_DOCUMENT_FREQUENCIES)[number];

/** What a document's values are divided by: `"none"` 1, `"l1"` their sum, `"l2"` the root of the sum of their squares. */
export const NORMS = ["none", "l1", "l2"] as const;
export type Norm = (typeof NORMS)[number];

/** How counts become weights: first the term frequency, then the inverse document frequency, then the norm. */
export interface WeightingOptions {
  /** Default `"count"`. */
  readonly tf?: TermFrequency | undefined;
  /** Default `"none"`. */
  readonly idf?: InverseDocumentFrequency | undefined;
  /** The power that the inverse document frequency is raised to, 0 to 100. Default 1. */
  readonly idfPower?: number | undefined;
  /** Default `"none"`. */
  readonly norm?: Norm | undefined;
}

/** What a weighting is where nothing is chosen: the counts as they are. */
export const NO_WEIGHTING = { tf: "count", idf: "none", idfPower: 1, norm: "none" } as const satisfies WeightingOptions;

/** With larger ones, sums of squares of weights are no numbers any more: a factor is 23 at most, of 2^32 documents. */
const MAX_IDF_POWER = 100;

/** Whether a weighting changes anything. */
export function weighs({ tf = "count", idf = "none", norm = "none" }: WeightingOptions): boolean {
  return tf !== "count" || idf !== "none" || norm !== "none";
}

/** @throws UsageError if a choice is none of those that there are. */
export function requireWeighting(options: WeightingOptions): void {
  const { tf = NO_WEIGHTING.tf, idf = NO_WEIGHTING.idf, norm = NO_WEIGHTING.norm } = options;
  const { idfPower = NO_WEIGHTING.idfPower } = options;
  oneOf("tf", TERM_FREQUENCIES, tf);
  oneOf("idf", INVERSE_DOCUMENT_FREQUENCIES, idf);
  oneOf("norm", NORMS, norm);
  if (!(typeof idfPower === "number" && idfPower >= 0 && idfPower <= MAX_IDF_POWER)) {
    throw new UsageError(`idfPower: required a number from 0 to ${MAX_IDF_POWER}, got ${String(idfPower)}`);
  }
  if (idfPower !== NO_WEIGHTING.idfPower && idf === "none") {
    throw new UsageError(`idfPower: required an inverse document frequency to raise to ${idfPower}, got idf none`);
  }
}

/**
 * The factor of each term by the documents of `x` that have it; undefined if all are 1. A
 * term that no document has gets 0, or what `"smooth"` makes of df = 0.
 *
 * @param x counts of the training documents
 * @param options `tf` and `norm` have no part in it
 * @param weights how many documents each row counts as; default 1 each
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
    for (let i = x.starts[row]; i < x.starts[row + 1]; i++) if (x.values[i] !== 0) factors[x.ids[i]] += weight;
  }
  for (let term = 0; term < factors.length; term++) {
    const factor = FACTORS[idf](factors[term], all);
    factors[term] = Number.isFinite(factor) ? factor ** idfPower : 0;
  }
  return factors;
}

/** The rows weighted: a copy with the same entries in the same places. */
export function weightedRows(x: SparseMatrix, options: WeightingOptions, factors?: Float64Array): SparseMatrix {
  const values = new Float64Array(x.values.length);
  for (let row = 0; row < x.rows; row++) {
    weightInto(x, row, options, factors, values.subarray(x.starts[row], x.starts[row + 1]));
  }
  return { ...x, values };
}

/**
 * Writes the weights of one row's entries, in their order.
 *
 * @param factors what `documentFactors` made of the training documents
 */
export function weightInto(
  { starts, ids, values }: SparseMatrix,
  row: number,
  { tf = NO_WEIGHTING.tf, norm = NO_WEIGHTING.norm }: WeightingOptions,
  factors: Float64Array | undefined,
  into: Float64Array,
): void {
  const start = starts[row];
  const size = starts[row + 1] - start;
  const frequency = FREQUENCIES[tf];
  const known = SMALL_COUNTS[tf];
  for (let i = 0; i < size; i++) {
    const count = values[start + i];
    const weight = (count & (SMALL - 1)) === count ? known[count] : frequency(count);
    into[i] = factors === undefined ? weight : weight * factors[ids[start + i]];
  }
  if (norm === "none") return;
  const length = LENGTHS[norm](into, size);
  if (length === 0) return;
  for (let i = 0; i < size; i++) into[i] /= length;
}

const FREQUENCIES: Readonly<Record<TermFrequency, (count: number) => number>> = {
  count: (count) => count,
  binary: (count) => (count === 0 ? 0 : 1),
  sqrt: Math.sqrt,
  log: (count) => (count === 0 ? 0 : 1 + Math.log(count)),
  log1p: Math.log1p,
};

/** A power of two, so that one operation tells whether a number is a whole one from 0 up to it. */
const SMALL = 64;

/** The same of the counts that nearly all terms have: a look into a table is quicker than a logarithm. */
const SMALL_COUNTS: Readonly<Record<string, Float64Array>> = Object.fromEntries(
  TERM_FREQUENCIES.map((tf) => [tf, Float64Array.from({ length: SMALL }, (_, count) => FREQUENCIES[tf](count))]),
);

/** Of the first `size` numbers. */
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

/** By the documents that have a term, and their number in all. */
const FACTORS: Readonly<Record<Exclude<InverseDocumentFrequency, "none">, (documents: number, all: number) => number>> =
  {
    smooth: (documents, all) => Math.log((1 + all) / (1 + documents)) + 1,
    plain: (documents, all) => Math.log(all / documents) + 1,
    log: (documents, all) => Math.log(all / documents),
  };

function oneOf(option: string, allowed: readonly string[], got: string): void {
  if (!allowed.includes(got)) {
    throw new UsageError(`${option}: required one of ${allowed.join(", ")}, got ${JSON.stringify(got)}`);
  }
}
