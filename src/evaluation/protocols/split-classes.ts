import type { Dataset } from "../../features/sparse-matrix.js";
import { classSizes, type Splits } from "../../model/fitting/splits.js";

/** Classes that splits do not measure well: they are never tested, or tested but not learned. */
export interface ClassGaps {
  /** Classes with one document. Only for leave-one-out, which always gets that document wrong. */
  readonly single: readonly string[];
  /** Classes in no test set, except those of `inOneGroup`. */
  readonly untested: readonly string[];
  /** Classes with fewer documents than folds, so that some folds do not test them. */
  readonly few: readonly string[];
  /** Classes whose documents are all in one group, so that they are never both learned and tested. */
  readonly inOneGroup: readonly string[];
  /** Classes that a split tests but does not learn, except those of `inOneGroup`. */
  readonly unlearned: readonly string[];
  /** Number of splits that test a class that they do not learn. */
  readonly unlearnedSplits: number;
}

/** The splits measure all classes well. */
const NO_GAPS: ClassGaps = { single: [], untested: [], few: [], inOneGroup: [], unlearned: [], unlearnedSplits: 0 };

/**
 * Finds the classes that splits do not measure well.
 *
 * @param folds number of folds; 0 for other splits
 * @param groups the group of each row, if the splits keep groups together
 */
export function classGaps(
  { y, labels }: Pick<Dataset, "y" | "labels">,
  splits: Splits,
  folds: number,
  groups?: ArrayLike<number>,
): ClassGaps {
  const documents = classSizes(y, labels.length);
  /** Returns the names of the classes with documents that are meant. */
  const named = (isMeant: (c: number) => boolean) => labels.filter((_, c) => documents[c] > 0 && isMeant(c));
  if (splits === "leave one out") return { ...NO_GAPS, single: named((c) => documents[c] === 1) };
  if (splits.length === 0) return NO_GAPS;
  const tested = splits.map(({ test }) => classesOf(y, test));
  const unlearned = splits.map(({ train }, s) => {
    const learned = classesOf(y, train);
    return [...tested[s]].filter((c) => !learned.has(c));
  });
  const inOneGroup = named((c) => groups !== undefined && isOneGroup(c, y, groups));
  const isInOneGroup = (c: number) => inOneGroup.includes(labels[c]);
  return {
    single: [],
    untested: named((c) => !tested.some((part) => part.has(c)) && !isInOneGroup(c)),
    few: named((c) => documents[c] < folds),
    inOneGroup,
    unlearned: named((c) => unlearned.some((classes) => classes.includes(c)) && !isInOneGroup(c)),
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

/** Whether all documents of a class are in one group. */
function isOneGroup(c: number, y: ArrayLike<number>, groups: ArrayLike<number>): boolean {
  return new Set(Array.from(groups).filter((_, row) => y[row] === c)).size === 1;
}
