import type { Records } from "../documents/delimited.js";
import { DataError, UsageError } from "../errors.js";
import { isNumber, kindOf, requireNumbers } from "./column-kind.js";
import type { Attribute, Table } from "./table.js";

/** What the columns of a table are. */
export interface TableOptions {
  /** The column that holds the class. */
  readonly target: string;
  /** Columns that are categorical whatever they hold. */
  readonly categorical?: readonly string[] | undefined;
  /** Columns of numbers: a text in one is an error. */
  readonly numeric?: readonly string[] | undefined;
  /** Columns that are left out. */
  readonly ignore?: readonly string[] | undefined;
  /** The texts that mean that a value is missing. Default: nothing, `?` and `NA`. */
  readonly missing?: readonly string[] | undefined;
}

/** The texts that mean that a value is missing where nothing is chosen. */
export const MISSING: readonly string[] = ["", "?", "NA"];

/** A table, and what somebody should know of how it was read. */
export interface ReadTable {
  readonly table: Table;
  /** A sentence each, with names as the file has them. */
  readonly notices: readonly string[];
}

/**
 * The columns of records by kind. A column is numeric if all its values are numbers and
 * more than two of them differ, else categorical. Categories and classes are sorted.
 *
 * @throws UsageError if a column that is named is not there, or named twice; DataError if two columns have the same name, there are no rows or no two classes, or a numeric column holds anything but numbers.
 */
export function tableFrom(records: Records, options: TableOptions): ReadTable {
  const { target, categorical = [], numeric = [], ignore = [], missing = MISSING } = options;
  const names = columnNames(records);
  requireColumns(records.name, names, [target, ...categorical, ...numeric, ...ignore]);
  const notices: string[] = [];
  const classes = names.indexOf(target);
  const isMissing = (cell: string) => missing.includes(cell);

  if (records.rows.length === 0)
    throw new DataError(`${records.name}: required rows, found the names of columns alone`);
  const kept = Array.from(records.rows.keys()).filter((row) => !isMissing(records.rows[row][classes]));
  if (kept.length < records.rows.length) {
    const left = Array.from(records.rows.keys()).filter((row) => isMissing(records.rows[row][classes]));
    notices.push(`left out ${rowCount(left.length)} without a value of ${target}: ${linesOf(left, records)}`);
  }
  const labels = [...new Set(kept.map((row) => records.rows[row][classes]))].sort();
  if (labels.length < 2) {
    const found = labels.length === 0 ? "no value at all" : `only ${JSON.stringify(labels[0])}`;
    throw new DataError(
      `${records.name}: column ${JSON.stringify(target)}: required two or more classes, found ${found}`,
    );
  }
  if (labels.length > 2 && labels.length > kept.length / 2 && labels.every(isNumber)) {
    notices.push(
      `${target} has ${labels.length} classes in ${rowCount(kept.length)}, all of them numbers: each number is taken for a class`,
    );
  }

  const attributes: Attribute[] = [];
  const values: Float64Array[] = [];
  for (const [column, name] of names.entries()) {
    if (column === classes || ignore.includes(name)) continue;
    const cells = kept.map((row) => (isMissing(records.rows[row][column]) ? undefined : records.rows[row][column]));
    const where = { name: records.name, column: name, lines: kept.map((row) => records.lines[row]) };
    const kind = numeric.includes(name)
      ? "numeric"
      : categorical.includes(name)
        ? "categorical"
        : kindOf(cells, where, notices);
    if (kind === "numeric") {
      requireNumbers(cells, where);
      attributes.push({ kind, name });
      values.push(Float64Array.from(cells, (cell) => (cell === undefined ? Number.NaN : Number(cell))));
    } else {
      const categories = [...new Set(cells.flatMap((cell) => cell ?? []))].sort();
      const codes = new Map(categories.map((category, code) => [category, code]));
      attributes.push({ kind, name, categories });
      values.push(Float64Array.from(cells, (cell) => (cell === undefined ? Number.NaN : (codes.get(cell) as number))));
    }
  }
  const y = Uint32Array.from(kept, (row) => labels.indexOf(records.rows[row][classes]));
  return { table: { target, labels, y, attributes, values, lines: kept.map((row) => records.lines[row]) }, notices };
}

/** The names of the columns; one that has none is called by its place. */
export function columnNames({ name, header }: Records): string[] {
  const names = header.map((cell, column) => (cell === "" ? `column ${column + 1}` : cell));
  const twice = names.find((one, column) => names.indexOf(one) < column);
  if (twice !== undefined) {
    throw new DataError(`${name}: required a name for each column, found ${JSON.stringify(twice)} twice`);
  }
  return names;
}

function requireColumns(where: string, names: readonly string[], chosen: readonly string[]): void {
  for (const [i, name] of chosen.entries()) {
    if (!names.includes(name)) {
      throw new UsageError(
        `${where}: required a column ${JSON.stringify(name)}, found ${names.map((one) => JSON.stringify(one)).join(", ")}`,
      );
    }
    if (chosen.indexOf(name) < i) {
      throw new UsageError(
        `column ${JSON.stringify(name)}: required one part for each column (target, categorical, numeric or ignored), got two`,
      );
    }
  }
}

/** "1 row", "2 rows". */
function rowCount(n: number): string {
  return `${n} ${n === 1 ? "row" : "rows"}`;
}

/** As many as a line has room for. */
const LINES_NAMED = 5;

function linesOf(rows: readonly number[], { lines }: Records): string {
  const named = rows.slice(0, LINES_NAMED).map((row) => lines[row]);
  return `line${rows.length === 1 ? "" : "s"} ${named.join(", ")}${rows.length > LINES_NAMED ? ` and ${rows.length - LINES_NAMED} more` : ""}`;
}
