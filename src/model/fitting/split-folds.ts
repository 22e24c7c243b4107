import { UsageError } from "../../base/errors.js";
import type { DocumentSums } from "../../features/document-sums.js";
import type { SelectionRules } from "../../features/selection.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { Fold, testSubset } from "./fold.js";
import type { Split } from "./splits.js";
import { countsExactly, TrainingSubset } from "./training-subset.js";

/**
 * Yields a fold for each split of a data set. If a split has all documents, most are learned from, and counts are exact,
 * the others are subtracted from the counts of all.
 *
 * @throws UsageError if a split has rows that do not exist, do not ascend, or are on both sides.
 */
export function* splitFolds(data: Dataset, splits: Iterable<Split>, rules: SelectionRules = {}): Generator<Fold> {
  for (const { train, test } of splitSubsets(data, splits)) yield new Fold(train, test, rules);
}

/** Yields the two sides of the folds of `splitFolds` before terms are chosen, for folds that differ only in their rules. */
export function* splitSubsets(data: Dataset, splits: Iterable<Split>) {
  const whole = TrainingSubset.of(data);
  for (const { train, test } of splits) {
    requireRows({ train, test }, data.x.rows);
    const rest = train.length + test.length === data.x.rows && test.length < train.length && countsExactly(data);
    const subset = rest ? whole.without(test) : TrainingSubset.of(data, train);
    yield { train: subset, test: testSubset(data, test) };
  }
}

/** @throws UsageError if rows of a split do not exist, do not ascend, or are on both sides. */
function requireRows({ train, test }: Split, rows: number): void {
  const sides = new Uint8Array(rows);
  const refuse = (what: string) => {
    throw new UsageError(`splits: ${what}; rows must be from 0 to ${rows - 1}, ascending, and on one side only`);
  };
  for (const side of [train, test]) {
    for (const [i, row] of side.entries()) {
      if (row >= rows) refuse(`there is no row ${row}`);
      if (i > 0 && row <= side[i - 1]) refuse(`row ${row} comes after row ${side[i - 1]}`);
      if (sides[row]++ > 0) refuse(`row ${row} is on both sides`);
    }
  }
}

/** Returns the fold of a training corpus read as sums. `test` has its vocabulary and numbering of classes. */
export function countedFold(train: DocumentSums, test: Dataset, rules: SelectionRules = {}): Fold {
  return new Fold(TrainingSubset.ofSums(train), testSubset(test), rules);
}

/** Returns the fold of two data sets. `test` has the vocabulary of `train`; its first classes are those of `train`. */
export function testFold(train: Dataset, test: Dataset, rules: SelectionRules = {}): Fold {
  return new Fold(TrainingSubset.of(train), testSubset(test), rules);
}
