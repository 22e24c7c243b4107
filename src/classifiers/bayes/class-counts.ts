import { DataError } from "../../base/errors.js";
import { ascending, groupedBy, sumOf } from "../../base/lists.js";
import { noCount, requireDataset } from "../../features/dataset.js";
import { type Dataset, isCount, rowView, type SparseRows, transposedRows } from "../../features/sparse-matrix.js";

/**
 * The sufficient statistic of naive Bayes: the documents of each class, and the sum of each term in each class.
 * Counts of disjoint sets of documents add and subtract exactly, as long as values and weights are whole numbers and
 * all sums are below 2^53.
 */
export interface ClassCounts {
  readonly labels: readonly string[];
  /** The weight of the documents of each class; their number, if every weight is 1. */
  readonly documents: Float64Array;
  /** The sum of all term values of each class: its number of tokens, for word counts. */
  readonly totals: Float64Array;
  /** A row per term, a column per class: the sum of the term's values in the documents of the class. */
  readonly terms: SparseRows;
  /** Returns the code of the kind of a term: see `codesOf`. Default: all are words. */
  readonly kinds?: ((term: number) => number) | undefined;
}

/**
 * Counts a data set.
 *
 * @param binary counts each stored value other than 0 as 1, so that sums are numbers of documents
 * @param rows row numbers, each at most once. Default: all
 * @throws DataError if a value is negative or not finite.
 */
export function classCounts(data: Dataset, binary = false, rows?: Iterable<number>): ClassCounts {
  requireDataset("fit", data);
  const { x, y, labels, kinds, weights } = data;
  const groups = groupedBy(rows ?? ascending(x.rows), (row) => y[row]);
  const documents = new Float64Array(labels.length);
  /** One class at a time is summed into a dense row; `touched` lists its terms. */
  const sums = new Float64Array(x.columns);
  const touched = new Uint32Array(x.columns);
  const byClass = labels.map((_, c) => {
    let size = 0;
    for (const row of groups.get(c) ?? []) {
      const weight = weights?.[row] ?? 1;
      documents[c] += weight;
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
    const ids = touched.slice(0, size);
    const values = Float64Array.from(ids, (id) => sums[id]);
    for (const id of ids) sums[id] = 0;
    return { ids, values, start: 0, end: size };
  });
  requireFinite("weights", documents, labels);
  const terms = transposedRows(labels.length, x.columns, (c) => byClass[c]);
  return countsOf(labels, documents, terms, kinds && ((term) => kinds[term]));
}

/**
 * Counts a data set in which each row belongs to each class by a share, as in the expectation step of EM. N(t, c) is
 * the sum of P(c | row) · weight · x(t). If each row has one class of probability 1, these are the counts of
 * `classCounts`.
 *
 * A method that learns from documents without labels repeats two steps. It counts with the probabilities that its
 * model gives (1 for the class of a labelled document). Then it fits a model to the counts.
 *
 * Source: Nigam, McCallum, Thrun and Mitchell 2000.
 *
 * @param responsibilities P(class | row), rows × classes
 * @throws DataError if a value is negative or not finite.
 */
export function softCounts(
  data: Omit<Dataset, "y">,
  responsibilities: ArrayLike<number>,
  termsOf = denseTerms(data.x.columns, data.labels.length),
): ClassCounts {
  const { x, labels, kinds, weights } = data;
  const { length: classes } = labels;
  const documents = new Float64Array(classes);
  /** The sums of each term in all classes. */
  const sums = new Float64Array(x.columns * classes);
  /** The weight of the current row in each class. */
  const own = new Float64Array(classes);
  for (let row = 0; row < x.rows; row++) {
    for (let c = 0; c < classes; c++) {
      own[c] = responsibilities[row * classes + c] * (weights?.[row] ?? 1);
      documents[c] += own[c];
    }
    const { ids, values, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) {
      const value = values[i];
      if (!isCount(value)) throw noCount("fit", row, ids[i], value);
      const at = ids[i] * classes;
      for (let c = 0; c < classes; c++) sums[at + c] += value * own[c];
    }
  }
  requireFinite("weights", documents, labels);
  return countsOf(labels, documents, termsOf(sums), kinds && ((term) => kinds[term]));
}

/** Returns a function that makes the counts of terms of all their counts, one per class, term by term. */
export function denseTerms(rows: number, columns: number): (values: Float64Array) => SparseRows {
  const starts = ascending(rows + 1).map((term) => term * columns);
  const ids = ascending(rows * columns).map((i) => i % columns);
  return (values) => ({ rows, columns, starts, ids, values });
}

/**
 * Makes class counts from the counts of each term, which it sums for the totals.
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

/** Writes the counts of a term, one per class. */
export function countsOfTerm({ starts, ids, values }: SparseRows, term: number, into: Float64Array): void {
  into.fill(0);
  for (let i = starts[term]; i < starts[term + 1]; i++) into[ids[i]] = values[i];
}

/** Adds to the number of a key, which is 0 at first. Returns the map. */
export function tally(numbers: Map<number, number>, key: number, change: number): Map<number, number> {
  return numbers.set(key, (numbers.get(key) ?? 0) + change);
}

/** Checks that each sum, and the sum over all classes, is finite. The prior divides by the latter. */
function requireFinite(what: string, sums: Float64Array, labels: readonly string[]): void {
  for (const [c, sum] of sums.entries()) {
    if (Number.isFinite(sum)) continue;
    throw new DataError(`fit: the ${what} of class ${JSON.stringify(labels[c])} sum to ${sum}; scale them`);
  }
  const all = sumOf(sums);
  if (!Number.isFinite(all)) throw new DataError(`fit: the ${what} of all classes sum to ${all}; scale them`);
}

/**
 * Adds the counts of some documents to those of others (sign 1), or subtracts them (sign -1). Both must have the same
 * classes and terms.
 *
 * @throws DataError if a count would be negative: only documents that were counted can be subtracted.
 */
export function combinedCounts(a: ClassCounts, b: ClassCounts, sign: 1 | -1): ClassCounts {
  const classes = a.labels.length;
  const { rows, starts: from, ids: classesOf, values: own } = a.terms;
  const others = b.terms;
  const room = classesOf.length + (sign === 1 ? others.ids.length : 0);
  const starts = new Uint32Array(rows + 1);
  const ids = new Uint32Array(room);
  const values = new Float64Array(room);
  const sums = new Float64Array(classes);
  let size = 0;
  /** Appends the count of a class to the row of the current term. */
  const put = (c: number, sum: number) => {
    if (sum === 0) return;
    ids[size] = c;
    values[size++] = sum;
  };
  for (let term = 0; term < rows; term++) {
    // A term that `b` does not have keeps its counts.
    if (others.starts[term] === others.starts[term + 1]) {
      for (let i = from[term]; i < from[term + 1]; i++) put(classesOf[i], own[i]);
    } else {
      countsOfTerm(a.terms, term, sums);
      for (let i = others.starts[term]; i < others.starts[term + 1]; i++)
        sums[others.ids[i]] += sign * others.values[i];
      for (let c = 0; c < classes; c++) {
        if (sums[c] < 0) throw new DataError(`counts: subtracting leaves ${sums[c]} of term ${term}`);
        put(c, sums[c]);
      }
    }
    starts[term + 1] = size;
  }
  const documents = a.documents.map((n, c) => n + sign * b.documents[c]);
  const terms = { rows, columns: classes, starts, ids: ids.slice(0, size), values: values.slice(0, size) };
  return countsOf(a.labels, documents, terms, a.kinds);
}

/**
 * Groups the terms of each class by kind and count, ascending, with the number of terms of each group. This needs fewer
 * logarithms, and sums over the groups do not depend on the term numbers.
 *
 * @param kindOf returns the kind of a term. Terms of one kind and count are one group
 * @returns for each class, its groups: `howMany` terms of a `kind` with a `count`
 */
export function termGroups({ labels, terms }: ClassCounts, kindOf: (term: number) => number) {
  const { rows: columns, starts, ids, values } = terms;
  const ofKind = new Map<number, number>();
  const groups = labels.map(() => new Map<number, Map<number, number>>());
  for (let term = 0; term < columns; term++) {
    const kind = kindOf(term);
    tally(ofKind, kind, 1);
    for (let i = starts[term]; i < starts[term + 1]; i++) {
      const group = groups[ids[i]].get(kind) ?? new Map<number, number>();
      groups[ids[i]].set(kind, tally(group, values[i], 1));
    }
  }
  return groups.map((group) =>
    [...ofKind]
      .flatMap(([kind, size]) => {
        const counts = group.get(kind) ?? new Map<number, number>();
        // All other terms of the kind have the count 0 in this class.
        tally(counts, 0, size - sumOf([...counts.values()]));
        return [...counts].map(([count, howMany]) => ({ kind, count, howMany }));
      })
      .sort((a, b) => a.kind - b.kind || a.count - b.count),
  );
}

/** The groups of a class. */
export type TermGroups = ReturnType<typeof termGroups>[number];
