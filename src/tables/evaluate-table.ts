import { type Following, followed } from "../base/following.js";
import { concatenated } from "../base/lists.js";
import { type Evaluation, summary } from "../evaluation/evaluate.js";
import { baselinesOf, meanBaselines, type Outcome } from "../evaluation/metrics/outcome.js";
import { requireFewClasses, type Split } from "../model/fitting/splits.js";
import { rowOf, type Table } from "./read-table.js";
import { fitTable, type TableModelOptions } from "./table-model.js";

/**
 * How to split a table. `"leave one out"` tests each row with a model of all other rows. `"training"` learns from all
 * rows and tests on the same rows.
 */
export type TableSplits = readonly Split[] | "leave one out" | "training";

/**
 * Trains and tests on the rows of a table. `"training"` shows how well the model fits its own rows,
 * not how well it generalizes.
 *
 * @returns figures, where `documents` are rows and `vocabulary` is the number of attributes
 * @throws UsageError if an option is not allowed; DataError if there is no row to learn from or to test
 *   on, or there are more classes than `MAX_TESTED_CLASSES`.
 */
export function evaluateTable(
  table: Table,
  splits: TableSplits,
  options: TableModelOptions = {},
  following: Following = {},
): Evaluation {
  requireFewClasses(table.labels.length);
  const models = splits === "leave one out" ? table.y.length : splits === "training" ? 1 : splits.length;
  const tellDone = followed(following, "testing", models);
  const outcomes: Outcome[] = [];
  for (const split of splitsOf(table, splits)) {
    outcomes.push(outcomeOf(table, split, options));
    tellDone(outcomes.length);
  }
  // A single row has no meaningful figures, so leave-one-out gives the figures of all rows together.
  return summary(splits === "leave one out" ? [combined(outcomes)] : outcomes, table.labels);
}

/** Yields the splits one at a time. Leave-one-out would take quadratic memory for all of them. */
function* splitsOf(table: Table, splits: TableSplits): Generator<Split> {
  const all = Uint32Array.from(table.y.keys());
  if (splits === "training") yield { train: all, test: all };
  else if (splits !== "leave one out") yield* splits;
  else for (const row of all) yield { train: all.filter((other) => other !== row), test: Uint32Array.of(row) };
}

/** Trains on the training set of a split and tests on its test set. */
function outcomeOf(table: Table, { train, test }: Split, options: TableModelOptions): Outcome {
  const classes = table.labels.length;
  const model = fitTable(table, options, train);
  const logProbabilities = new Float64Array(test.length * classes);
  const predictions = Array.from(test, (row, i) => {
    const { predicted, logPosterior } = model.classify(rowOf(table, row));
    logProbabilities.set(logPosterior, i * classes);
    return { row, actual: table.y[row], predicted, probability: Math.exp(logPosterior[predicted]) };
  });
  const trained = Float64Array.from(model.parts.sizes, (size) => size / train.length);
  const actual = predictions.map((prediction) => prediction.actual);
  const documents = { train: train.length, test: test.length };
  return {
    documents,
    vocabulary: table.attributes.length,
    predictions,
    logProbabilities,
    baselines: baselinesOf(trained, actual),
  };
}

/** Combines the outcomes of single rows into one. */
function combined(outcomes: readonly Outcome[]): Outcome {
  return {
    documents: { train: outcomes[0].documents.train, test: outcomes.length },
    vocabulary: outcomes[0].vocabulary,
    predictions: outcomes.flatMap(({ predictions }) => predictions),
    logProbabilities: concatenated(outcomes.map(({ logProbabilities }) => logProbabilities)),
    baselines: meanBaselines(outcomes.map(({ baselines }) => baselines)),
  };
}
