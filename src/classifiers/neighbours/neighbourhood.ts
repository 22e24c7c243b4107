import { requireWhole } from "../../base/checks.js";
import { DataError } from "../../base/errors.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import type { RememberedDocuments } from "./remembered-documents.js";

/** The documents that decide about a new one. */
export interface Neighbourhood {
  /** Rows of the remembered documents, the nearest first. */
  readonly rows: Uint32Array;
  /** Their cosines. */
  readonly similarities: Float64Array;
  /** The weights of their votes. */
  readonly votes: Float64Array;
}

/** How many neighbours decide. null: the default of the method, or all documents if there are fewer. */
export type NeighbourCount = number | null;

/** @throws UsageError unless it is null or a whole number of at least 1. */
export function requireNeighbourCount(where: string, k: NeighbourCount): void {
  if (k !== null) requireWhole(`${where}: k`, k, 1);
}

/**
 * How many neighbours decide among the documents.
 *
 * @throws DataError if k is larger than their number.
 */
export function neighbourCount(where: string, k: NeighbourCount, most: number, { size }: RememberedDocuments): number {
  if (k === null) return Math.min(most, size);
  if (k > size) {
    throw new DataError(`${where}: k is ${k}, but there are only ${size} documents to learn from: choose a lower k`);
  }
  return k;
}

/**
 * The k remembered documents nearest by the cosine; among equals, those that came first. A document of weight 2
 * is two documents. Documents without a common term are no neighbours.
 */
export function neighbourhood(
  documents: RememberedDocuments,
  x: SparseMatrix,
  row: number,
  k: number,
  weighting: DistanceWeighting,
): Neighbourhood {
  const { index, weights, leastWeight } = documents;
  const { rows, similarities } = index.nearest(x, row, Math.ceil(k / leastWeight));
  let taken = 0;
  const shares: number[] = [];
  for (let i = 0; i < rows.length && taken < k; i++) {
    shares.push(Math.min(weights[rows[i]], k - taken));
    taken += shares[i];
  }
  const found = similarities.subarray(0, shares.length);
  const votes = voteWeights(weighting, found, taken >= k);
  for (let i = 0; i < votes.length; i++) votes[i] *= shares[i];
  return { rows: rows.subarray(0, shares.length), similarities: found, votes };
}

/**
 * The weight of the vote of the i-th of k neighbours, with s(i) its cosine and d(i) = √(2 - 2 s(i)) the
 * Euclidean distance of the two documents brought to length 1:
 *
 *     uniform          1
 *     similarity       s(i)
 *     inverse-square   1 / d(i)²; if there is a copy, only copies vote    (Mitchell 1997, section 8.2.1)
 *     linear           (d(k) - d(i)) / (d(k) - d(1)), 1 if all have one distance    (Dudani 1976)
 */
export const DISTANCE_WEIGHTINGS = ["uniform", "similarity", "inverse-square", "linear"] as const;
export type DistanceWeighting = (typeof DISTANCE_WEIGHTINGS)[number];

/** More than rounding can take from the cosine of a document with itself. */
const COPY_SLACK = 1e-12;

/** The largest distance: that of documents without a common term. */
const FARTHEST = Math.SQRT2;

/** Whether a cosine is 1, apart from rounding. */
export function isCopy(similarity: number): boolean {
  return similarity >= 1 - COPY_SLACK;
}

/**
 * The weight of the vote of each neighbour, at least 0; never all 0.
 *
 * @param similarities cosines above 0, falling
 * @param isAll whether these are all k neighbours. If not, the k-th has no term in common with the document
 */
export function voteWeights(weighting: DistanceWeighting, similarities: Float64Array, isAll: boolean): Float64Array {
  switch (weighting) {
    case "uniform":
      return new Float64Array(similarities.length).fill(1);
    case "similarity":
      return similarities.slice();
    case "inverse-square":
      return isCopy(similarities[0])
        ? similarities.map((s) => (isCopy(s) ? 1 : 0))
        : similarities.map((s) => 1 / (2 - 2 * s));
    case "linear": {
      const distances = similarities.map((s) => (isCopy(s) ? 0 : Math.sqrt(2 - 2 * s)));
      const farthest = isAll ? (distances.at(-1) ?? 0) : FARTHEST;
      const spread = farthest - distances[0];
      return distances.map((d) => (spread > 0 ? (farthest - d) / spread : 1));
    }
  }
}
