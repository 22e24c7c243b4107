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
  return withColumns(experiment, `${name} counted ${times} times`, copies, (row) => row[at]);
}

/**
 * Adds attributes that are independent of the class: a coin toss in each row.
 *
 * @throws UsageError unless `howMany` is a whole number from 1 to 1000.
 */
export function withIrrelevant(experiment: Experiment, howMany: number, seed: number): Experiment {
  requireWhole("irrelevant", howMany, 1, MAX_COLUMNS);
  const tosses = Array.from({ length: howMany }, (_, i) => seededRandom(seed, STREAMS.irrelevantAttributes + i));
  const coins = tosses.map((_, i) => {
    return { kind: "categorical" as const, name: `coin ${i + 1}`, categories: ["heads", "tails"] };
  });
  const change = `${howMany} irrelevant attribute${howMany === 1 ? "" : "s"} (seed ${seed})`;
  return withColumns(experiment, change, coins, (_, column) => tosses[column](2));
}

/** Adds columns to the table and to the rows, and the change to the title. @param valueIn gets a row and a new column */
function withColumns(
  { title, table, rows }: Experiment,
  change: string,
  added: readonly Attribute[],
  valueIn: (row: RowValues, column: number) => number,
): Experiment {
  const longer = (row: RowValues) => Float64Array.from([...row, ...added.map((_, column) => valueIn(row, column))]);
  const cellOf = (value: number, attribute: Attribute) =>
    attribute.kind === "numeric" ? String(value) : attribute.categories[value];
  return {
    title: title === "" ? change : `${title}, ${change}`,
    table: { ...table, attributes: [...table.attributes, ...added], rows: table.rows.map(longer) },
    rows: rows.map(({ name, cells, values: before }) => {
      const values = longer(before);
      return { name, values, cells: [...cells, ...added.map((one, a) => cellOf(values[before.length + a], one))] };
    }),
  };
}

/** Maximum number of columns that an experiment may add. */
const MAX_COLUMNS = 1000;
