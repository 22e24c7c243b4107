import { requireWhole } from "../base/checks.js";
import { UsageError } from "../base/errors.js";
import { seededRandom } from "../base/random.js";
import { STREAMS } from "../model/fitting/splits.js";
import { type Attribute, type RowValues, requireColumn, type Table } from "./read-table.js";

/** A modified table with rows to classify, for experiments on the independence assumption of naive Bayes. */
export interface Experiment {
  /** The changes, for the user; empty without a change. */
  readonly title: string;
  readonly table: Table;
  /** The rows to classify. */
  readonly rows: readonly RowValues[];
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
  requireCount("duplicate", times, 2);
  const copies = Array.from({ length: times - 1 }, (_, i) => {
    // The original is number 1.
    const attribute = { ...table.attributes[at], name: `${name} (${i + 2})` };
    return { attribute, values: table.values[at], valueIn: (row: RowValues) => row[at] };
  });
  return withColumns(experiment, `${name} counted ${times} times`, copies);
}

/**
 * Adds attributes that are independent of the class: a coin toss in each row.
 *
 * @throws UsageError unless `howMany` is a whole number from 1 to 1000.
 */
export function withIrrelevant(experiment: Experiment, howMany: number, seed: number): Experiment {
  requireCount("irrelevant", howMany, 1);
  const coins = Array.from({ length: howMany }, (_, i) => {
    const toss = seededRandom(seed, STREAMS.irrelevantAttributes + i);
    const attribute = { kind: "categorical" as const, name: `coin ${i + 1}`, categories: ["heads", "tails"] };
    return { attribute, values: Float64Array.from(experiment.table.y, () => toss(2)), valueIn: () => toss(2) };
  });
  return withColumns(experiment, `${howMany} irrelevant attribute${howMany === 1 ? "" : "s"} (seed ${seed})`, coins);
}

/** A column to add. */
interface Column {
  readonly attribute: Attribute;
  /** Its values in the table, by row. */
  readonly values: Float64Array;
  /** Returns the value of the column in a row to classify. */
  readonly valueIn: (row: RowValues) => number;
}

/** Adds columns to the table and to the rows, and the change to the title. */
function withColumns({ title, table, rows }: Experiment, change: string, columns: readonly Column[]): Experiment {
  return {
    title: title === "" ? change : `${title}, ${change}`,
    table: {
      ...table,
      attributes: [...table.attributes, ...columns.map(({ attribute }) => attribute)],
      values: [...table.values, ...columns.map(({ values }) => values)],
    },
    rows: rows.map((row) => Float64Array.from([...row, ...columns.map(({ valueIn }) => valueIn(row))])),
  };
}

/** Maximum number of columns that an experiment may add. */
const MAX_COLUMNS = 1000;

/** @throws UsageError unless `count` is a whole number from `least` to `MAX_COLUMNS`. */
function requireCount(what: string, count: number, least: number): void {
  requireWhole(what, count, least);
  if (count > MAX_COLUMNS) throw new UsageError(`${what} must be at most ${MAX_COLUMNS}, not ${count}`);
}
