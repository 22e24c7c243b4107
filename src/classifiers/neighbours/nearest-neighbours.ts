import { sumOf } from "../../base/lists.js";
import { cosineParts } from "../../features/neighbours/cosine-index.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import { ALPHA } from "../bayes/smoothing.js";
import { checkedOptions, type Method } from "../method.js";
import { scoreDifference } from "../scores.js";
import type { StoredClassifier } from "../stored-classifier.js";
import {
  DISTANCE_WEIGHTINGS,
  type DistanceWeighting,
  K,
  type NeighbourCount,
  type Neighbours,
  nearestOf,
  neighboursClassifier,
  type Scoring,
} from "./neighbourhood.js";
import type { RememberedDocuments } from "./remembered-documents.js";

/**
 * k nearest neighbours by the cosine. With w(i) the weight of the vote of neighbour i (see
 * `DistanceWeighting`), and C the number of classes that have documents,
 *
 *     votes(c) = Σ_i w(i) [y(i) = c]
 *     score(c) = log P(c) = log (votes(c) + α) - log (Σ_c' votes(c') + α·C)
 *
 * The method assumes only that documents of one class use the same terms. A class without documents is impossible. A
 * training document that has no term of the document is not a neighbour. A document without neighbours, such as an empty
 * one, gets a vote from every training document.
 *
 * Source: Mitchell 1997, section 8.2; Manning, Raghavan and Schütze 2008, section 14.3.
 */
export function nearestNeighbours(options: NearestNeighboursOptions = {}): StoredClassifier {
  const { k, distanceWeighting, alpha } = checkedOptions<NearestNeighboursOptions>(NEAREST_NEIGHBOURS, options);
  return neighboursClassifier("nearest-neighbours", k, DEFAULT_K, (documents, count) =>
    votesOf(documents, count, distanceWeighting, alpha),
  );
}

/** Options of nearest neighbours. */
export interface NearestNeighboursOptions {
  /** How many neighbours vote, at least 1. Default null: 70, or all documents if there are fewer. */
  readonly k?: NeighbourCount;
  /** The weight of a vote. Default `"linear"`. */
  readonly distanceWeighting?: DistanceWeighting;
  /** Added to the votes of every class; with 0, a class without a vote is impossible. 0 to 1e100, default 0.1. */
  readonly alpha?: number;
}

/** Chosen by cross-validation on 20 Newsgroups: see the README of this room. */
const DEFAULT_K = 70;

/** The entry of the method in the table of classifiers. */
export const NEAREST_NEIGHBOURS = {
  name: "nearest-neighbours",
  title: "nearest neighbours",
  family: "Neighbours",
  titleOptions: ["k"],
  options: {
    k: K,
    distanceWeighting: { does: "weight of a vote", takes: DISTANCE_WEIGHTINGS, usual: "linear" },
    alpha: { ...ALPHA, usual: 0.1 },
  },
  // No norm, because the cosine already divides by the length.
  weighting: { tf: "log", idf: "smooth" },
  make: nearestNeighbours,
} satisfies Method<NearestNeighboursOptions>;

/** Returns how the votes of the k nearest documents score rows. */
function votesOf(documents: RememberedDocuments, k: number, weighting: DistanceWeighting, alpha: number): Scoring {
  const { y, sizes, classes, size: all } = documents;
  const neighbours = (x: SparseMatrix, row: number) => nearestOf(documents, k, x, row, weighting);
  /** Writes the sum of the votes for each class, and returns the sum of all. */
  const countVotes = ({ rows, votes }: Neighbours, into: Float64Array): number => {
    if (rows.length === 0) {
      into.set(sizes);
      return all;
    }
    into.fill(0);
    for (const [i, row] of rows.entries()) into[y[row]] += votes[i];
    return sumOf(votes);
  };
  return {
    scoreInto(x, row, scores) {
      const total = countVotes(neighbours(x, row), scores);
      const logTotal = Math.log(total + alpha * classes);
      for (let c = 0; c < scores.length; c++) {
        scores[c] = sizes[c] === 0 ? Number.NEGATIVE_INFINITY : Math.log(scores[c] + alpha) - logTotal;
      }
    },
    /**
     * Divides each vote among the common terms, in proportion to their parts of the cosine. With a and b the votes of
     * the two classes and L their logarithmic mean,
     *
     *     log a - log b = (a - b) / L(a, b)
     *
     * so the part of a term in a - b, divided by L, is its part of the margin.
     */
    marginInto(x, row, [label, against], parts) {
      const size = x.starts[row + 1] - x.starts[row];
      parts.fill(0, 0, size);
      const nearest = neighbours(x, row);
      const votes = new Float64Array(sizes.length);
      countVotes(nearest, votes);
      const [a, b] = [label, against].map((c) => (sizes[c] === 0 ? 0 : votes[c] + alpha));
      const margin = scoreDifference(Math.log(a), Math.log(b));
      if (!Number.isFinite(margin) || nearest.rows.length === 0) return margin;
      const logarithmicMean = margin === 0 ? a : (a - b) / margin;
      const partsWith = cosineParts(x, row);
      const termParts = new Float64Array(size);
      for (const [i, neighbour] of nearest.rows.entries()) {
        const c = y[neighbour];
        if (c !== label && c !== against) continue;
        partsWith(documents.x, neighbour, termParts);
        const factor = ((c === label ? 1 : -1) * nearest.votes[i]) / (nearest.similarities[i] * logarithmicMean);
        for (let entry = 0; entry < size; entry++) parts[entry] += factor * termParts[entry];
      }
      return margin - sumOf(parts, 0, size);
    },
  };
}
