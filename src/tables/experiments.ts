import { requireWhole } from "../base/checks.js";
import { seededRandom } from "../base/random.js";
import { STREAMS } from "../model/fitting/splits.js";
import { requireColumn, type Table } from "./read-table.js";
import type { Attribute, RowToClassify, RowValues } from "./row-encoder.js";

/** A modified table with the rows to classify, for experiments on the independence assumption of naive Bayes. */
export interface Experiment {
  /** The changes, for the user; empty without a change. */
  readonly title: string;
  readonly table: Table;
  readonly rows: readonly RowToClassify[];
}

/**
 * Counts an attribute `times` times by adding copies of it. Copies carry no information, but naive Bayes counts
 * them as evidence.
 *
 * @throws UsageError if there is no such attribute, or `times` is not a whole number from 2 to 1000.
 */
export function withDuplicate(experiment: Experiment, name: string, times: number): Experiment {
  const { table } = experiment;
  const names = table.attributes.map((attribute) => attribute.name);
  requireColumn("duplicate", names, name);
  const at = names.indexOf(name);
  requireWhole("duplicate", times, 2, MAX_COLUMNS);
  // The original is number 1.
  const copies = Array.from({ length: times - 1 }, (_, i) => {
    return { ...table.attributes[at], name: `${name} (${i + 2})` };
  });
  const cellIn = ({ cells }: RowToClassify) => cells[at];
  return withColumns(experiment, `${name} counted ${times} times`, copies, (row) => row[at], cellIn);
}

/**
 * Adds attributes that are independent of the class: a coin toss in each row.
 *
 * @throws UsageError unless `howMany` is a whole number from 1 to 1000.
 */
export function withIrrelevant(experiment: Experiment, howMany: number, seed: number): Experiment {
  requireWhole("irrelevant", howMany, 1, MAX_COLUMNS);
  const tosses = Array.from({ length: howMany }, (_, i) => seededRandom(seed, STREAMS.irrelevantAttributes + i));
  const categories = ["heads", "tails"];
  const coins = tosses.map((_, i) => ({ kind: "categorical" as const, name: `coin ${i + 1}`, categories }));
  const change = `${howMany} irrelevant attribute${howMany === 1 ? "" : "s"} (seed ${seed})`;
  const sideOf = (_: RowToClassify, value: number) => categories[value];
  return withColumns(experiment, change, coins, (_, column) => tosses[column](2), sideOf);
}

/**
 * Adds columns to the table and to the rows, and the change to the title.
 *
 * @param valueIn gets a row and the number of a new column
 * @param cellIn gets a row to classify and its value in the new column
 */
function withColumns(
  { title, table, rows }: Experiment,
  change: string,
  added: readonly Attribute[],
  valueIn: (row: RowValues, column: number) => number,
  cellIn: (row: RowToClassify, value: number) => string | undefined,
): Experiment {
  const longer = (row: RowValues) => Float64Array.from([...row, ...added.map((_, column) => valueIn(row, column))]);
  return {
    title: title === "" ? change : `${title}, ${change}`,
    table: { ...table, attributes: [...table.attributes, ...added], rows: table.rows.map(longer) },
    rows: rows.map((row) => {
      const values = longer(row.values);
      const cells = Array.from(values.subarray(row.values.length), (value) => cellIn(row, value));
      return { name: row.name, values, cells: [...row.cells, ...cells] };
    }),
  };
}

/** Maximum number of columns that an experiment may add. */
const MAX_COLUMNS = 1000;
