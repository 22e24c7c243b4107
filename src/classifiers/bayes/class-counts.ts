import { DataError, UsageError } from "../../base/errors.js";
import { smallest } from "../../base/lists.js";
import { type Dataset, rowView, type SparseMatrix, type SparseRows, transposed } from "../../features/sparse-matrix.js";
import { isCount, noCount, requireDataset } from "../classifier.js";

/**
 * The sufficient statistic of naive Bayes: the documents of each class, and the sum of each term in each class.
 * Counts of disjoint sets of documents add and subtract exactly, as long as weights are whole numbers below
 * 2^53.
 */
export interface ClassCounts {
  readonly labels: readonly string[];
  /** The weight of the documents of each class; their number, if every weight is 1. */
  readonly documents: Float64Array;
  /** The sum of all term values of each class: its number of tokens, for word counts. */
  readonly totals: Float64Array;
  /** A row per term, a column per class: the sum of the term's values in the documents of the class. */
  readonly terms: SparseRows;
  /** Tells the kind of a term, as a number of `kindsOf`. Default: all are words. */
  readonly kinds?: ((term: number) => number) | undefined;
}

/**
 * Counts a data set.
 *
 * @param binary counts each stored value other than 0 as 1, so that sums are numbers of documents
 * @param rows row numbers, each at most once. Default: all
 * @throws DataError if a value is negative or not finite.
 */
export function classCounts(data: Dataset, binary = false, rows?: ArrayLike<number>): ClassCounts {
  requireDataset("fit", data);
  const { x, y, labels, weights } = data;
  const documents = new Float64Array(labels.length);
  const chosen = rows ?? Uint32Array.from({ length: x.rows }, (_, row) => row);
  for (let i = 0; i < chosen.length; i++) documents[y[chosen[i]]] += weights?.[chosen[i]] ?? 1;
  requireFinite("weights", documents, labels);

  /** One class at a time is summed into a dense row; `touched` lists its terms. */
  const sums = new Float64Array(x.columns);
  const touched = new Uint32Array(x.columns);
  const rowsOfClass = groupRows(chosen, y, labels.length);
  const starts = new Uint32Array(labels.length + 1);
  const ids: Uint32Array[] = [];
  const values: Float64Array[] = [];
  for (let c = 0; c < labels.length; c++) {
    let size = 0;
    for (const row of rowsOfClass[c]) {
      const weight = weights?.[row] ?? 1;
      if (weight === 0) continue;
      const { ids, values, start, end } = rowView(x, row);
      for (let i = start; i < end; i++) {
        const value = values[i];
        if (!isCount(value)) throw noCount("fit", row, ids[i], value);
        const amount = binary && value !== 0 ? weight : value * weight;
        if (amount === 0) continue;
        const id = ids[i];
        if (sums[id] === 0) touched[size++] = id;
        sums[id] += amount;
      }
    }
    ids.push(touched.slice(0, size));
    const ofClass = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      ofClass[i] = sums[touched[i]];
      sums[touched[i]] = 0;
    }
    values.push(ofClass);
    starts[c + 1] = starts[c] + size;
  }
  const byClass: SparseMatrix = {
    rows: labels.length,
    columns: x.columns,
    starts,
    ids: concatenated(ids, new Uint32Array(starts[labels.length])),
    values: concatenated(values, new Float64Array(starts[labels.length])),
  };
  return countsOf(labels, documents, transposed(byClass), data.kinds && lookupIn(data.kinds));
}

/**
 * The counts of both sets of documents together.
 *
 * @throws UsageError unless both have the same classes and the same number of terms.
 */
export function addCounts(a: ClassCounts, b: ClassCounts): ClassCounts {
  return combined(a, b, 1);
}

/**
 * The counts of the documents in `a` without those in `b`, which must be among them.
 *
 * @throws UsageError unless both have the same classes and the same number of terms, DataError if a count would
 * be negative.
 */
export function subtractCounts(a: ClassCounts, b: ClassCounts): ClassCounts {
  return combined(a, b, -1);
}

/**
 * Counts with these terms; the totals are summed from them.
 *
 * @throws DataError if a total is not finite.
 */
export function countsOf(
  labels: readonly string[],
  documents: Float64Array,
  terms: SparseRows,
  kinds?: ClassCounts["kinds"],
): ClassCounts {
  const totals = new Float64Array(labels.length);
  const { ids, values } = terms;
  for (let i = 0; i < ids.length; i++) totals[ids[i]] += values[i];
  requireFinite("term values", totals, labels);
  return { labels, documents, totals, terms, kinds };
}

/** Whether no other document has a term that a document of class `own` has `value` times. */
export function isOnlyHere({ starts, ids, values }: SparseRows, term: number, own: number, value: number): boolean {
  return starts[term + 1] === starts[term] + 1 && ids[starts[term]] === own && values[starts[term]] === value;
}

/** Writes the counts of a term, one a class. */
export function countsOfTerm({ starts, ids, values }: SparseRows, term: number, into: Float64Array): void {
  into.fill(0);
  for (let i = starts[term]; i < starts[term + 1]; i++) into[ids[i]] = values[i];
}

/** The sum of the values from index `from` to before `to`. */
export function sumOf(values: ArrayLike<number>, from = 0, to = values.length): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i];
  return sum;
}

/** Sums must be finite for each class and over all classes, because the prior divides by the latter. */
/** `ClassCounts.kinds` of an array with the kind of each term. */
export function lookupIn(kinds: Uint8Array): (term: number) => number {
  return (term) => kinds[term];
}

function requireFinite(what: string, sums: Float64Array, labels: readonly string[]): void {
  for (const [c, sum] of sums.entries()) {
    if (Number.isFinite(sum)) continue;
    throw new DataError(`fit: the ${what} of class ${JSON.stringify(labels[c])} sum to ${sum}; scale them`);
  }
  const all = sums.reduce((total, sum) => total + sum, 0);
  if (!Number.isFinite(all)) throw new DataError(`fit: the ${what} of all classes sum to ${all}; scale them`);
}

function combined(a: ClassCounts, b: ClassCounts, sign: 1 | -1): ClassCounts {
  const classes = a.labels.length;
  if (classes !== b.labels.length || a.labels.some((label, c) => label !== b.labels[c])) {
    throw new UsageError("counts of different classes cannot be added or subtracted");
  }
  if (a.terms.rows !== b.terms.rows) {
    throw new UsageError(`counts of ${a.terms.rows} and of ${b.terms.rows} terms cannot be added or subtracted`);
  }
  const room = a.terms.ids.length + (sign === 1 ? b.terms.ids.length : 0);
  const starts = new Uint32Array(a.terms.rows + 1);
  const ids = new Uint32Array(room);
  const values = new Float64Array(room);
  const sums = new Float64Array(classes);
  let size = 0;
  for (let term = 0; term < a.terms.rows; term++) {
    if (b.terms.starts[term] === b.terms.starts[term + 1]) {
      for (let i = a.terms.starts[term]; i < a.terms.starts[term + 1]; i++) {
        if (a.terms.values[i] === 0) continue;
        ids[size] = a.terms.ids[i];
        values[size++] = a.terms.values[i];
      }
      starts[term + 1] = size;
      continue;
    }
    for (let i = a.terms.starts[term]; i < a.terms.starts[term + 1]; i++) sums[a.terms.ids[i]] += a.terms.values[i];
    for (let i = b.terms.starts[term]; i < b.terms.starts[term + 1]; i++)
      sums[b.terms.ids[i]] += sign * b.terms.values[i];
    for (let c = 0; c < classes; c++) {
      if (sums[c] === 0) continue;
      if (sums[c] < 0)
        throw new DataError(
          `counts: subtracting leaves ${sums[c]} of term ${term}; subtract only documents that were counted`,
        );
      ids[size] = c;
      values[size++] = sums[c];
      sums[c] = 0;
    }
    starts[term + 1] = size;
  }
  const documents = a.documents.map((n, c) => n + sign * b.documents[c]);
  if (documents.some((n) => n < 0)) {
    throw new DataError(
      `counts: subtracting leaves ${smallest(documents)} documents of a class; subtract only documents that were counted`,
    );
  }
  const terms = {
    rows: a.terms.rows,
    columns: classes,
    starts,
    ids: ids.slice(0, size),
    values: values.slice(0, size),
  };
  return countsOf(a.labels, documents, terms, a.kinds);
}

function groupRows(rows: ArrayLike<number>, y: ArrayLike<number>, classes: number): Uint32Array[] {
  const sizes = new Uint32Array(classes);
  for (let i = 0; i < rows.length; i++) sizes[y[rows[i]]]++;
  const groups = Array.from(sizes, (size) => new Uint32Array(size));
  sizes.fill(0);
  for (let i = 0; i < rows.length; i++) groups[y[rows[i]]][sizes[y[rows[i]]]++] = rows[i];
  return groups;
}

function concatenated<T extends Uint32Array | Float64Array>(parts: readonly T[], into: T): T {
  let at = 0;
  for (const part of parts) {
    into.set(part, at);
    at += part.length;
  }
  return into;
}
