import { DataError, UsageError } from "../base/errors.js";
import { firstFew, plural } from "../base/numbers.js";
import { quoted } from "../base/safe-text.js";
import type { Records } from "../documents/archives/delimited.js";
import { type Attribute, encodedRecords, isNumber, NUMBER, numbersOf, type RowValues } from "./row-encoder.js";

/** Rows of attributes with their classes. */
export interface Table {
  /** The name of the column with the class. */
  readonly target: string;
  /** The classes, sorted. Classes that only test rows have come last. */
  readonly labels: readonly string[];
  /** Class index by row. */
  readonly y: Uint32Array;
  readonly attributes: readonly Attribute[];
  /** The values of each row. Only test rows contain -1: see `RowValues`. */
  readonly rows: readonly RowValues[];
  /** The line in the file, by row. */
  readonly lines: readonly number[];
}

/** How to read the columns of a table. */
export interface TableOptions {
  /** The column with the class. */
  readonly target: string;
  /** Columns to treat as categorical whatever they contain. */
  readonly categorical?: readonly string[] | undefined;
  /** Columns of numbers; other text in them is an error. */
  readonly numeric?: readonly string[] | undefined;
  /** Columns to leave out. */
  readonly ignore?: readonly string[] | undefined;
  /** Texts that stand for a missing value. Default: empty, `?` and `NA`. */
  readonly missing?: readonly string[] | undefined;
}

/** The default of `TableOptions.missing`. */
export const MISSING: readonly string[] = ["", "?", "NA"];

/** A table with notices about how it was read. */
export type ReadTable = ReturnType<typeof tableFrom>;

/**
 * Makes a table from records. A column is numeric if all its values are numbers and more than two of them differ,
 * otherwise categorical. Categories and classes are sorted.
 *
 * @returns the table, and sentences for the user about how it was read, with names as in the file
 * @throws UsageError if a named column is missing or named twice; DataError if column names repeat,
 *   there are no rows or fewer than two classes, or a numeric column contains other text.
 */
export function tableFrom(records: Records, options: TableOptions) {
  const { target, categorical = [], numeric = [], ignore = [], missing = MISSING } = options;
  const names = columnNames(records);
  const chosen = [target, ...categorical, ...numeric, ...ignore];
  for (const name of chosen) requireColumn(records.name, names, name);
  const twice = chosen.find((name, i) => chosen.indexOf(name) < i);
  if (twice !== undefined) {
    throw new UsageError(
      `column ${JSON.stringify(twice)} is named twice; it can be only one of target, categorical, numeric and ignored`,
    );
  }
  const notices: string[] = [];
  const classColumn = names.indexOf(target);

  if (records.rows.length === 0) throw new DataError(`${records.name}: there are column names but no rows`);
  const kept = withClass(records, classColumn, missing, notices);
  const { rows, lines } = kept;
  const labels = [...new Set(rows.map((row) => row[classColumn]))].sort();
  if (labels.length < 2) {
    const found = labels.length === 0 ? "it is empty" : `all rows have ${JSON.stringify(labels[0])}`;
    throw new DataError(
      `${records.name}: column ${JSON.stringify(target)} must have at least two classes, but ${found}`,
    );
  }
  if (labels.length > 2 && labels.length > rows.length / 2 && labels.every(isNumber)) {
    notices.push(
      `${target} has ${labels.length} classes in ${plural(rows.length, "row")}, all of them numbers; each number is taken as a class`,
    );
  }

  const attributes = names.flatMap((name, column): Attribute | [] => {
    if (column === classColumn || ignore.includes(name)) return [];
    const cells = rows.map((row) => (missing.includes(row[column]) ? undefined : row[column]));
    const named = numeric.includes(name) ? "numeric" : categorical.includes(name) ? "categorical" : undefined;
    const kind = named ?? kindOf(cells, name, lines, notices);
    if (kind === "numeric") return { kind, name };
    return { kind, name, categories: [...new Set(cells.flatMap((cell) => cell ?? []))].sort() };
  });
  const encoded = encodedRecords(kept, names, attributes, missing);
  const codes = numbersOf(labels);
  const y = Uint32Array.from(rows, (row) => codes.get(row[classColumn]) as number);
  const table: Table = { target, labels, y, attributes, rows: encoded.rows.map(({ values }) => values), lines };
  return { table, notices };
}

/** Returns the rows that have a class, in the given column. Adds a notice that names the others, if there are any. */
export function withClass(records: Records, column: number, missing: readonly string[], notices: string[]): Records {
  const { rows, lines } = records;
  const hasClass = (_: unknown, row: number) => !missing.includes(rows[row][column]);
  const withoutClass = lines.filter((_, row) => !hasClass(_, row));
  if (withoutClass.length === 0) return records;
  const { [column]: target } = columnNames(records);
  const where = `${withoutClass.length === 1 ? "line" : "lines"} ${firstFew(withoutClass, MAX_LINES_NAMED)}`;
  notices.push(`left out ${plural(withoutClass.length, "row")} without a value of ${target}: ${where}`);
  return { ...records, rows: rows.filter(hasClass), lines: lines.filter(hasClass) };
}

/** Returns the column names. A column without a name is named by its position. */
export function columnNames({ name, header }: Records): string[] {
  const names = header.map((cell, column) => (cell === "" ? `column ${column + 1}` : cell));
  const twice = names.find((one, column) => names.indexOf(one) < column);
  if (twice !== undefined) {
    throw new DataError(`${name}: two columns are named ${JSON.stringify(twice)}: rename one of them`);
  }
  return names;
}

/** @throws UsageError that begins with `where` if there is no such column. */
export function requireColumn(where: string, names: readonly string[], name: string): void {
  if (names.includes(name)) return;
  throw new UsageError(`${where}: there is no column ${JSON.stringify(name)}; the columns are ${quoted(names)}`);
}

/** Maximum number of lines that a notice names. */
const MAX_LINES_NAMED = 5;

/** The cells of a column, by row; undefined if missing. */
type Cells = readonly (string | undefined)[];

/** A number as people and Excel write it: `1,5`, `1,234.50` or `85 %`. */
const WRITTEN_NUMBER = /^[+-]?\d+(?:[.,]\d{3})*(?:[.,]\d+)?\s?%?$/;

/** Words that programs write instead of a number. */
const NO_NUMBER = /^[+-]?(?:nan|inf|infinity|#n\/a|null)$/i;

/**
 * Finds the kind of a column: numeric if its values are all numbers and more than two of them differ,
 * otherwise categorical. Two numbers, such as 0 and 1, are categories.
 *
 * @param name of the column
 * @param lines the line in the file, by row
 * @param notices receives a sentence if the content is ambiguous
 */
function kindOf(cells: Cells, name: string, lines: readonly number[], notices: string[]): Attribute["kind"] {
  const given = cells.flatMap((cell) => cell ?? []);
  if (given.length === 0) notices.push(`${name} has no value in any row and is ignored`);
  const numbers = given.filter(isNumber);
  const others = given.filter((cell) => !isNumber(cell));
  const hasNumbers = new Set(numbers.map(Number)).size > 2;
  // A text such as NaN may be a missing value. So the column stays numeric, and `encodedRows` refuses the text.
  if (hasNumbers && others.every((cell) => NO_NUMBER.test(cell) || NUMBER.test(cell))) return "numeric";
  const lookLikeNumbers = new Set(given).size > 2 && given.every((cell) => WRITTEN_NUMBER.test(cell));
  if (lookLikeNumbers || (hasNumbers && numbers.length >= others.length)) {
    const r = cells.findIndex((cell) => cell !== undefined && !isNumber(cell));
    const advice = lookLikeNumbers
      ? "; write numbers as 1234.5, without %"
      : " among numbers; correct it, or list it as a missing value";
    notices.push(`${name} is taken as categorical because line ${lines[r]} has ${JSON.stringify(cells[r])}${advice}`);
    return "categorical";
  }
  if (given.length >= MIN_ROWS && new Set(given).size === given.length) {
    notices.push(
      `${name} is categorical and different in every row, so it says nothing about other rows; ignore the column`,
    );
  }
  return "categorical";
}

/** Minimum number of values for a notice that all differ. Fewer may differ by chance. */
const MIN_ROWS = 5;
