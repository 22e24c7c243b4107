import type { SparseMatrix } from "../features/sparse-matrix.js";
import { type ClassPair, scoreDifference } from "./classifier.js";
import type { Arrays, StoredModel } from "./stored-classifier.js";

/** What a naive Bayes is made of whose columns each have a likelihood of their own. */
export interface ColumnModelParts {
  readonly labels: readonly string[];
  readonly columns: number;
  /** By class. */
  readonly logPrior: Float64Array;
  /** Writes log P(value | class) of a column, by class: finite, or -∞ where the class cannot have the value. */
  readonly logInto: (column: number, value: number, into: Float64Array) => void;
  readonly arrays: Arrays;
}

/**
 * Naive Bayes in which what is not stored is a value as any other:
 *
 *     score(c) = log P(c) + Σ_t log P(x(t) | c)
 *
 * over all columns. Written as the score of a row of zeros, which is the same for all rows,
 * and a correction for each stored entry, log P(x(t) | c) - log P(0 | c): a document costs
 * its terms and not the vocabulary.
 */
export class ColumnModel implements StoredModel {
  readonly labels: readonly string[];
  readonly columns: number;
  readonly binary = false;
  /** Where a class cannot do without a column, leaving it out is a -∞ that no part tells of. */
  readonly additive: boolean;
  readonly #parts: ColumnModelParts;
  /** log P(0 | c) by column and class. */
  readonly #zeros: Float64Array;
  readonly #base: Sums;
  readonly #sums: Sums;
  readonly #logs: Float64Array;

  constructor(parts: ColumnModelParts) {
    const { labels, columns, logInto } = parts;
    const classes = labels.length;
    this.labels = labels;
    this.columns = columns;
    this.#parts = parts;
    this.#zeros = new Float64Array(columns * classes);
    this.#base = new Sums(classes);
    this.#sums = new Sums(classes);
    this.#logs = new Float64Array(classes);
    for (let column = 0; column < columns; column++) {
      const zeros = this.#zeros.subarray(column * classes, (column + 1) * classes);
      logInto(column, 0, zeros);
      for (let c = 0; c < classes; c++) this.#base.add(c, zeros[c]);
    }
    this.additive = this.#zeros.every((log) => log > Number.NEGATIVE_INFINITY);
  }

  scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    const sums = this.#sums;
    sums.set(this.#base);
    for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
      if (x.values[i] === 0) continue;
      const zero = x.ids[i] * scores.length;
      this.#parts.logInto(x.ids[i], x.values[i], this.#logs);
      for (let c = 0; c < scores.length; c++) {
        sums.takeOut(c, this.#zeros[zero + c]);
        sums.add(c, this.#logs[c]);
      }
    }
    for (let c = 0; c < scores.length; c++) scores[c] = this.#parts.logPrior[c] + sums.of(c);
  }

  /** The score of the row of zeros is the rest; that a class cannot do without a column that the row lacks is part of it. */
  marginInto(x: SparseMatrix, row: number, [label, against]: ClassPair, parts: Float64Array): number {
    const sums = this.#sums;
    sums.set(this.#base);
    const correction = (c: number, zero: number) => {
      if (zero !== Number.NEGATIVE_INFINITY) return this.#logs[c] - zero;
      sums.takeOut(c, zero);
      return this.#logs[c];
    };
    for (let i = x.starts[row], part = 0; i < x.starts[row + 1]; i++, part++) {
      parts[part] = 0;
      if (x.values[i] === 0) continue;
      const zero = x.ids[i] * this.labels.length;
      this.#parts.logInto(x.ids[i], x.values[i], this.#logs);
      const own = correction(label, this.#zeros[zero + label]);
      const other = correction(against, this.#zeros[zero + against]);
      parts[part] = scoreDifference(own, other);
    }
    const { logPrior } = this.#parts;
    return scoreDifference(logPrior[label] + sums.of(label), logPrior[against] + sums.of(against));
  }

  arrays(): Arrays {
    return this.#parts.arrays;
  }
}

/**
 * A sum of logarithms a class, from which one that was added can be taken out again: how
 * many are -∞ is counted, and what rounding loses is kept beside the sum (Knuth's TwoSum),
 * as the score of a row of zeros is much larger than what is left of it.
 */
class Sums {
  readonly #high: Float64Array;
  readonly #low: Float64Array;
  readonly #impossible: Int32Array;

  constructor(classes: number) {
    this.#high = new Float64Array(classes);
    this.#low = new Float64Array(classes);
    this.#impossible = new Int32Array(classes);
  }

  set(other: Sums): void {
    this.#high.set(other.#high);
    this.#low.set(other.#low);
    this.#impossible.set(other.#impossible);
  }

  add(c: number, log: number): void {
    if (log === Number.NEGATIVE_INFINITY) this.#impossible[c]++;
    else this.#sum(c, log);
  }

  takeOut(c: number, log: number): void {
    if (log === Number.NEGATIVE_INFINITY) this.#impossible[c]--;
    else this.#sum(c, -log);
  }

  of(c: number): number {
    return this.#impossible[c] > 0 ? Number.NEGATIVE_INFINITY : this.#high[c] + this.#low[c];
  }

  #sum(c: number, log: number): void {
    const before = this.#high[c];
    const sum = before + log;
    const added = sum - before;
    this.#low[c] += before - (sum - added) + (log - added);
    this.#high[c] = sum;
  }
}
