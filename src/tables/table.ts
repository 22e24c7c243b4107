/** A column that is not the class. */
export type Attribute = CategoricalAttribute | NumericAttribute;

/** A column of names: its values are their indices. */
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

/** Rows of attributes, and the class of each. */
export interface Table {
  /** The column that holds the class. */
  readonly target: string;
  /** The classes, sorted; those that only test rows have come last. */
  readonly labels: readonly string[];
  /** The class index of each row. */
  readonly y: Uint32Array;
  readonly attributes: readonly Attribute[];
  /** By attribute, the value of each row: a number, the index of a category, or NaN where it is missing. */
  readonly values: readonly Float64Array[];
  /** The line of the file that each row stands on. */
  readonly lines: readonly number[];
}

/** The values of one row, by attribute: NaN is missing, -1 a category that the attribute does not have. */
export type RowValues = Float64Array;

/** The values of one row of a table. */
export function rowOf({ values }: Table, row: number): RowValues {
  return Float64Array.from(values, (column) => column[row]);
}
