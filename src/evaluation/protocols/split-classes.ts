import type { Dataset } from "../../features/sparse-matrix.js";
import { classSizes, type Splits } from "../../model/fitting/splits.js";

/** Classes that splits do not measure well: they are never tested, or tested but not learned. */
export type ClassGaps = ReturnType<typeof classGaps>;

/** Finds the classes that splits do not measure well. @param folds number of folds; 0 for other splits */
export function classGaps({ y, labels }: Pick<Dataset, "y" | "labels">, splits: Splits, folds: number) {
  const documents = classSizes(y, labels.length);
  /** Returns the names of some classes with documents. */
  const named = (isMeant: (c: number) => boolean) => labels.filter((_, c) => documents[c] > 0 && isMeant(c));
  const single = named((c) => documents[c] === 1);
  if (splits === "leave one out") return { untested: [], few: [], unlearned: single, unlearnedSplits: single.length };
  const tested = splits.map(({ test }) => classesOf(y, test));
  const unlearned = splits.map(({ train }, s) => {
    const learned = classesOf(y, train);
    return [...tested[s]].filter((c) => !learned.has(c));
  });
  return {
    /** Classes in no test set. */
    untested: named((c) => splits.length > 0 && !tested.some((part) => part.has(c))),
    /** Classes with fewer documents than folds, so that some folds do not test them. */
    few: named((c) => documents[c] < folds),
    /** Classes that a split tests but does not learn. */
    unlearned: named((c) => unlearned.some((classes) => classes.includes(c))),
    /** Number of splits that test a class that they do not learn. */
    unlearnedSplits: unlearned.filter((classes) => classes.length > 0).length,
  };
}

/** Whether a split has a class in both its training and its test set. Otherwise every answer would be wrong. */
export function hasCommonClass(y: ArrayLike<number>, splits: Splits): boolean {
  if (splits === "leave one out") return new Set(Array.from(y)).size < y.length;
  return splits.some(({ train, test }) => {
    const learned = classesOf(y, train);
    return test.some((row) => learned.has(y[row]));
  });
}

/** Returns the classes of rows. */
function classesOf(y: ArrayLike<number>, rows: Uint32Array): ReadonlySet<number> {
  return new Set(Array.from(rows, (row) => y[row]));
}
