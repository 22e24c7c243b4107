import { DataError } from "../base/errors.js";
import { firstFew, plural } from "../base/numbers.js";
import type { Records } from "../documents/archives/delimited.js";

/** A column other than the class: of numbers, or of categories, whose values are indices into `categories`. */
export type Attribute = CategoricalAttribute | NumericAttribute;
export type CategoricalAttribute = Readonly<{ kind: "categorical"; name: string; categories: readonly string[] }>;
export type NumericAttribute = Readonly<{ kind: "numeric"; name: string }>;

/**
 * The values of one row, by attribute: a number or a category index; NaN if missing, -1 for a category that the
 * attribute does not have.
 */
export type RowValues = Float64Array;

/** Rows to classify, and notices about them. */
export type RowsToClassify = ReturnType<typeof encodedRows>;
/** A row of unknown class. */
export type RowToClassify = RowsToClassify["rows"][number];

/** The cells of a row in the order of the attributes, and where it comes from: `line 3`, `query 1`. */
export type GivenRow = Readonly<{ name: string; cells: readonly (string | undefined)[] }>;

/** Maximum number of unknown values that a notice names. */
const MAX_NAMED = 3;

/**
 * Converts the cells of rows to numbers. The notices name the categories that the attributes do not have.
 *
 * @param where begins errors and notices: the name of the file and a colon, or nothing
 * @param missing texts that stand for a missing value
 * @throws DataError if a number is malformed.
 */
export function encodedRows(
  given: readonly GivenRow[],
  attributes: readonly Attribute[],
  where: string,
  missing: readonly string[],
) {
  const codes = attributes.map((attribute) => numbersOf(attribute.kind === "categorical" ? attribute.categories : []));
  const unknown: string[][] = attributes.map(() => []);
  const rows = given.map(({ name, cells: all }) => {
    const cells = all.map((cell) => (cell === undefined || missing.includes(cell) ? undefined : cell));
    const values: RowValues = Float64Array.from(attributes, (attribute, a) => {
      const cell = cells[a];
      if (cell === undefined) return Number.NaN;
      const code = codes[a].get(cell);
      if (code !== undefined) return code;
      if (attribute.kind === "categorical") {
        unknown[a].push(`${JSON.stringify(cell)} (${name})`);
        return -1;
      }
      if (isNumber(cell)) return Number(cell);
      throw new DataError(
        `${where}${name}: ${JSON.stringify(cell)} in column ${JSON.stringify(attribute.name)} is not a number; correct it, or list it in missing`,
        { options: ["missing"] },
      );
    });
    /** `cells` has the given text by attribute; undefined if missing. */
    return { name, cells, values };
  });
  const notices = attributes.flatMap(({ name }, a) => {
    if (unknown[a].length === 0) return [];
    const counted = `${plural(unknown[a].length, "row")} whose value is not in training`;
    return `${where}${name} is ignored in ${counted}: ${firstFew(unknown[a], MAX_NAMED)}`;
  });
  /** The notices are for the user; names are as given. */
  return { rows, notices };
}

/**
 * Converts the rows of a file like `encodedRows`, by the `names` of its columns. An attribute without a column is
 * missing in every row.
 */
export function encodedRecords(
  { name, rows, lines }: Records,
  names: readonly string[],
  attributes: readonly Attribute[],
  missing: readonly string[],
): RowsToClassify {
  // For an absent column, `indexOf` returns -1, so its cells are undefined, which means missing.
  const columns = attributes.map((attribute) => names.indexOf(attribute.name));
  const given = rows.map((row, r) => ({ name: `line ${lines[r]}`, cells: columns.map((column) => row[column]) }));
  return encodedRows(given, attributes, `${name}: `, missing);
}

/** Returns the index of each name. */
export function numbersOf(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, i) => [name, i]));
}

/** A decimal number, such as `-1.5e3`. */
export const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Whether a text is a finite decimal number. */
export function isNumber(cell: string): boolean {
  return NUMBER.test(cell) && Number.isFinite(Number(cell));
}
