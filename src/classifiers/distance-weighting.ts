import { UsageError } from "../errors.js";

/**
 * What the vote of the i-th of k neighbours weighs, with s(i) its cosine and d(i) = √(2 - 2 s(i)) the
 * Euclidean distance of the two documents brought to length 1:
 *
 *     uniform          1
 *     similarity       s(i)
 *     inverse-square   1 / d(i)², a copy alone if there is one    (Mitchell 1997, section 8.2.1)
 *     linear           (d(k) - d(i)) / (d(k) - d(1)), 1 if all are at one distance    (Dudani 1976)
 */
export const DISTANCE_WEIGHTINGS = ["uniform", "similarity", "inverse-square", "linear"] as const;
export type DistanceWeighting = (typeof DISTANCE_WEIGHTINGS)[number];

/** Rounding moves the cosine of a document with itself by less. */
const COPY_SLACK = 1e-12;

/** Documents without a common term: as far apart as any can be. */
const FARTHEST = Math.SQRT2;

/** Whether a cosine is 1, give or take its last digits. */
export function isCopy(similarity: number): boolean {
  return similarity >= 1 - COPY_SLACK;
}

/** @throws UsageError unless it is one of those that there are. */
export function requireDistanceWeighting(weighting: string): void {
  if (!(DISTANCE_WEIGHTINGS as readonly string[]).includes(weighting)) {
    throw new UsageError(
      `distanceWeighting: required one of ${DISTANCE_WEIGHTINGS.join(", ")}, got ${JSON.stringify(weighting)}`,
    );
  }
}

/**
 * The weight of each neighbour's vote, from 0; never all 0.
 *
 * @param similarities cosines above 0, falling
 * @param isAll whether these are all of the k; if not, the k-th has no term in common with the document
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
