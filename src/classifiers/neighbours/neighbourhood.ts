import { DataError } from "../../base/errors.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import type { ClassPair } from "../classifier.js";
import type { MethodOption } from "../method.js";
import type { Arrays } from "../stored-arrays.js";
import type { StoredClassifier, StoredModel } from "../stored-classifier.js";
import { RememberedDocuments } from "./remembered-documents.js";

/** How many neighbours decide. null: the default of the method, or all documents if there are fewer. */
export type NeighbourCount = number | null;

/** The option `k`. */
export const K = {
  does: "how many neighbours decide; with fewer documents all (default: 70, locally-weighted 300)",
  takes: { from: 1, isWhole: true },
  usual: null,
} as const satisfies MethodOption;

/** A model that decides by the remembered documents nearest to a row. */
export abstract class NeighboursModel implements StoredModel {
  readonly labels: readonly string[];
  readonly columns: number;
  readonly binary = false;
  readonly documents: RememberedDocuments;
  /** How many neighbours decide. */
  readonly k: number;

  constructor(documents: RememberedDocuments, k: number) {
    this.documents = documents;
    this.labels = documents.labels;
    this.columns = documents.x.columns;
    this.k = k;
  }

  abstract scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void;
  abstract marginInto(x: SparseMatrix, row: number, pair: ClassPair, parts: Float64Array): number;

  arrays(): Arrays {
    return this.documents.arrays();
  }

  /**
   * Returns the k documents nearest to a row by the cosine; of equally near ones, the first. A document of weight 2
   * counts as two. A document without a common term is not a neighbour.
   *
   * @returns rows of the remembered documents, the nearest first; their cosines; and the weights of their votes
   */
  protected neighbours(x: SparseMatrix, row: number, weighting: DistanceWeighting) {
    const { index, weights, leastWeight } = this.documents;
    // This many documents always count as k or more, even with small weights.
    const { rows, similarities } = index.nearest(x, row, Math.ceil(this.k / leastWeight));
    let taken = 0;
    /** The part of the weight of each neighbour that counts. The last one counts only as far as k. */
    const shares: number[] = [];
    for (let i = 0; i < rows.length && taken < this.k; i++) {
      shares.push(Math.min(weights[rows[i]], this.k - taken));
      taken += shares[i];
    }
    const found = similarities.subarray(0, shares.length);
    const votes = voteWeights(weighting, found, taken >= this.k);
    for (let i = 0; i < votes.length; i++) votes[i] *= shares[i];
    return { rows: rows.subarray(0, shares.length), similarities: found, votes };
  }
}

/**
 * Makes a classifier that decides by the k nearest documents. Learning throws a DataError if there are fewer than k.
 *
 * @param usual k if it is null, unless there are fewer documents
 * @param model makes the model of some documents
 */
export function neighboursClassifier(
  name: string,
  k: NeighbourCount,
  usual: number,
  model: (documents: RememberedDocuments, k: number) => StoredModel,
): StoredClassifier {
  const modelOf = (documents: RememberedDocuments) => {
    const { size } = documents;
    if (k !== null && k > size) {
      throw new DataError(`${name}: k is ${k}, but there are only ${size} documents to learn from: choose a lower k`);
    }
    return model(documents, k ?? Math.min(usual, size));
  };
  return {
    name,
    fit: (data) => modelOf(RememberedDocuments.of(data)),
    restore: (labels, columns, arrays) => modelOf(RememberedDocuments.restored(labels, columns, arrays)),
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
