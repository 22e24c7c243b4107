import { DataError, UsageError } from "../base/errors.js";
import { firstFew, plural } from "../base/numbers.js";
import { quoted } from "../base/safe-text.js";
import type { Records } from "../documents/archives/delimited.js";
import type { Split } from "../model/fitting/splits.js";
import {
  type Attribute,
  columnNames,
  isNumber,
  numbersOf,
  type RowValues,
  requireColumn,
  type Table,
  withClass,
} from "./read-table.js";

/** Rows to classify, and notices about them. */
export interface RowsToClassify {
  readonly rows: readonly RowToClassify[];
  /** Sentences for the user; names are as given. */
  readonly notices: readonly string[];
}

/** A row of unknown class. */
export interface RowToClassify {
  /** Where the row comes from: `line 3`, `query 1`. */
  readonly name: string;
  /** The given text by attribute; undefined if missing. */
  readonly cells: readonly (string | undefined)[];
  readonly values: RowValues;
}

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
  const notices = [
    ...(absent.length === 0
      ? []
      : [`${records.name} has no column ${absent.join(", ")}, so it is missing in every row`]),
    ...(others.length === 0 ? [] : [`${records.name}: column ${others.join(", ")} was not in training and is ignored`]),
  ];
  // An absent column has the number -1, so its cells are undefined, which means missing.
  const columns = attributes.map(({ name }) => names.indexOf(name));
  const encode = encoder(attributes, `${records.name}: `, missing);
  const cellsOf = (record: readonly string[]) => columns.map((column) => record[column]);
  const rows = records.rows.map((record, row) => encode.row(`line ${records.lines[row]}`, cellsOf(record)));
  return { rows, notices: [...notices, ...encode.notices()] };
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
  const encode = encoder(attributes, "", missing);
  const names = attributes.map(({ name }) => name);
  const rows = queries.map((query, q) => {
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
    const cells = names.map((name) => given.get(name));
    return encode.row(`query ${q + 1}`, cells);
  });
  return { rows, notices: encode.notices() };
}

/** Maximum number of unknown values that a notice names. */
const MAX_NAMED = 3;

/**
 * Returns a function that converts the cells of a row to numbers, and one for the notices. They name the categories that
 * training does not have.
 *
 * @param where begins errors and notices: the name of the file and a colon, or nothing
 * @param missing texts that stand for a missing value
 */
function encoder(attributes: readonly Attribute[], where: string, missing: readonly string[]) {
  const codes = attributes.map((attribute) => numbersOf(attribute.kind === "categorical" ? attribute.categories : []));
  const unknown: string[][] = attributes.map(() => []);
  return {
    /** @throws DataError if a number is malformed. */
    row(name: string, given: RowToClassify["cells"]): RowToClassify {
      const cells = given.map((cell) => (cell === undefined || missing.includes(cell) ? undefined : cell));
      const values = Float64Array.from(attributes, (attribute, a) => {
        const cell = cells[a];
        if (cell === undefined) return Number.NaN;
        const code = codes[a].get(cell);
        if (code !== undefined) return code;
        if (attribute.kind === "categorical") {
          // `RowValues` has -1 for a category that training does not have.
          unknown[a].push(`${JSON.stringify(cell)} (${name})`);
          return -1;
        }
        if (isNumber(cell)) return Number(cell);
        throw new DataError(
          `${where}${name}: ${JSON.stringify(cell)} in column ${JSON.stringify(attribute.name)} is not a number; correct it, or list it in missing`,
          { options: ["missing"] },
        );
      });
      return { name, cells, values };
    },
    notices(): string[] {
      return attributes.flatMap(({ name }, a) => {
        if (unknown[a].length === 0) return [];
        const rows = plural(unknown[a].length, "row");
        const examples = firstFew(unknown[a], MAX_NAMED);
        return [`${where}${name} is ignored in ${rows} whose value is not in training: ${examples}`];
      });
    },
  };
}

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
