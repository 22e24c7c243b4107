import type { Following } from "../base/following.js";
import type { Classifier, Model } from "../classifiers/classifier.js";
import { type Evaluation, evaluate, summary } from "../evaluation/evaluate.js";
import { leaveOneOut } from "../evaluation/protocols/leave-one-out.js";
import { type Dataset, matrixFromRows, type SparseMatrix } from "../features/sparse-matrix.js";
import { splitFolds, testFold } from "../model/fitting/fold.js";
import type { Split } from "../model/fitting/splits.js";
import type { Table } from "./read-table.js";
import { fitTable, type TableModelOptions } from "./table-model.js";

/**
 * How to split a table. `"leave one out"` tests each row with a model of all other rows. `"training"` learns from all
 * rows and tests on the same rows.
 */
export type TableSplits = readonly Split[] | "leave one out" | "training";

/**
 * Trains and tests on the rows of a table. `"training"` shows how well the model fits its own rows, not how well it
 * generalizes.
 *
 * @returns figures, where `documents` are rows and `vocabulary` is the number of attributes
 * @throws UsageError if an option is not allowed; DataError if there is no row to learn from or to test on, or there are
 *   more classes than `MAX_TESTED_CLASSES`.
 */
export function evaluateTable(
  table: Table,
  splits: TableSplits,
  options: TableModelOptions = {},
  following: Following = {},
): Evaluation {
  const { y, labels, attributes } = table;
  // The protocols split documents with counts of terms. So each row of the table becomes a document with a single term,
  // whose count is the number of the row, from 1. `tableClassifier` finds the row by this number.
  const data: Dataset = { x: matrixFromRows(Array.from(y, (_, row) => [row + 1])), y, labels };
  const classifier = tableClassifier(table, options);
  if (splits === "leave one out") {
    const outcome = leaveOneOut(data, classifier, following);
    return summary([{ ...outcome, vocabulary: attributes.length }], labels);
  }
  const folds = splits === "training" ? [testFold(data, data)] : [...splitFolds(data, splits)];
  const evaluation = evaluate(folds, classifier, labels, { ...following, calibrate: "none" });
  return { ...evaluation, vocabulary: attributes.length };
}

/** Makes a classifier of documents that stand for rows of the table. */
function tableClassifier(table: Table, options: TableModelOptions): Classifier {
  return {
    name: "table",
    fit({ x, labels }): Model {
      const rows = Uint32Array.from(x.values, (number) => number - 1);
      const model = fitTable(table, options, rows);
      const classes = labels.map((label) => table.labels.indexOf(label));
      const jointOf = ({ values, starts }: SparseMatrix, row: number) =>
        model.classify(table.rows[values[starts[row]] - 1]).logJoint;
      return {
        labels,
        columns: x.columns,
        binary: false,
        scoreInto(tested, row, scores) {
          const joint = jointOf(tested, row);
          for (const [i, c] of classes.entries()) scores[i] = joint[c];
        },
        marginInto() {
          throw new TypeError("a row of a table has no terms to explain it");
        },
      };
    },
  };
}
