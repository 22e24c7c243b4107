import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { type Dataset, type SparseMatrix, transposed } from "../../features/sparse-matrix.js";
import { type ClassPair, classWeights, requireDataset, scoreDifference } from "../classifier.js";
import type { Arrays, StoredModel } from "../stored-classifier.js";

/** The parts of a naive Bayes model in which each column has its own likelihood. */
export interface ColumnModelParts {
  readonly labels: readonly string[];
  readonly columns: number;
  /** One per class. */
  readonly logPrior: Float64Array;
  /** Writes log P(value | class) of a column for each class: finite, or -∞ if the class cannot have the value. */
  readonly logInto: (column: number, value: number, into: Float64Array) => void;
  readonly arrays: Arrays;
}

/**
 * Naive Bayes in which an entry that is not stored counts as the value 0:
 *
 *     score(c) = log P(c) + Σ_t log P(x(t) | c)
 *
 * over all columns. It starts from the score of a row of zeros and adds log P(x(t) | c) - log P(0 | c) for each stored
 * entry, so the cost depends on the entries of a row, not on the number of columns.
 */
export class ColumnModel implements StoredModel {
  readonly labels: readonly string[];
  readonly columns: number;
  readonly binary = false;
  /** Removing an entry gives -∞ for a class that cannot have 0 in that column, which no part shows. */
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

  /** Returns as the rest the margin of a row of zeros, or -∞ if a class cannot have 0 in a column the row lacks. */
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
    const margin = scoreDifference(logPrior[label] + sums.of(label), logPrior[against] + sums.of(against));
    // Sums can be so large that adding a prior does not change them, so the priors are compared by themselves.
    return Number.isFinite(margin) && Number.isFinite(logPrior[label]) && Number.isFinite(sums.of(label))
      ? logPrior[label] - logPrior[against] + (sums.of(label) - sums.of(against))
      : margin;
  }

  arrays(): Arrays {
    return this.#parts.arrays;
  }
}

/**
 * Sums of logarithms by class, from which summands can be subtracted again. They count -∞ separately. They keep the
 * rounding error (Knuth's TwoSum), because the score of a row of zeros can be far larger than the final score.
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

/**
 * Returns the weight of the documents of each class.
 *
 * @throws UsageError if the parts of the data set do not fit together, DataError if the sum of the weights is
 * not finite.
 */
export function weightsOfClasses(data: Dataset): Float64Array {
  requireDataset("fit", data);
  const documents = classWeights(data);
  const sum = sumOf(documents);
  if (!Number.isFinite(sum)) throw new DataError(`fit: the weights of the rows sum to ${sum}; scale them`);
  return documents;
}

/** Yields the entries of each column of a data set, with the class and the weight of their rows, without entries of value 0 or in rows of weight 0. */
export function* columnsOf({ x, y, weights }: Dataset) {
  const { starts, ids, values } = transposed(x);
  for (let column = 0; column < x.columns; column++) {
    const rows = ids.subarray(starts[column], starts[column + 1]);
    yield Array.from(rows, (row, i) => {
      return { row, value: values[starts[column] + i], c: y[row], weight: weights?.[row] ?? 1 };
    }).filter(({ value, weight }) => value !== 0 && weight !== 0);
  }
}
