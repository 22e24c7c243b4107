import type { Records } from "../documents/delimited.js";
import { DataError } from "../errors.js";
import type { Split } from "../evaluation/splits.js";
import { columnNames, withClass } from "./read-table.js";
import { rowsFrom } from "./rows.js";
import type { Table } from "./table.js";

/** A table with the rows of another behind its own. */
export interface TestedTable {
  /** Classes that only test rows have come last; categories that only they have are -1. */
  readonly table: Table;
  /** Learns from the rows of the first and tests on those of the second. */
  readonly split: Split;
  /** A sentence each, with names as the file has them. */
  readonly notices: readonly string[];
}

/**
 * Another table to test on. What a model learns from the training rows of the result is
 * what it learns from `table`: categories and classes that only test rows have are none of
 * its own.
 *
 * @param records with a column of the class
 * @param missing the texts that mean that a value is missing
 * @throws DataError if there is no column of the class, no row with one, no attribute, or a number is expected where there is none.
 */
export function withTestRows(table: Table, records: Records, missing: readonly string[]): TestedTable {
  const { target, attributes, y } = table;
  const names = columnNames(records);
  const column = names.indexOf(target);
  if (column === -1) {
    throw new DataError(
      `${records.name}: required a column ${JSON.stringify(target)}, the class, found ${names.map((name) => JSON.stringify(name)).join(", ")}`,
    );
  }
  const notices: string[] = [];
  const kept = withClass(records, column, missing, notices);
  if (kept.rows.length === 0) {
    throw new DataError(`${records.name}: required rows with a value of ${JSON.stringify(target)}, found none`);
  }
  const read = rowsFrom(kept, attributes, target, missing);
  const cells = kept.rows.map((row) => row[column]);
  const known = new Set(table.labels);
  const labels = [...table.labels, ...[...new Set(cells)].filter((label) => !known.has(label)).sort()];
  const codes = new Map(labels.map((label, c) => [label, c]));
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
