import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { classWeights, requireDataset } from "../../features/dataset.js";
import { type Dataset, transposed } from "../../features/sparse-matrix.js";
import { scoreDifference } from "../scores.js";
import type { Arrays } from "../stored-arrays.js";
import type { StoredModel } from "../stored-classifier.js";

/** The parts of a naive Bayes model in which each column has its own likelihood. */
export interface ColumnModelParts extends Pick<StoredModel, "labels" | "columns"> {
  /** One per class. */
  readonly logPrior: Float64Array;
  /** Writes log P(value | class) of a column for each class: finite, or -∞ if the class cannot have the value. */
  readonly logInto: (column: number, value: number, into: Float64Array) => void;
  /** The arrays from which a file restores the model. */
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
export function columnModel({ labels, columns, logPrior, logInto, arrays }: ColumnModelParts): StoredModel {
  const classes = labels.length;
  /** log P(0 | c) by column and class. */
  const zeros = new Float64Array(columns * classes);
  /** The scores of a row of zeros, without the priors. */
  const base = new LogSums(classes);
  /** Scratch: the sums of the current row. */
  const sums = new LogSums(classes);
  /** Scratch: log P(value | c) of the current entry. */
  const logs = new Float64Array(classes);
  for (let column = 0; column < columns; column++) {
    const ofColumn = zeros.subarray(column * classes, (column + 1) * classes);
    logInto(column, 0, ofColumn);
    for (let c = 0; c < classes; c++) base.add(c, ofColumn[c]);
  }
  return {
    labels,
    columns,
    binary: false,
    // If a class cannot have 0 in a column, removing that entry makes the score -∞, so parts do not add up.
    additive: zeros.every((log) => log > Number.NEGATIVE_INFINITY),
    scoreInto(x, row, scores) {
      sums.set(base);
      for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
        if (x.values[i] === 0) continue;
        const at = x.ids[i] * classes;
        logInto(x.ids[i], x.values[i], logs);
        for (let c = 0; c < classes; c++) {
          sums.add(c, zeros[at + c], -1);
          sums.add(c, logs[c]);
        }
      }
      for (let c = 0; c < classes; c++) scores[c] = logPrior[c] + sums.total(c);
    },
    /**
     * Splits the margin. The returned rest is the margin of a row of zeros, in which a class scores -∞ if it cannot have
     * 0 in a column that the row lacks.
     */
    marginInto(x, row, [label, against], parts) {
      sums.set(base);
      /** Returns how much the entry adds to the score of a class. Takes a log P(0 | c) of -∞ out of the score of zeros. */
      const takeGain = (c: number, logZero: number) => {
        if (logZero !== Number.NEGATIVE_INFINITY) return logs[c] - logZero;
        sums.add(c, logZero, -1);
        return logs[c];
      };
      for (let i = x.starts[row], part = 0; i < x.starts[row + 1]; i++, part++) {
        parts[part] = 0;
        if (x.values[i] === 0) continue;
        const at = x.ids[i] * classes;
        logInto(x.ids[i], x.values[i], logs);
        const gain = takeGain(label, zeros[at + label]);
        parts[part] = scoreDifference(gain, takeGain(against, zeros[at + against]));
      }
      const margin = scoreDifference(logPrior[label] + sums.total(label), logPrior[against] + sums.total(against));
      // Sums can be so large that adding a prior does not change them, so the priors are compared by themselves.
      const areFinite = [margin, logPrior[label], sums.total(label)].every(Number.isFinite);
      return areFinite ? logPrior[label] - logPrior[against] + (sums.total(label) - sums.total(against)) : margin;
    },
    arrays: () => arrays,
  };
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

/**
 * Yields the entries of each column of a data set, with the class and the weight of their rows. Leaves out entries of
 * value 0 and rows of weight 0.
 */
export function* columnsOf({ x, y, weights }: Dataset) {
  const { starts, ids, values } = transposed(x);
  for (let column = 0; column < x.columns; column++) {
    const rows = ids.subarray(starts[column], starts[column + 1]);
    yield Array.from(rows, (row, i) => {
      return { row, value: values[starts[column] + i], c: y[row], weight: weights?.[row] ?? 1 };
    }).filter(({ value, weight }) => value !== 0 && weight !== 0);
  }
}

/**
 * Sums of logarithms by class, from which summands can be subtracted again. They count -∞ separately. They keep the
 * rounding error of each addition, because the score of a row of zeros can be far larger than the final score.
 *
 * Source: TwoSum of Knuth, The Art of Computer Programming, volume 2, section 4.2.2.
 */
class LogSums {
  readonly #high: Float64Array;
  /** The rounding errors of `#high`. */
  readonly #low: Float64Array;
  /** How many summands are -∞. */
  readonly #impossible: Int32Array;

  /** Makes sums that are 0. */
  constructor(classes: number) {
    this.#high = new Float64Array(classes);
    this.#low = new Float64Array(classes);
    this.#impossible = new Int32Array(classes);
  }

  /** Copies other sums of as many classes. */
  set(other: LogSums): void {
    this.#high.set(other.#high);
    this.#low.set(other.#low);
    this.#impossible.set(other.#impossible);
  }

  /** Adds a logarithm, which may be -∞, to the sum of class c. With sign -1, subtracts one that was added. */
  add(c: number, log: number, sign: 1 | -1 = 1): void {
    if (log === Number.NEGATIVE_INFINITY) {
      this.#impossible[c] += sign;
      return;
    }
    const before = this.#high[c];
    const sum = before + sign * log;
    const added = sum - before;
    // TwoSum: exactly the part of the summands that rounding took from `sum`.
    this.#low[c] += before - (sum - added) + (sign * log - added);
    this.#high[c] = sum;
  }

  /** Returns the sum of a class: -∞ if a summand is -∞. */
  total(c: number): number {
    return this.#impossible[c] > 0 ? Number.NEGATIVE_INFINITY : this.#high[c] + this.#low[c];
  }
}
