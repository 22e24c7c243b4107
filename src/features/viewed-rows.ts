import { type MatrixRow, rowView, type SparseMatrix, selectColumns } from "./sparse-matrix.js";

/**
 * A matrix whose rows are made only when `view` asks for them, which saves the memory of plain arrays. The `ids` and
 * `values` of all rows are made on first use, and then kept.
 */
export class ViewedRows implements SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly starts: Uint32Array;
  readonly #make: (row: number) => MatrixRow;
  #all: SparseMatrix | undefined;

  /**
   * @param starts where the entries of each row begin among all entries; one number more than there are rows
   * @param make returns the entries of a row, valid until the next call
   */
  constructor(columns: number, starts: Uint32Array, make: (row: number) => MatrixRow) {
    this.rows = starts.length - 1;
    this.columns = columns;
    this.starts = starts;
    this.#make = make;
  }

  get ids(): Uint32Array {
    return this.#unpacked.ids;
  }

  get values(): Float64Array {
    return this.#unpacked.values;
  }

  /** Returns the entries of one row, valid until the next call. */
  view(row: number): MatrixRow {
    return this.#make(row);
  }

  /** Returns a copy in plain arrays. */
  plain(): SparseMatrix {
    return selectColumns(this);
  }

  /** The rows in plain arrays. */
  get #unpacked(): SparseMatrix {
    this.#all ??= this.plain();
    return this.#all;
  }
}

/** Returns the chosen rows in the order given, as `selectRows`, but without copying them. */
export function viewedRows(x: SparseMatrix, rows: ArrayLike<number>): ViewedRows {
  const starts = new Uint32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) starts[i + 1] = starts[i] + x.starts[rows[i] + 1] - x.starts[rows[i]];
  return new ViewedRows(x.columns, starts, (i) => rowView(x, rows[i]));
}
