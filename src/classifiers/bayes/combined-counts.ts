import { DataError, UsageError } from "../../base/errors.js";
import { smallest } from "../../base/lists.js";
import { type ClassCounts, countsOf, countsOfTerm } from "./class-counts.js";

/**
 * Returns the counts of both sets of documents together.
 *
 * @throws UsageError unless both have the same classes and the same number of terms.
 */
export function addCounts(a: ClassCounts, b: ClassCounts): ClassCounts {
  return combined(a, b, 1);
}

/**
 * Returns the counts of the documents in `a` that are not in `b`. All documents of `b` must be in `a`.
 *
 * @throws UsageError unless both have the same classes and the same number of terms, DataError if a count would
 * be negative.
 */
export function subtractCounts(a: ClassCounts, b: ClassCounts): ClassCounts {
  return combined(a, b, -1);
}

/** Adds the counts of `b` to those of `a`, or subtracts them. */
function combined(a: ClassCounts, b: ClassCounts, sign: 1 | -1): ClassCounts {
  const classes = a.labels.length;
  if (classes !== b.labels.length || a.labels.some((label, c) => label !== b.labels[c])) {
    throw new UsageError("counts of different classes cannot be added or subtracted");
  }
  if (a.terms.rows !== b.terms.rows) {
    throw new UsageError(`counts of ${a.terms.rows} and of ${b.terms.rows} terms cannot be added or subtracted`);
  }
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
        if (sums[c] < 0) throw subtractedTooMuch(`${sums[c]} of term ${term}`);
        put(c, sums[c]);
      }
    }
    starts[term + 1] = size;
  }
  const documents = a.documents.map((n, c) => n + sign * b.documents[c]);
  if (documents.some((n) => n < 0)) throw subtractedTooMuch(`${smallest(documents)} documents of a class`);
  const terms = { rows, columns: classes, starts, ids: ids.slice(0, size), values: values.slice(0, size) };
  return countsOf(a.labels, documents, terms, a.kinds);
}

function subtractedTooMuch(left: string): DataError {
  return new DataError(`counts: subtracting leaves ${left}; subtract only documents that were counted`);
}
