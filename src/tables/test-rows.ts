import { DataError } from "../base/errors.js";
import { quoted } from "../base/safe-text.js";
import type { Records } from "../documents/archives/delimited.js";
import type { Split } from "../model/fitting/splits.js";
import { columnNames, numbersOf, withClass } from "./read-table.js";
import { rowsFrom } from "./rows.js";
import type { Table } from "./table.js";

/** A table followed by test rows. */
export interface TestedTable {
  /** Classes that only test rows have come last. Categories that only test rows have are -1. */
  readonly table: Table;
  /** The split with the rows of the first table as training set and the other rows as test set. */
  readonly split: Split;
  /** Sentences for the user; names are as in the file. */
  readonly notices: readonly string[];
}

/**
 * Appends test rows from records. A model of the training rows stays the same: it does not get the classes and
 * categories that only test rows have.
 *
 * @param records with the class column
 * @param missing texts that stand for a missing value
 * @throws DataError if there is no class column, no row with a class, no attribute, or a number is malformed.
 */
export function withTestRows(table: Table, records: Records, missing: readonly string[]): TestedTable {
  const { target, attributes, y } = table;
  const names = columnNames(records);
  const column = names.indexOf(target);
  if (column === -1) {
    throw new DataError(
      `${records.name}: there is no class column ${JSON.stringify(target)}; the columns are ${quoted(names)}`,
    );
  }
  const notices: string[] = [];
  const kept = withClass(records, column, missing, notices);
  if (kept.rows.length === 0) {
    throw new DataError(`${records.name}: no row has a value of ${JSON.stringify(target)}`);
  }
  const read = rowsFrom(kept, attributes, target, missing);
  const cells = kept.rows.map((row) => row[column]);
  const known = new Set(table.labels);
  const labels = [...table.labels, ...[...new Set(cells)].filter((label) => !known.has(label)).sort()];
  const codes = numbersOf(labels);
  return {
    table: {
      ...table,
      labels,
      y: Uint32Array.from([...y, ...cells.map((label) => codes.get(label) as number)]),
      values: table.values.map((values, a) => Float64Array.from([...values, ...read.rows.map((row) => row.values[a])])),
      lines: [...table.lines, ...kept.lines],
    },
    split: {
      train: Uint32Array.from(y.keys()),
      test: Uint32Array.from(cells, (_, row) => y.length + row),
    },
    notices: [...notices.map((notice) => `${records.name}: ${notice}`), ...read.notices],
  };
}
