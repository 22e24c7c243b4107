import { DataError } from "../base/errors.js";
import type { Attribute } from "./table.js";

/** The cells of a column, by row; undefined if missing. */
type Cells = readonly (string | undefined)[];

/** Where the cells of a column are, for messages. */
interface ColumnPlace {
  /** The name of the table. */
  readonly name: string;
  readonly column: string;
  /** The line in the file, by row. */
  readonly lines: readonly number[];
}

/** A decimal number, such as `-1.5e3`. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A number as people and Excel write it: `1,5`, `1,234.50` or `85 %`. */
const WRITTEN_NUMBER = /^[+-]?\d+(?:[.,]\d{3})*(?:[.,]\d+)?\s?%?$/;

/** Words that programs write instead of a number. */
const NO_NUMBER = /^[+-]?(?:nan|inf|infinity|#n\/a|null)$/i;

/** Whether a text is a finite decimal number. */
export function isNumber(cell: string): boolean {
  return NUMBER.test(cell) && Number.isFinite(Number(cell));
}

/**
 * Finds the kind of a column: numeric if its values are all numbers and more than two of them differ,
 * otherwise categorical. Two numbers, such as 0 and 1, are categories.
 *
 * @param notices receives a sentence if the content is ambiguous
 */
export function kindOf(cells: Cells, { column: name, lines }: ColumnPlace, notices: string[]): Attribute["kind"] {
  const given = cells.flatMap((cell) => cell ?? []);
  if (given.length === 0) notices.push(`${name} has no value in any row and is ignored`);
  const numbers = given.filter(isNumber);
  const others = given.filter((cell) => !isNumber(cell));
  const hasNumbers = new Set(numbers.map(Number)).size > 2;
  // A text such as NaN may be a missing value, so it is refused later.
  if (hasNumbers && others.every((cell) => NO_NUMBER.test(cell) || NUMBER.test(cell))) return "numeric";
  const areWritten = new Set(given).size > 2 && given.every((cell) => WRITTEN_NUMBER.test(cell));
  if (areWritten || (hasNumbers && numbers.length >= others.length)) {
    const at = cells.findIndex((cell) => cell !== undefined && !isNumber(cell));
    const advice = areWritten
      ? "; write numbers as 1234.5, without %"
      : " among numbers; correct it, or list it as a missing value";
    notices.push(`${name} is taken as categorical because line ${lines[at]} has ${JSON.stringify(cells[at])}${advice}`);
    return "categorical";
  }
  if (given.length >= MANY && new Set(given).size === given.length) {
    notices.push(
      `${name} is categorical and different in every row, so it says nothing about other rows; ignore the column`,
    );
  }
  return "categorical";
}

/** Minimum number of rows for a warning. With fewer, all values may differ by chance. */
const MANY = 5;

/** @throws DataError, naming the line, if a cell is neither missing nor a finite number. */
export function requireNumbers(cells: Cells, { name, column, lines }: ColumnPlace): void {
  const bad = cells.findIndex((cell) => cell !== undefined && !isNumber(cell));
  if (bad === -1) return;
  throw new DataError(
    `${name}: line ${lines[bad]}: ${JSON.stringify(cells[bad])} in column ${JSON.stringify(column)} is not a number; correct it, or list it in missing`,
    { options: ["missing"] },
  );
}
