import { UsageError } from "../errors.js";
import { STREAMS, seededRandom } from "../evaluation/random.js";
import type { RowValues, Table } from "./table.js";

/**
 * What is done to a table, and to the rows to classify, to see what it does to the answer:
 * the experiments of the lectures on the assumption of independence.
 */
export interface Experiment {
  /** What it is, in words. */
  readonly title: string;
  readonly table: Table;
  readonly rows: readonly RowValues[];
}

/**
 * A feature counted `times` times: copies of it stand beside it, and its likelihood comes
 * into the product as often. Copies bring no news, but naive Bayes takes them for evidence.
 *
 * @throws UsageError if there is no such attribute, or `times` is no whole number from 2 to 1000.
 */
export function withDuplicate({ title, table, rows }: Experiment, name: string, times: number): Experiment {
  const at = table.attributes.findIndex((attribute) => attribute.name === name);
  if (at === -1) {
    const names = table.attributes.map((attribute) => JSON.stringify(attribute.name)).join(", ");
    throw new UsageError(`duplicate: required one of ${names}, got ${JSON.stringify(name)}`);
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
    rows: rows.map((row) => Float64Array.of(...row, ...copies.map(() => row[at]))),
  };
}

/**
 * Attributes that have nothing to do with the class: each row has heads or tails, as a coin fell.
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
    rows: rows.map((row) => Float64Array.of(...row, ...coins.map((toss) => toss(2)))),
  };
}

/** More columns than this no table is worth. */
const MOST = 1000;

function requireCount(what: string, count: number, least: number): void {
  if (!(Number.isInteger(count) && count >= least && count <= MOST)) {
    throw new UsageError(`${what}: required a whole number from ${least} to ${MOST}, got ${count}`);
  }
}

function joined(title: string, more: string): string {
  return title === "" ? more : `${title}, ${more}`;
}
