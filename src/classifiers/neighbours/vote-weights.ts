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
