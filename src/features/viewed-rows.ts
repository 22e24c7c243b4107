import {
  type ColumnMap,
  type MatrixRow,
  rowView,
  type SparseMatrix,
  selectColumns,
  selectRows,
} from "./sparse-matrix.js";

/** Rows that are made one at a time. `ids` and `values` of all are made when they are first asked for, and then kept. */
export class ViewedRows implements SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly starts: Uint32Array;
  readonly isOnDisk: boolean;
  readonly #make: (row: number) => MatrixRow;
  #all: SparseMatrix | undefined;

  /**
   * @param starts see `SparseMatrix`
   * @param make the entries of a row, valid until the next call
   * @param isOnDisk see `SparseMatrix`
   */
  constructor(columns: number, starts: Uint32Array, make: (row: number) => MatrixRow, isOnDisk = false) {
    this.rows = starts.length - 1;
    this.columns = columns;
    this.starts = starts;
    this.isOnDisk = isOnDisk;
    this.#make = make;
  }

  get ids(): Uint32Array {
    return this.#unpacked.ids;
  }

  get values(): Float64Array {
    return this.#unpacked.values;
  }

  /** A method, so that a copy of some properties does not have it. */
  view(row: number): MatrixRow {
    return this.#make(row);
  }

  plain(): SparseMatrix {
    const { rows, columns, starts } = this;
    const ids = new Uint32Array(starts[rows]);
    const values = new Float64Array(starts[rows]);
    for (let row = 0; row < rows; row++) {
      const { ids: own, values: ownValues, start, end } = this.view(row);
      for (let i = start, at = starts[row]; i < end; i++, at++) {
        ids[at] = own[i];
        values[at] = ownValues[i];
      }
    }
    return { rows, columns, starts, ids, values };
  }

  get #unpacked(): SparseMatrix {
    this.#all ??= this.plain();
    return this.#all;
  }
}

/** The chosen rows in the order given: rows on disk stay there, others are copied. */
export function chosenRows(x: SparseMatrix, rows: ArrayLike<number>, map?: ColumnMap): SparseMatrix {
  return x.isOnDisk ? viewedRows(x, rows, map) : selectRows(x, rows, map);
}

/** All rows, with the columns that `map` keeps: rows on disk stay there, others are copied. */
export function chosenColumns(x: SparseMatrix, map: ColumnMap): SparseMatrix {
  return x.isOnDisk
    ? viewedRows(
        x,
        new Uint32Array(x.rows).map((_, row) => row),
        map,
      )
    : selectColumns(x, map);
}

/** The chosen rows in the order given, with the columns that `map` keeps: as `selectRows`, but not copied. */
export function viewedRows(x: SparseMatrix, rows: ArrayLike<number>, map?: ColumnMap): ViewedRows {
  const own = { ids: new Uint32Array(0), values: new Float64Array(0), start: 0, end: 0 };
  const make = (i: number) => (map === undefined ? rowView(x, rows[i]) : mapInto(rowView(x, rows[i]), map, own));
  const starts = new Uint32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) {
    starts[i + 1] =
      starts[i] + (map === undefined ? x.starts[rows[i] + 1] - x.starts[rows[i]] : keptOf(rowView(x, rows[i]), map));
  }
  return new ViewedRows(map?.columns ?? x.columns, starts, make, x.isOnDisk);
}

function keptOf({ ids, start, end }: MatrixRow, { to }: ColumnMap): number {
  let kept = 0;
  for (let i = start; i < end; i++) if (to[ids[i]] >= 0) kept++;
  return kept;
}

function mapInto(
  { ids, values, start, end }: MatrixRow,
  { to }: ColumnMap,
  into: { ids: Uint32Array; values: Float64Array; start: number; end: number },
): MatrixRow {
  if (end - start > into.ids.length) {
    into.ids = new Uint32Array(2 * (end - start));
    into.values = new Float64Array(2 * (end - start));
  }
  let size = 0;
  for (let i = start; i < end; i++) {
    const column = to[ids[i]];
    if (column < 0) continue;
    into.ids[size] = column;
    into.values[size++] = values[i];
  }
  into.end = size;
  return into;
}
