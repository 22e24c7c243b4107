import { copyShifted, type TermEdits } from "../features/edited-terms.js";
import type { SparseRows } from "../features/sparse-matrix.js";

/** Terms that have changed and are still there. */
export interface TouchedTerms {
  /** The number of each in the end, ascending. */
  readonly to: ArrayLike<number>;
  /** What each has in the end: a row of counts each, with the classes numbered as they are then. */
  readonly counts: SparseRows;
}

/**
 * Counts of which some terms have changed; the others are copied in runs.
 *
 * @param finalClass for each old class its number in the end; of one that is gone only touched terms have counts
 * @param classes how many classes there are in the end
 */
export function editedCounts(
  old: SparseRows,
  { size, runs }: TermEdits,
  { to: touched, counts }: TouchedTerms,
  finalClass: Int32Array,
  classes: number,
): SparseRows {
  const starts = new Uint32Array(size + 1);
  const ids = new Uint32Array(old.ids.length + counts.ids.length);
  const values = new Float64Array(ids.length);
  const sameClasses = finalClass.every((c, n) => c === n);
  let end = 0;
  let term = 0;
  let next = 0;
  const copy = (from: number, until: number) => {
    const [start, last] = [old.starts[from], old.starts[until]];
    copyShifted(old.starts, from + 1, until + 1, starts, term + 1, end - start);
    term += until - from;
    for (let i = start, at = end; i < last; i++, at++) ids[at] = old.ids[i];
    for (let i = start, at = end; i < last; i++, at++) values[at] = old.values[i];
    if (!sameClasses) for (let at = end; at < end + last - start; at++) ids[at] = finalClass[ids[at]];
    end += last - start;
  };
  const putTouched = () => {
    for (let i = counts.starts[next]; i < counts.starts[next + 1]; i++, end++) {
      ids[end] = counts.ids[i];
      values[end] = counts.values[i];
    }
    starts[++term] = end;
    next++;
  };
  for (const { from, end: runEnd, to } of runs) {
    while (touched[next] < to) putTouched();
    for (let n = from; n < runEnd; n++) {
      const until = Math.min(runEnd, (touched[next] ?? Number.POSITIVE_INFINITY) - to + from);
      copy(n, until);
      n = until;
      if (n < runEnd) putTouched();
    }
  }
  while (next < touched.length) putTouched();
  return { rows: size, columns: classes, starts, ids: ids.subarray(0, end), values: values.subarray(0, end) };
}

/**
 * What each term has, if that is one number: as `editedCounts`.
 *
 * @param values of the touched terms
 */
export function editedNumbers<T extends Float64Array | Uint32Array>(
  old: T,
  { size, runs }: TermEdits,
  touched: ArrayLike<number>,
  values: ArrayLike<number>,
): T {
  const numbers = new (old.constructor as new (length: number) => T)(size);
  for (const { from, end, to } of runs) numbers.set(old.subarray(from, end), to);
  for (let i = 0; i < touched.length; i++) numbers[touched[i]] = values[i];
  return numbers;
}
