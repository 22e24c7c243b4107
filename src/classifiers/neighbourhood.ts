import { DataError, UsageError } from "../errors.js";
import type { SparseMatrix } from "../features/sparse-matrix.js";
import { type DistanceWeighting, voteWeights } from "./distance-weighting.js";
import type { RememberedDocuments } from "./remembered-documents.js";

/** The documents that decide about a new one. */
export interface Neighbourhood {
  /** Rows of what is remembered, the nearest first. */
  readonly rows: Uint32Array;
  /** The cosine of each. */
  readonly similarities: Float64Array;
  /** What each vote weighs. */
  readonly votes: Float64Array;
}

/** How many neighbours decide; null: as many as the method takes, or all where there are fewer. */
export type NeighbourCount = number | null;

/** @throws UsageError unless it is null or a whole number of at least 1. */
export function requireNeighbourCount(where: string, k: NeighbourCount): void {
  if (k !== null && !(Number.isSafeInteger(k) && k >= 1)) {
    throw new UsageError(`${where}: k: required a whole number of at least 1, got ${String(k)}`);
  }
}

/**
 * How many neighbours decide among so many documents.
 *
 * @throws DataError if more are asked for than there are.
 */
export function neighbourCount(where: string, k: NeighbourCount, most: number, { size }: RememberedDocuments): number {
  if (k === null) return Math.min(most, size);
  if (k > size) {
    throw new DataError(
      `${where}: k: required no more neighbours than the ${size} documents to learn from, got ${k}: choose a lower k`,
    );
  }
  return k;
}

/**
 * The k nearest of what is remembered, by the cosine, of equals those that came first; a
 * document of weight 2 is two of them. Documents without a common term are none.
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
