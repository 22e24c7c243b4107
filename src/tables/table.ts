/** A column other than the class. */
export type Attribute = CategoricalAttribute | NumericAttribute;

/** A column of categories. Its values are indices into `categories`. */
export interface CategoricalAttribute {
  readonly kind: "categorical";
  readonly name: string;
  readonly categories: readonly string[];
}

/** A column of numbers. */
export interface NumericAttribute {
  readonly kind: "numeric";
  readonly name: string;
}

/** Rows of attributes with their classes. */
export interface Table {
  /** The name of the column with the class. */
  readonly target: string;
  /** The classes, sorted. Classes that only test rows have come last. */
  readonly labels: readonly string[];
  /** Class index by row. */
  readonly y: Uint32Array;
  readonly attributes: readonly Attribute[];
  /** By attribute and row: as in `RowValues`. Only test rows have -1. */
  readonly values: readonly Float64Array[];
  /** The line in the file, by row. */
  readonly lines: readonly number[];
}

/**
 * The values of one row, by attribute: a number or a category index; NaN if missing, -1 for a category that the
 * attribute does not have.
 */
export type RowValues = Float64Array;

/** Returns one row of a table. */
export function rowOf({ values }: Table, row: number): RowValues {
  return Float64Array.from(values, (column) => column[row]);
}
