/** Sparse matrices, with a row per document and a column per term, and data sets made of them. */

import { UsageError } from "../base/errors.js";
import { ascending } from "../base/lists.js";

/** The value in `Dataset.y` of a row without a label. It is the largest number that fits into a `Uint32Array`. */
export const UNLABELLED = 0xffffffff;

/** Documents as rows, and the class of each. */
export interface Dataset {
  /** A row per document, a column per term. */
  readonly x: SparseMatrix;
  /**
   * The class index of each row, 0 ≤ y < labels.length, or `UNLABELLED`. Only methods that learn from documents without
   * labels can take rows without a label. All others refuse them.
   */
  readonly y: ArrayLike<number>;
  /** The name of each class. */
  readonly labels: readonly string[];
  /** The weight of each row, finite and at least 0: a row of weight 2 counts as two equal rows. Default: 1 each. */
  readonly weights?: ArrayLike<number> | undefined;
  /** The code of the kind of each column: see `codesOf`. Default: all are words. */
  readonly kinds?: Uint8Array | undefined;
  /**
   * The group of each row, such as the thread of a message. Folds inside the training documents keep groups whole.
   * Default: each row is a group.
   */
  readonly groups?: ArrayLike<number> | undefined;
}

/** A sparse matrix whose arrays may have any number type, as in a file. */
export interface SparseRows {
  readonly rows: number;
  readonly columns: number;
  /** rows + 1 offsets into `ids` and `values`. */
  readonly starts: Uint32Array;
  /** The column of each entry. */
  readonly ids: ArrayLike<number>;
  /** The value of each entry. */
  readonly values: ArrayLike<number>;
  /** Returns the entries of one row, valid until the next call. Present if `ids` and `values` would be very large. */
  view?(row: number): RowView;
}

/**
 * The entries of one row: those from `start` to `end - 1`. They may be valid only until the next row is asked for. The
 * arrays can only be read, so the types do not let a view become part of a matrix: keep a `rowCopy` instead.
 */
export interface RowView {
  readonly ids: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly start: number;
  readonly end: number;
}

/** Returns the entries of one row, valid until the next call. */
export function rowView(x: SparseRows, row: number): RowView {
  return x.view?.(row) ?? { ids: x.ids, values: x.values, start: x.starts[row], end: x.starts[row + 1] };
}

/** Returns a copy of the entries of a row, which stays valid. */
export function rowCopy({ ids, values, start, end }: RowView) {
  const copy = { ids: new Uint32Array(end - start), values: new Float64Array(end - start) };
  for (let i = start; i < end; i++) {
    copy.ids[i - start] = ids[i];
    copy.values[i - start] = values[i];
  }
  return copy;
}

/**
 * A matrix in compressed sparse row format. Row `r` has the entries `starts[r]` to `starts[r + 1] - 1`. Entry `i`
 * has the value `values[i]` in column `ids[i]`. The columns of a row are distinct, in any order. Values that are not
 * stored are 0.
 */
export interface SparseMatrix extends SparseRows {
  readonly ids: Uint32Array;
  readonly values: Float64Array;
  /** Returns a copy in plain arrays. Present if there is a `view`. */
  plain?(): SparseMatrix;
}

/**
 * Makes a sparse matrix from dense rows of equal length. Zeros are not stored.
 *
 * @throws UsageError if the rows differ in length, or a number is not finite.
 */
export function matrixFromRows(rows: readonly (readonly number[])[]): SparseMatrix {
  const columns = rows.length === 0 ? 0 : rows[0].length;
  const entries = rows.map((row, r) => {
    if (row.length !== columns) {
      throw new UsageError(`matrixFromRows: row ${r} has ${row.length} columns, but row 0 has ${columns}`);
    }
    const wrong = row.findIndex((value) => !Number.isFinite(value));
    if (wrong >= 0) {
      throw new UsageError(
        `matrixFromRows: row ${r}, column ${wrong}: a value must be a finite number, not ${row[wrong]}`,
      );
    }
    const ids = [...row.keys()].filter((column) => row[column] !== 0);
    return { ids, values: ids.map((column) => row[column]) };
  });
  return matrixOfRows(entries, columns);
}

/** Returns a copy in which every stored value other than 0 is 1: presences instead of counts. */
export function binarized({ rows, columns, starts, ids, values }: SparseMatrix): SparseMatrix {
  return { rows, columns, starts, ids, values: values.map((value) => (value === 0 ? 0 : 1)) };
}

/** New numbers of columns, for a matrix without some of them. */
export interface ColumnMap {
  /** The new number of each column, or -1 if it is left out. */
  readonly to: Int32Array;
  /** The number of columns that remain. */
  readonly columns: number;
}

/** Makes a matrix from separate rows, each given by its columns and values. */
export function matrixOfRows(
  rows: readonly { readonly ids: ArrayLike<number>; readonly values: ArrayLike<number> }[],
  columns: number,
): SparseMatrix {
  const starts = new Uint32Array(rows.length + 1);
  for (const [r, { ids }] of rows.entries()) starts[r + 1] = starts[r] + ids.length;
  const ids = new Uint32Array(starts[rows.length]);
  const values = new Float64Array(starts[rows.length]);
  for (const [r, row] of rows.entries()) {
    ids.set(row.ids, starts[r]);
    values.set(row.values, starts[r]);
  }
  return { rows: rows.length, columns, starts, ids, values };
}

/**
 * Returns a copy of the chosen rows in the order given, with the columns that `map` keeps.
 *
 * @param rows row numbers; a row may be chosen more than once
 * @param map default: all columns stay as they are
 */
export function selectRows(x: SparseRows, rows: ArrayLike<number>, map?: ColumnMap): SparseMatrix {
  const { starts } = x;
  /** Upper bound of the number of entries, as if no column were left out. */
  let capacity = 0;
  for (let i = 0; i < rows.length; i++) capacity += starts[rows[i] + 1] - starts[rows[i]];
  const newStarts = new Uint32Array(rows.length + 1);
  const newIds = new Uint32Array(capacity);
  const newValues = new Float64Array(capacity);
  let size = 0;
  for (let i = 0; i < rows.length; i++) {
    const { ids, values, start, end } = rowView(x, rows[i]);
    for (let j = start; j < end; j++) {
      const column = map === undefined ? ids[j] : map.to[ids[j]];
      if (column < 0) continue;
      newIds[size] = column;
      newValues[size++] = values[j];
    }
    newStarts[i + 1] = size;
  }
  return {
    rows: rows.length,
    columns: map?.columns ?? x.columns,
    starts: newStarts,
    ids: newIds.subarray(0, size),
    values: newValues.subarray(0, size),
  };
}

/** Returns a copy of all rows, with the columns that `map` keeps. @param map default: all columns stay as they are */
export function selectColumns(x: SparseMatrix, map?: ColumnMap): SparseMatrix {
  return selectRows(x, ascending(x.rows), map);
}

/** Transposes a matrix. The entries of a new row are in the order of the old rows. */
export function transposed(x: SparseMatrix): SparseMatrix {
  return transposedRows(x.rows, x.columns, (row) => rowView(x, row));
}

/** As `transposed`, with a function that returns the entries of a row, valid until the next call. */
export function transposedRows(rows: number, columns: number, rowOf: (row: number) => RowView): SparseMatrix {
  const starts = new Uint32Array(columns + 1);
  for (let r = 0; r < rows; r++) {
    const { ids, start, end } = rowOf(r);
    for (let i = start; i < end; i++) starts[ids[i] + 1]++;
  }
  for (let c = 0; c < columns; c++) starts[c + 1] += starts[c];
  /** Where the next entry of each column goes. */
  const next = starts.slice(0, columns);
  const newIds = new Uint32Array(starts[columns]);
  const newValues = new Float64Array(starts[columns]);
  for (let r = 0; r < rows; r++) {
    const { ids, values, start, end } = rowOf(r);
    for (let i = start; i < end; i++) {
      const at = next[ids[i]]++;
      newIds[at] = r;
      newValues[at] = values[i];
    }
  }
  return { rows: columns, columns: rows, starts, ids: newIds, values: newValues };
}

/** Whether a value can be a count: finite and at least 0. */
export function isCount(value: number): boolean {
  return value >= 0 && value < Number.POSITIVE_INFINITY;
}

/** Returns the number of tokens of a row of counts, or of terms of a row of presences: the sum of its values. */
export function tokensOf(x: SparseMatrix, row: number): number {
  const { values, start, end } = rowView(x, row);
  // A loop of its own, because V8 has code for one type of array here.
  let sum = 0;
  for (let i = start; i < end; i++) sum += values[i];
  return sum;
}
