import { largest, sumOf } from "../../base/lists.js";
import { rowView, type SparseMatrix } from "../../features/sparse-matrix.js";
import { emphasize } from "../emphasis.js";
import type { ClassCounts } from "./class-counts.js";
import { logPrior, type Prior } from "./prior.js";

/** A method with several values of alpha: multinomial, or complement, which learns from the documents of others. */
export interface GridMethod {
  /** See `CountingClassifier`. */
  readonly learnsFromOthers: boolean;
  readonly alphas: readonly number[];
  readonly prior: Prior;
  /** See `EmphasisOptions`; 0 for a method that learns from others. */
  readonly emphasis: number;
}

/**
 * Scores a row by the current counts, for some values of alpha, each up to a constant. Terms that the counts do not
 * have are not part of the model.
 *
 * @param chosen indices in `alphas` of the values to score with
 * @param scores a number per class and index in `alphas`; numbers for other values are not written
 */
export type LeftOutGrid = (x: SparseMatrix, row: number, chosen: Uint32Array, scores: Float64Array) => void;

/** Logarithms of whole counts up to this number come from a table. */
const MAX_LOOKED_UP = 1 << 16;

/**
 * Makes the function that scores documents with many values of alpha at once. The scores are those of a model for each
 * value: with N(t, c) the counts of a term in class c, and V the number of terms,
 *
 *     score(c) = log P(c) + Σ_t x(t) · (log (N(t, c) + α) - log (Σ_t' N(t', c) + α·V))
 *
 * A method that learns from others counts in all classes but c, and subtracts the sum over the terms instead.
 *
 * It saves time by finding the counts of a term once for all values, sharing one logarithm between classes without the
 * term, and looking up logarithms of whole counts.
 *
 * @param counts the counts of all documents but the scored one; they may change between two calls
 */
export function leftOutGrid(method: GridMethod, counts: ReducedCounts): LeftOutGrid {
  const { learnsFromOthers, alphas, prior, emphasis } = method;
  const { documents, totals, having } = counts;
  const size = alphas.length;
  /** The log of the smoothed number of tokens, by class and index in `alphas`. */
  const logTotals = new Float64Array(documents.length * size);
  const logOf = logOfCounts(method, counts);
  const add = emphasis === 0 ? sharedAdder(method, counts, logOf) : emphasizedAdder(method, counts, logOf, logTotals);

  return (x, row, chosen, scores) => {
    const priors = logPrior(prior, documents);
    const all = sumOf(totals);
    for (let c = 0; c < documents.length; c++) {
      const total = learnsFromOthers ? all - totals[c] : totals[c];
      for (const a of chosen) {
        logTotals[c * size + a] = Math.log(total + alphas[a] * counts.known);
        scores[c * size + a] = priors[c];
      }
    }
    /** The number of tokens whose terms are in the model. */
    let shared = 0;
    const { ids: terms, values: counted, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) {
      const value = counted[i];
      if (value === 0 || having[terms[i]] === 0) continue;
      shared += value;
      add(terms[i], value, chosen, scores);
    }
    // Without emphasis, the total is subtracted once for all terms.
    if (emphasis !== 0 || shared === 0) return;
    for (let c = 0; c < documents.length; c++) {
      for (const a of chosen) scores[c * size + a] += (learnsFromOthers ? shared : -shared) * logTotals[c * size + a];
    }
  };
}

/** Adds a term that occurs `value` times to the scores: see `LeftOutGrid`. */
type AddTerm = (term: number, value: number, chosen: Uint32Array, scores: Float64Array) => void;

/** Returns the log of a count plus the alpha with an index. */
type LogOf = (count: number, a: number) => number;

/**
 * Makes the `AddTerm` without totals. It adds only the difference from a class without the term. This changes the scores of
 * all classes by the same constant, so most classes need no work.
 */
function sharedAdder({ learnsFromOthers, alphas }: GridMethod, counts: ReducedCounts, logOf: LogOf): AddTerm {
  const { values, inAll } = counts;
  const { starts, ids } = counts.terms;
  const size = alphas.length;
  /** The log of the smoothed count in a class without the term. */
  const unseen = new Float64Array(size);
  return (term, value, chosen, scores) => {
    const sign = learnsFromOthers ? -value : value;
    const without = learnsFromOthers ? inAll[term] : 0;
    for (const a of chosen) unseen[a] = logOf(without, a);
    for (let j = starts[term]; j < starts[term + 1]; j++) {
      const at = ids[j] * size;
      const count = learnsFromOthers ? Math.max(0, without - values[j]) : values[j];
      for (let i = 0; i < chosen.length; i++) {
        const a = chosen[i];
        scores[at + a] += sign * (logOf(count, a) - unseen[a]);
      }
    }
  };
}

/** Makes the `AddTerm` with emphasis. It depends on all weights of a term, so it needs the totals too. */
function emphasizedAdder(method: GridMethod, counts: ReducedCounts, logOf: LogOf, logTotals: Float64Array): AddTerm {
  const { alphas, emphasis } = method;
  const { starts, ids } = counts.terms;
  const { values, documents } = counts;
  const [classes, size] = [documents.length, alphas.length];
  const weights = new Float64Array(classes);
  const inClass = new Float64Array(classes);
  return (term, value, chosen, scores) => {
    inClass.fill(0);
    for (let j = starts[term]; j < starts[term + 1]; j++) inClass[ids[j]] = values[j];
    for (const a of chosen) {
      for (let c = 0; c < classes; c++) weights[c] = logOf(inClass[c], a) - logTotals[c * size + a];
      emphasize(weights, 0, classes, emphasis);
      for (let c = 0; c < classes; c++) scores[c * size + a] += value * weights[c];
    }
  };
}

/** Makes the function for the logs of counts: those of terms in a class, or in all classes to learn from others. */
function logOfCounts({ learnsFromOthers, alphas }: GridMethod, { values, inAll }: ReducedCounts): LogOf {
  const counts = learnsFromOthers ? inAll : values;
  const highest = largest(counts, 0);
  if (highest > MAX_LOOKED_UP || !counts.every(Number.isInteger)) return (count, a) => Math.log(count + alphas[a]);
  const logs = Float64Array.from({ length: (highest + 1) * alphas.length }, (_, i) =>
    Math.log(Math.floor(i / alphas.length) + alphas[i % alphas.length]),
  );
  return (count, a) => logs[count * alphas.length + a];
}

/** Counts from which documents can be taken out temporarily, leaving the counts of the others. */
export type ReducedCounts = ReturnType<typeof reducedCounts>;

/**
 * Makes counts from which documents can be taken out, and put back before the counts are used otherwise.
 *
 * @param counts of all rows, or of the rows of weight 1 if other rows have the weight 0
 * @param x the rows
 * @param y the class of each row
 * @param documentsWith how many of the counted rows have each term
 */
export function reducedCounts(counts: ClassCounts, x: SparseMatrix, y: ArrayLike<number>, documentsWith: Uint32Array) {
  const { starts, ids, rows: size } = counts.terms;
  // The counts of `classCounts` are changed in place: a copy would take as much memory again.
  const values = counts.terms.values as Float64Array;
  const inAll = new Float64Array(size).map((_, term) => sumOf(values, starts[term], starts[term + 1]));
  /** The changes, with the numbers before: an entry of `values`, and a term of `inAll`. */
  const changed: (readonly [entry: number, value: number, term: number, sum: number])[] = [];
  const having = documentsWith.slice();
  const documents = counts.documents.slice();
  const totals = counts.totals.slice();
  const reduced = {
    /** The classes of each term, as in the counts of all documents. */
    terms: { starts, ids },
    /** The counts of the remaining documents: a number per entry of `terms`. */
    values,
    /** The sum of the counts of each term over all classes. */
    inAll,
    /** How many of the remaining documents have each term. */
    having,
    /** The number of remaining documents of each class. */
    documents,
    /** The sum of the counts of all terms in each class. */
    totals,
    /** The number of terms that the remaining documents have. */
    known: having.filter((n) => n > 0).length,
    /** Takes documents out. Each must have been counted. */
    take(rows: ArrayLike<number>) {
      for (let r = 0; r < rows.length; r++) {
        const c = y[rows[r]];
        documents[c]--;
        const row = rowView(x, rows[r]);
        for (let i = row.start; i < row.end; i++) {
          const value = row.values[i];
          if (value === 0) continue;
          const term = row.ids[i];
          let entry = starts[term];
          // The class has an entry, because the document was counted.
          while (ids[entry] !== c) entry++;
          changed.push([entry, values[entry], term, inAll[term]]);
          // Rounding can make a difference of weights slightly negative.
          values[entry] = Math.max(0, values[entry] - value);
          inAll[term] = Math.max(0, inAll[term] - value);
          totals[c] -= value;
          if (--having[term] === 0) reduced.known--;
        }
      }
    },
    /** Puts all documents back. The counts are then exactly as before. */
    putBack() {
      for (const [entry, value, term, sum] of changed.splice(0).reverse()) {
        values[entry] = value;
        inAll[term] = sum;
        if (having[term]++ === 0) reduced.known++;
      }
      documents.set(counts.documents);
      totals.set(counts.totals);
    },
  };
  return reduced;
}
