import { DataError } from "../../base/errors.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import type { Model } from "../classifier.js";
import type { MethodOption } from "../method.js";
import type { StoredClassifier, StoredModel } from "../stored-classifier.js";
import { type RememberedDocuments, rememberedDocuments, restoredDocuments } from "./remembered-documents.js";

/** How many neighbours decide. null: the default of the method, or all documents if there are fewer. */
export type NeighbourCount = number | null;

/** The option `k`. */
export const K = {
  does: "how many neighbours decide; with fewer documents all (default: 70, locally-weighted 300)",
  takes: { from: 1, isWhole: true },
  usual: null,
} as const satisfies MethodOption;

/** A model that decides by the remembered documents nearest to a row. */
export interface NeighboursModel extends StoredModel {
  readonly documents: RememberedDocuments;
}

/** How a model of neighbours scores rows. */
export type Scoring = Pick<Model, "scoreInto" | "marginInto">;

/** The remembered documents nearest to a row. */
export type Neighbours = ReturnType<typeof nearestOf>;

/**
 * Returns the k documents nearest to a row by the cosine; of equally near ones, the first. A document of weight 2
 * counts as two. A document without a common term is not a neighbour.
 *
 * @returns rows of the remembered documents, the nearest first; their cosines; and the weights of their votes
 */
export function nearestOf(
  { index, weights, leastWeight }: RememberedDocuments,
  k: number,
  x: SparseMatrix,
  row: number,
  weighting: DistanceWeighting,
) {
  // This many documents always count as k or more, even with small weights.
  const { rows, similarities } = index().nearest(x, row, Math.ceil(k / leastWeight));
  let taken = 0;
  /** The part of the weight of each neighbour that counts. The last one counts only as far as k. */
  const shares: number[] = [];
  for (let i = 0; i < rows.length && taken < k; i++) {
    shares.push(Math.min(weights[rows[i]], k - taken));
    taken += shares[i];
  }
  const cosines = similarities.subarray(0, shares.length);
  const votes = voteWeights(weighting, cosines, taken >= k).map((vote, i) => vote * shares[i]);
  return { rows: rows.subarray(0, shares.length), similarities: cosines, votes };
}

/**
 * Makes a classifier that decides by the k nearest documents. Learning throws a DataError if there are fewer than k.
 *
 * @param usual the k to use if `k` is null; all documents if there are fewer
 * @param scoring returns how a model of some documents scores
 */
export function neighboursClassifier(
  name: string,
  k: NeighbourCount,
  usual: number,
  scoring: (documents: RememberedDocuments, k: number) => Scoring,
): StoredClassifier {
  const modelOf = (documents: RememberedDocuments): NeighboursModel => {
    const { size, labels, x, arrays } = documents;
    if (k !== null && k > size) {
      throw new DataError(`${name}: k is ${k}, but there are only ${size} documents to learn from: choose a lower k`);
    }
    const scored = scoring(documents, k ?? Math.min(usual, size));
    return { labels, columns: x.columns, binary: false, documents, arrays, ...scored };
  };
  return {
    name,
    fit: (data) => modelOf(rememberedDocuments(data)),
    restore: (labels, columns, arrays) => modelOf(restoredDocuments(labels, columns, arrays)),
  };
}

export const DISTANCE_WEIGHTINGS = ["uniform", "similarity", "inverse-square", "linear"] as const;

/**
 * The weight of the vote of the i-th of k neighbours, with s(i) its cosine and d(i) = √(2 - 2 s(i)) the
 * Euclidean distance of the two documents brought to length 1:
 *
 *     uniform          1
 *     similarity       s(i)
 *     inverse-square   1 / d(i)²; if there is a copy, only copies vote    (Mitchell 1997, section 8.2.1)
 *     linear           (d(k) - d(i)) / (d(k) - d(1)), 1 if all have one distance    (Dudani 1976)
 */
export type DistanceWeighting = (typeof DISTANCE_WEIGHTINGS)[number];

/** An upper bound of the rounding error in the cosine of a document with itself. */
const COPY_SLACK = 1e-12;

/** The largest distance: that of documents without a common term. */
const FARTHEST = Math.SQRT2;

/** Whether a cosine is 1, apart from rounding. */
export function isCopy(similarity: number): boolean {
  return similarity >= 1 - COPY_SLACK;
}

/**
 * Returns the weight of the vote of each neighbour, at least 0; never all 0.
 *
 * @param similarities cosines above 0, descending
 * @param isAll whether these are all k neighbours. If false, the k-th has no term in common with the document
 */
function voteWeights(weighting: DistanceWeighting, similarities: Float64Array, isAll: boolean): Float64Array {
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
