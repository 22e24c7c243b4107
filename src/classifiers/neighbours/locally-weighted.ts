import { ascending, sumOf } from "../../base/lists.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import { ALPHA } from "../bayes/smoothing.js";
import { checkedOptions, type Method } from "../method.js";
import { scoreDifference } from "../scores.js";
import type { StoredClassifier } from "../stored-classifier.js";
import { K, type NeighbourCount, nearestOf, neighboursClassifier, type Scoring } from "./neighbourhood.js";
import type { RememberedDocuments } from "./remembered-documents.js";

/**
 * Locally weighted naive Bayes: each document to be classified gets its own multinomial naive Bayes, learned from its k
 * nearest neighbours by cosine. By default (norm l2), documents have length 1. With d(i) = √(2 - 2 cos) the distance of
 * neighbour i, and d(k) that of the farthest one,
 *
 *     w(i)     ∝ 1 - d(i) / d(k),  Σ_i w(i) = k
 *     P(c)     = (Σ_i w(i) [y(i) = c] + α) / (k + α·C)
 *     P(t | c) = (Σ_i w(i) x(i, t) [y(i) = c] + α) / (Σ_t' Σ_i w(i) x(i, t') [y(i) = c] + α·V)
 *     score(c) = log P(c) + Σ_t x(t) · log P(t | c)
 *
 * for the C classes that have documents; other classes are impossible. If all neighbours are equally far, their weights
 * are equal. If a document has no neighbours, all documents decide with their own weights. The method assumes that
 * tokens are independent given the class only among similar documents, which is weaker than the assumption of naive
 * Bayes.
 *
 * Source: Frank, Hall and Pfahringer 2003, section 2. The weights are those of their kernel; they use it on tables.
 */
export function locallyWeighted(options: LocallyWeightedOptions = {}): StoredClassifier {
  const { k, alpha } = checkedOptions<LocallyWeightedOptions>(LOCALLY_WEIGHTED, options);
  return neighboursClassifier("locally-weighted", k, DEFAULT_K, (documents, count) =>
    localScores(documents, count, alpha),
  );
}

/** Options of locally weighted naive Bayes. */
export interface LocallyWeightedOptions {
  /** How many neighbours it learns from, at least 1. Default null: 300, or all documents if there are fewer. */
  readonly k?: NeighbourCount;
  /** Added to every count. 0 to 1e100, default 0.01 for documents of length 1; for counts choose 0.1 to 1. */
  readonly alpha?: number;
}

/** Chosen by cross-validation on 20 Newsgroups: see the README of this room. */
const DEFAULT_K = 300;

/** The entry of the method in the table of classifiers. */
export const LOCALLY_WEIGHTED = {
  name: "locally-weighted",
  title: "locally weighted naive Bayes",
  family: "Neighbours",
  titleOptions: ["k", "alpha"],
  options: { k: K, alpha: { ...ALPHA, usual: 0.01 } },
  weighting: { tf: "log", idf: "smooth", norm: "l2" },
  make: locallyWeighted,
} satisfies Method<LocallyWeightedOptions>;

/** Returns how the models of the k documents nearest to each row score it. */
function localScores(documents: RememberedDocuments, k: number, alpha: number): Scoring {
  const { y, sizes, classes: present, weights: ownWeights } = documents;
  const { starts, ids, values, columns } = documents.x;
  const { length: classes } = sizes;
  /** One more than the index of a term's entry in the document; 0 for other terms, and between documents. */
  const entryOf = new Uint32Array(columns);

  /** Returns the neighbours and their weights, or all documents if there are no neighbours. */
  const weighted = (x: SparseMatrix, row: number) => {
    const { rows, votes } = nearestOf(documents, k, x, row, "linear");
    if (rows.length === 0) return { rows: ascending(ownWeights.length), weights: ownWeights };
    const scale = k / sumOf(votes);
    return { rows, weights: votes.map((vote) => vote * scale) };
  };

  /** Returns log P(t | c): a row per entry of the document, a number per class. @param rows the neighbours */
  const likelihoodOf = (x: SparseMatrix, row: number, rows: Uint32Array, weights: Float64Array) => {
    const [start, end] = [x.starts[row], x.starts[row + 1]];
    const counts = new Float64Array((end - start) * classes);
    if (start === end) return counts;
    const totals = new Float64Array(classes);
    for (let i = start; i < end; i++) entryOf[x.ids[i]] = i - start + 1;
    for (const [i, neighbour] of rows.entries()) {
      const c = y[neighbour];
      const weight = weights[i];
      if (weight === 0) continue;
      let total = 0;
      for (let j = starts[neighbour]; j < starts[neighbour + 1]; j++) {
        total += values[j];
        const entry = entryOf[ids[j]];
        if (entry !== 0) counts[(entry - 1) * classes + c] += weight * values[j];
      }
      totals[c] += weight * total;
    }
    for (let i = start; i < end; i++) entryOf[x.ids[i]] = 0;
    const logTotal = totals.map((total) => Math.log(total + alpha * columns));
    return counts.map((count, i) =>
      count + alpha === 0 ? Number.NEGATIVE_INFINITY : Math.log(count + alpha) - logTotal[i % classes],
    );
  };

  /** Returns log P(c), and log P(t | c) with a row per entry of the document and a number per class. */
  const localModel = (x: SparseMatrix, row: number) => {
    const { rows, weights } = weighted(x, row);
    const prior = new Float64Array(classes);
    for (const [i, neighbour] of rows.entries()) prior[y[neighbour]] += weights[i];
    const all = sumOf(prior);
    return {
      prior: prior.map((weight, c) =>
        sizes[c] === 0 ? Number.NEGATIVE_INFINITY : Math.log(weight + alpha) - Math.log(all + alpha * present),
      ),
      likelihood: likelihoodOf(x, row, rows, weights),
    };
  };

  return {
    scoreInto(x, row, scores) {
      const { prior, likelihood } = localModel(x, row);
      scores.set(prior);
      for (let i = x.starts[row], at = 0; i < x.starts[row + 1]; i++, at += classes) {
        const value = x.values[i];
        if (value === 0) continue;
        for (let c = 0; c < classes; c++) scores[c] += value * likelihood[at + c];
      }
    },
    /** The local model is linear, so the parts are exact. */
    marginInto(x, row, [label, against], parts) {
      const { prior, likelihood } = localModel(x, row);
      for (let i = x.starts[row], part = 0; i < x.starts[row + 1]; i++, part++) {
        const at = part * classes;
        const difference = scoreDifference(likelihood[at + label], likelihood[at + against]);
        parts[part] = x.values[i] === 0 ? 0 : x.values[i] * difference;
      }
      return scoreDifference(prior[label], prior[against]);
    },
  };
}
