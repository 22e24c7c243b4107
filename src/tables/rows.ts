import { DataError, UsageError } from "../base/errors.js";
import { quoted } from "../base/safe-text.js";
import type { Records } from "../documents/archives/delimited.js";
import { columnNames, requireColumn, type Table, withClass } from "./read-table.js";
import {
  type Attribute,
  encodedRecords,
  encodedRows,
  type GivenRow,
  numbersOf,
  type RowsToClassify,
} from "./row-encoder.js";

/**
 * Reads the rows of a file by its column names. An attribute without a column is missing in every row.
 *
 * @param target the class column, which is ignored
 * @throws DataError if there are no rows, no column is an attribute, or a number is malformed.
 */
export function rowsFrom(
  records: Records,
  attributes: readonly Attribute[],
  target: string,
  missing: readonly string[],
): RowsToClassify {
  const names = columnNames(records);
  const absent = attributes.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  if (records.rows.length === 0) throw new DataError(`${records.name}: there are column names but no rows`);
  if (absent.length === attributes.length) {
    throw new DataError(
      `${records.name}: the model has no column ${quoted(names)}; its columns are ${quoted(attributes.map(({ name }) => name))}`,
    );
  }
  const others = names.filter((name) => name !== target && !attributes.some((attribute) => attribute.name === name));
  const noticeOf = (columns: readonly string[], text: string) => (columns.length === 0 ? [] : [text]);
  const notices = [
    ...noticeOf(absent, `${records.name} has no column ${absent.join(", ")}, so it is missing in every row`),
    ...noticeOf(others, `${records.name}: column ${others.join(", ")} was not in training and is ignored`),
  ];
  const encoded = encodedRecords(records, names, attributes, missing);
  return { rows: encoded.rows, notices: [...notices, ...encoded.notices] };
}

/**
 * Reads rows given on the command line, such as `outlook=sunny,humidity=high`. Other attributes are
 * missing.
 *
 * @throws UsageError if a part is not `name=value`, or its name is unknown or repeated; DataError if a
 *   number is malformed.
 */
export function rowsOfQueries(
  queries: readonly string[],
  attributes: readonly Attribute[],
  missing: readonly string[],
): RowsToClassify {
  const names = attributes.map(({ name }) => name);
  const rows = queries.map((query, q): GivenRow => {
    const given = new Map<string, string>();
    for (const part of query.split(",")) {
      const equals = part.indexOf("=");
      const name = part.slice(0, equals).trim();
      if (equals === -1) {
        throw new UsageError(
          `query: ${JSON.stringify(part)} is not NAME=VALUE; commas separate several, so give a value with a comma in a file of rows`,
        );
      }
      if (given.has(name)) throw new UsageError(`query: ${JSON.stringify(name)} is given twice`);
      requireColumn("query", names, name);
      given.set(name, part.slice(equals + 1).trim());
    }
    return { name: `query ${q + 1}`, cells: names.map((name) => given.get(name)) };
  });
  return encodedRows(rows, attributes, "", missing);
}

/** A table followed by test rows. */
export type TestedTable = ReturnType<typeof withTestRows>;

/**
 * Appends test rows from records. A model of the training rows stays the same: it does not get the classes and
 * categories that only test rows have.
 *
 * @param records with the class column
 * @param missing texts that stand for a missing value
 * @throws DataError if there is no class column, no row with a class, no attribute, or a number is malformed.
 */
export function withTestRows(table: Table, records: Records, missing: readonly string[]) {
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
  const labels = [...new Set([...table.labels, ...cells.toSorted()])];
  const codes = numbersOf(labels);
  return {
    /** Classes that only test rows have come last. Categories that only test rows have are -1. */
    table: {
      ...table,
      labels,
      y: Uint32Array.from([...y, ...cells.map((label) => codes.get(label) as number)]),
      rows: [...table.rows, ...read.rows.map(({ values }) => values)],
      lines: [...table.lines, ...kept.lines],
    },
    /** The split with the rows of the first table as training set and the other rows as test set. */
    split: { train: Uint32Array.from(y.keys()), test: Uint32Array.from(cells, (_, row) => y.length + row) },
    /** Sentences for the user; names are as in the file. */
    notices: [...notices.map((notice) => `${records.name}: ${notice}`), ...read.notices],
  };
}
