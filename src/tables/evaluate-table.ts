import { type Evaluation, summary } from "../evaluation/evaluate.js";
import { baselinesOf, type Outcome } from "../evaluation/outcome.js";
import type { Split } from "../evaluation/splits.js";
import { rowOf, type Table } from "./table.js";
import { fitTable, type TableModelOptions } from "./table-model.js";

/** How a table is split: by splits, each row alone on the model of all others, or not at all. */
export type TableSplits = readonly Split[] | "leave one out" | "training";

/**
 * Trains and tests on the rows of a table. `"training"` tests on what was learned from:
 * that the model fits its own rows, not that it is right about others.
 *
 * @param onStep called with the number of models that are done
 * @returns figures as those of documents: `documents` are rows, `vocabulary` is the number of attributes
 * @throws UsageError if an option is not allowed, DataError if there is no row to learn from or to test on.
 */
export function evaluateTable(
  table: Table,
  splits: TableSplits,
  options: TableModelOptions = {},
  onStep?: (done: number) => void,
): Evaluation {
  const all = Uint32Array.from(table.y.keys());
  const whole = splits === "training" ? [{ train: all, test: all }] : splits;
  if (whole !== "leave one out") {
    const outcomes = whole.map((split, done) => {
      const outcome = outcomeOf(table, split, options);
      onStep?.(done + 1);
      return outcome;
    });
    return summary(outcomes, table.labels);
  }
  const outcomes = Array.from(all, (row) => {
    const outcome = outcomeOf(
      table,
      { train: all.filter((other) => other !== row), test: Uint32Array.of(row) },
      options,
    );
    onStep?.(row + 1);
    return outcome;
  });
  return summary([together(outcomes, table.labels.length)], table.labels);
}

function outcomeOf(table: Table, { train, test }: Split, options: TableModelOptions): Outcome {
  const classes = table.labels.length;
  const model = fitTable(table, options, train);
  const logProbabilities = new Float64Array(test.length * classes);
  const predictions = Array.from(test, (row, i) => {
    const { predicted, logPosterior } = model.classify(rowOf(table, row));
    logProbabilities.set(logPosterior, i * classes);
    return { row, actual: table.y[row], predicted, probability: Math.exp(logPosterior[predicted]) };
  });
  return {
    documents: { train: train.length, test: test.length },
    vocabulary: table.attributes.length,
    predictions,
    logProbabilities,
    baselines: baselinesOf(
      Float64Array.from(model.parts.sizes, (size) => size / train.length),
      Array.from(test, (row) => table.y[row]),
    ),
  };
}

/** One outcome of many that test one row each. */
function together(outcomes: readonly Outcome[], classes: number): Outcome {
  const logProbabilities = new Float64Array(outcomes.length * classes);
  for (const [i, outcome] of outcomes.entries()) logProbabilities.set(outcome.logProbabilities, i * classes);
  const mean = (of: keyof Outcome["baselines"]) =>
    outcomes.reduce((sum, { baselines }) => sum + baselines[of], 0) / outcomes.length;
  return {
    documents: { train: outcomes[0].documents.train, test: outcomes.length },
    vocabulary: outcomes[0].vocabulary,
    predictions: outcomes.flatMap(({ predictions }) => predictions),
    logProbabilities,
    baselines: { majority: mean("majority"), proportional: mean("proportional") },
  };
}
