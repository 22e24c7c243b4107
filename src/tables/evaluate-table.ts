import { concatenated, type Evaluation, summary } from "../evaluation/evaluate.js";
import { baselinesOf, meanBaselines, type Outcome } from "../evaluation/metrics/outcome.js";
import { requireFewClasses } from "../model/fitting/class-limit.js";
import type { Split } from "../model/fitting/splits.js";
import { rowOf, type Table } from "./table.js";
import { fitTable, type TableModelOptions } from "./table-model.js";

/** How a table is split. `"training"` learns from all rows and tests on the same rows. */
export type TableSplits = readonly Split[] | "leave one out" | "training";

/**
 * Trains and tests on the rows of a table. `"training"` shows how well the model fits its own rows,
 * not how well it generalizes.
 *
 * @param onStep called with the number of models trained so far
 * @returns `documents` counts rows, `vocabulary` attributes
 * @throws UsageError if an option is not allowed; DataError if there is no row to learn from or to test
 *   on, or there are more classes than `MAX_TESTED_CLASSES`.
 */
export function evaluateTable(
  table: Table,
  splits: TableSplits,
  options: TableModelOptions = {},
  onStep?: (done: number) => void,
): Evaluation {
  requireFewClasses(table.labels.length);
  const all = Uint32Array.from(table.y.keys());
  const outcomes: Outcome[] = [];
  const test = (split: Split) => {
    outcomes.push(outcomeOf(table, split, options));
    onStep?.(outcomes.length);
  };
  if (splits === "training") test({ train: all, test: all });
  else if (splits !== "leave one out") splits.forEach(test);
  else {
    for (const row of all) test({ train: all.filter((other) => other !== row), test: Uint32Array.of(row) });
    return summary([together(outcomes)], table.labels);
  }
  return summary(outcomes, table.labels);
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

/** Combines outcomes of one row each. */
function together(outcomes: readonly Outcome[]): Outcome {
  return {
    documents: { train: outcomes[0].documents.train, test: outcomes.length },
    vocabulary: outcomes[0].vocabulary,
    predictions: outcomes.flatMap(({ predictions }) => predictions),
    logProbabilities: concatenated(outcomes.map(({ logProbabilities }) => logProbabilities)),
    baselines: meanBaselines(outcomes.map(({ baselines }) => baselines)),
  };
}
