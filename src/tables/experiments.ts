import { UsageError } from "../base/errors.js";
import { seededRandom } from "../base/random.js";
import { STREAMS } from "../model/fitting/splits.js";
import type { RowValues, Table } from "./table.js";

/** A modified table with the rows to classify, for the lectures' experiments on the independence assumption. */
export interface Experiment {
  readonly title: string;
  readonly table: Table;
  readonly rows: readonly RowValues[];
}

/**
 * Counts an attribute `times` times by adding copies of it. Copies carry no information, but naive
 * Bayes takes them for evidence.
 *
 * @throws UsageError if there is no such attribute, or `times` is not a whole number from 2 to 1000.
 */
export function withDuplicate({ title, table, rows }: Experiment, name: string, times: number): Experiment {
  const at = table.attributes.findIndex((attribute) => attribute.name === name);
  if (at === -1) {
    const names = table.attributes.map((attribute) => JSON.stringify(attribute.name)).join(", ");
    throw new UsageError(`duplicate: there is no column ${JSON.stringify(name)}; the columns are ${names}`);
  }
  requireCount("duplicate", times, 2);
  const copies = Array.from({ length: times - 1 }, (_, i) => ({ ...table.attributes[at], name: `${name} (${i + 2})` }));
  return {
    title: joined(title, `${name} counted ${times} times`),
    table: {
      ...table,
      attributes: [...table.attributes, ...copies],
      values: [...table.values, ...copies.map(() => table.values[at])],
    },
    rows: rows.map((row) => Float64Array.from([...row, ...copies.map(() => row[at])])),
  };
}

/**
 * Adds attributes that are independent of the class: a coin toss in each row.
 *
 * @throws UsageError unless `howMany` is a whole number from 1 to 1000.
 */
export function withIrrelevant({ title, table, rows }: Experiment, howMany: number, seed: number): Experiment {
  requireCount("irrelevant", howMany, 1);
  const coins = Array.from({ length: howMany }, (_, i) => seededRandom(seed, STREAMS.irrelevantAttributes + i));
  const columns = coins.map((toss) => Float64Array.from(table.y, () => toss(2)));
  return {
    title: joined(title, `${howMany} irrelevant attribute${howMany === 1 ? "" : "s"} (seed ${seed})`),
    table: {
      ...table,
      attributes: [
        ...table.attributes,
        ...columns.map((_, i) => ({
          kind: "categorical" as const,
          name: `coin ${i + 1}`,
          categories: ["heads", "tails"],
        })),
      ],
      values: [...table.values, ...columns],
    },
    rows: rows.map((row) => Float64Array.from([...row, ...coins.map((toss) => toss(2))])),
  };
}

/** The most columns that an experiment may add. */
const MOST = 1000;

function requireCount(what: string, count: number, least: number): void {
  if (!(Number.isInteger(count) && count >= least && count <= MOST)) {
    throw new UsageError(`${what}: ${count} is not a whole number from ${least} to ${MOST}`);
  }
}

function joined(title: string, more: string): string {
  return title === "" ? more : `${title}, ${more}`;
}
