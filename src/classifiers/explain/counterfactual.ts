import { firstWhere } from "../../base/lists.js";
import { matrixOfRows, type SparseMatrix, selectRows } from "../../features/sparse-matrix.js";
import { type ClassPair, type Model, rowScores } from "../classifier.js";
import { argmax, ranked } from "../scores.js";

/** Terms of a document whose removal changes the answer of the model. */
export interface Counterfactual {
  /** The answer without `terms`; undefined if nothing was found that changes it. */
  readonly label: string | undefined;
  /** The terms to remove, all together, the most important first. */
  readonly terms: readonly string[];
  /**
   * Whether it is certain that no smaller set changes the answer; without a label, that no set does. This is certain
   * only with a model in which each term has its own part of the margin, or if the set has a single term. Otherwise a
   * smaller set may exist, but each term of this one is needed.
   */
  readonly smallest: boolean;
}

/**
 * Finds the smallest set of terms of row 0 of `x` whose removal changes the answer.
 *
 * If each entry has its own part of the margin, the smallest set that lifts a rival class over the answer has the
 * entries with the largest parts against that rival. The smallest of these sets over all rivals is the result. If
 * entries depend on each other (a row divided by its length, or compared with others), it tries the same sets, then
 * puts entries back one by one as long as the rest suffices. Every set is tried on the model itself.
 *
 * Source: Martens and Provost 2014, Explaining data-driven document classifications.
 */
export function counterfactualOf(model: Model, x: SparseMatrix, termOf: (term: number) => string): Counterfactual {
  const scores = rowScores(model, x)(0);
  const answer = argmax(scores);
  // If all classes are impossible, one term may have ruled out two classes, which the parts do not show.
  const exact = model.additive === true && scores[answer] > Number.NEGATIVE_INFINITY;
  const rivals = ranked(scores).filter((c) => c !== answer);
  const answerWithout = (entries: readonly number[]) => argmax(rowScores(model, without(x, entries))(0));
  const changes = (entries: readonly number[]) => answerWithout(entries) !== answer;
  let found: readonly number[] = [];
  for (const rival of rivals) {
    const order = entriesAgainst(model, x, [answer, rival]);
    const most = found.length === 0 ? order.length : found.length - 1;
    const size = shortestStart(most, (length) => changes(order.slice(0, length)));
    if (size !== undefined) found = order.slice(0, size);
  }
  if (!exact) found = sparing(found, changes);
  return {
    label: found.length === 0 ? undefined : model.labels[answerWithout(found)],
    terms: found.map((i) => termOf(x.ids[x.starts[0] + i])),
    smallest: exact || found.length === 1,
  };
}

/** Returns the positions of the entries that speak for the first of two classes, the strongest first. */
function entriesAgainst(model: Model, x: SparseMatrix, pair: ClassPair): number[] {
  const parts = new Float64Array(x.starts[1] - x.starts[0]);
  model.marginInto(x, 0, pair, parts);
  return ranked(parts).filter((i) => parts[i] > 0);
}

/**
 * Returns the smallest length up to `most` that suffices, or undefined if no tried length does. If longer ones can fail
 * again, it returns some length that suffices while one less does not.
 */
function shortestStart(most: number, suffices: (length: number) => boolean): number | undefined {
  // Doubles the length until it suffices, then searches between the last two lengths.
  let few = 0;
  let enough = Math.min(1, most);
  while (enough > few && !suffices(enough)) {
    few = enough;
    enough = Math.min(2 * enough, most);
  }
  if (enough === few) return undefined;
  return firstWhere(few + 1, enough, suffices);
}

/** Removes entries from the set, the weakest first, until each of the rest is needed. */
function sparing(entries: readonly number[], suffices: (entries: readonly number[]) => boolean): readonly number[] {
  let needed = entries;
  let before: number;
  do {
    before = needed.length;
    for (const entry of needed.toReversed()) {
      const others = needed.filter((other) => other !== entry);
      if (suffices(others)) needed = others;
    }
    // After a removal, an entry that was needed before may no longer be.
  } while (needed.length < before);
  return needed;
}

/** Returns row 0 without some of its entries. */
function without(x: SparseMatrix, entries: readonly number[]): SparseMatrix {
  const removed = new Set(entries);
  const { ids, values } = selectRows(x, [0]);
  const isKept = (_: number, i: number) => !removed.has(i);
  return matrixOfRows([{ ids: ids.filter(isKept), values: values.filter(isKept) }], x.columns);
}
