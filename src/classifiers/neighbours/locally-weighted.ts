import { sumOf } from "../../base/lists.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import { ALPHA } from "../bayes/smoothing.js";
import type { ClassPair } from "../classifier.js";
import { checkedOptions, type Method } from "../method.js";
import { scoreDifference } from "../scores.js";
import type { StoredClassifier } from "../stored-classifier.js";
import { K, type NeighbourCount, NeighboursModel, neighboursClassifier } from "./neighbourhood.js";
import type { RememberedDocuments } from "./remembered-documents.js";

/**
 * Locally weighted naive Bayes: each document to be classified gets its own multinomial naive Bayes, learned
 * from its k nearest neighbours by cosine. By default (norm l2), documents have length 1. With d(i) = √(2 - 2 cos) the distance
 * of neighbour i, and d(k) that of the farthest one,
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
  const fit = (documents: RememberedDocuments, count: number) => new LocallyWeightedModel(documents, count, alpha);
  return neighboursClassifier("locally-weighted", k, DEFAULT_K, fit);
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

class LocallyWeightedModel extends NeighboursModel {
  readonly #alpha: number;
  /** One more than the index of a term's entry in the document; 0 for other terms, and between documents. */
  readonly #entryOf: Uint32Array;

  constructor(documents: RememberedDocuments, k: number, alpha: number) {
    super(documents, k);
    this.#alpha = alpha;
    this.#entryOf = new Uint32Array(this.columns);
  }

  scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    const { prior, likelihood } = this.#local(x, row);
    const classes = scores.length;
    scores.set(prior);
    for (let i = x.starts[row], at = 0; i < x.starts[row + 1]; i++, at += classes) {
      const value = x.values[i];
      if (value === 0) continue;
      for (let c = 0; c < classes; c++) scores[c] += value * likelihood[at + c];
    }
  }

  /** The local model is linear, so the parts are exact. */
  marginInto(x: SparseMatrix, row: number, [label, against]: ClassPair, parts: Float64Array): number {
    const { prior, likelihood } = this.#local(x, row);
    const classes = this.labels.length;
    for (let i = x.starts[row], part = 0; i < x.starts[row + 1]; i++, part++) {
      const at = part * classes;
      const difference = scoreDifference(likelihood[at + label], likelihood[at + against]);
      parts[part] = x.values[i] === 0 ? 0 : x.values[i] * difference;
    }
    return scoreDifference(prior[label], prior[against]);
  }

  /** Returns log P(c), and log P(t | c) with a row per entry of the document and a number per class. */
  #local(x: SparseMatrix, row: number) {
    const { rows, weights } = this.#weighted(x, row);
    const { y, sizes, classes } = this.documents;
    const alpha = this.#alpha;
    const prior = new Float64Array(this.labels.length);
    for (let i = 0; i < rows.length; i++) prior[y[rows[i]]] += weights[i];
    const all = sumOf(prior);
    return {
      prior: prior.map((weight, c) =>
        sizes[c] === 0 ? Number.NEGATIVE_INFINITY : Math.log(weight + alpha) - Math.log(all + alpha * classes),
      ),
      likelihood: this.#likelihood(x, row, rows, weights),
    };
  }

  /** Returns the neighbours and their weights, or all documents if there are no neighbours. */
  #weighted(x: SparseMatrix, row: number): { rows: ArrayLike<number>; weights: Float64Array } {
    const { rows, votes } = this.neighbours(x, row, "linear");
    if (rows.length === 0) {
      const { weights } = this.documents;
      return { rows: Array.from(weights.keys()), weights };
    }
    const scale = this.k / sumOf(votes);
    return { rows, weights: votes.map((vote) => vote * scale) };
  }

  /** Returns log P(t | c): a row per entry of the document, a number per class. @param rows the neighbours */
  #likelihood(x: SparseMatrix, row: number, rows: ArrayLike<number>, weights: Float64Array): Float64Array {
    const { y, x: known } = this.documents;
    const { starts, ids, values } = known;
    const classes = this.labels.length;
    const [start, end] = [x.starts[row], x.starts[row + 1]];
    const counts = new Float64Array((end - start) * classes);
    if (start === end) return counts;
    const totals = new Float64Array(classes);
    const entryOf = this.#entryOf;
    for (let i = start; i < end; i++) entryOf[x.ids[i]] = i - start + 1;
    for (let i = 0; i < rows.length; i++) {
      const c = y[rows[i]];
      const weight = weights[i];
      if (weight === 0) continue;
      const last = starts[rows[i] + 1];
      let total = 0;
      for (let j = starts[rows[i]]; j < last; j++) {
        total += values[j];
        const entry = entryOf[ids[j]];
        if (entry !== 0) counts[(entry - 1) * classes + c] += weight * values[j];
      }
      totals[c] += weight * total;
    }
    for (let i = start; i < end; i++) entryOf[x.ids[i]] = 0;
    const logTotal = totals.map((total) => Math.log(total + this.#alpha * this.columns));
    return counts.map((count, i) =>
      count + this.#alpha === 0 ? Number.NEGATIVE_INFINITY : Math.log(count + this.#alpha) - logTotal[i % classes],
    );
  }
}
