import { DataError } from "../errors.js";
import type { Attribute } from "./table.js";

/** The cells of a column; undefined is missing. */
export type Cells = readonly (string | undefined)[];

/** What messages say of a column. */
export interface ColumnPlace {
  /** Of the table. */
  readonly name: string;
  readonly column: string;
  /** The line of each cell. */
  readonly lines: readonly number[];
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** What programs write in a column of numbers where there is none. */
const NO_NUMBER = /^[+-]?(?:nan|inf|infinity|#n\/a|null)$/i;

/** Whether a text is a number in decimal notation, not too large for a double. */
export function isNumber(cell: string): boolean {
  return NUMBER.test(cell) && Number.isFinite(Number(cell));
}

/**
 * What a column is by what it holds: numeric, if its values are all numbers and more than
 * two of them differ; else categorical. Two numbers, such as 0 and 1, are as good as names.
 *
 * @param notices gets a sentence where the content leaves a doubt
 * @throws DataError if only texts that stand for no number keep a column from being one of numbers: they may be missing values.
 */
export function kindOf(cells: Cells, place: ColumnPlace, notices: string[]): Attribute["kind"] {
  const given = cells.flatMap((cell) => cell ?? []);
  const name = place.column;
  if (given.length === 0) notices.push(`${name} has no value in any row: it leaves the product`);
  const numbers = given.filter(isNumber);
  const others = given.filter((cell) => !isNumber(cell));
  if (new Set(numbers.map(Number)).size > 2) {
    if (others.every((cell) => NO_NUMBER.test(cell) || NUMBER.test(cell))) {
      requireNumbers(cells, place);
      return "numeric";
    }
    if (numbers.length >= others.length) {
      const at = cells.findIndex((cell) => cell !== undefined && !isNumber(cell));
      notices.push(
        `${name} is taken as categorical, as line ${place.lines[at]} has ${JSON.stringify(cells[at])} among numbers: mend it, or name it by --missing`,
      );
    }
  }
  if (given.length >= MANY && new Set(given).size === given.length) {
    notices.push(
      `${name} is categorical and differs in every row: it says nothing of another row; --ignore leaves it out`,
    );
  }
  return "categorical";
}

/** Fewer rows may differ by chance. */
const MANY = 5;

/** @throws DataError, with the line, unless every cell that is not missing is a finite number. */
export function requireNumbers(cells: Cells, { name, column, lines }: ColumnPlace): void {
  const bad = cells.findIndex((cell) => cell !== undefined && !isNumber(cell));
  if (bad === -1) return;
  throw new DataError(
    `${name}: line ${lines[bad]}: column ${JSON.stringify(column)}: required a finite number or a missing value, found ${JSON.stringify(cells[bad])}: mend it, or name it by --missing`,
  );
}
