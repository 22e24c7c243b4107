import type { SparseMatrix } from "../features/sparse-matrix.js";
import { argmax, type ClassPair, type Model, scoreDifference } from "./classifier.js";

/** Terms that decide: without them the answer would be another. */
export interface SmallestChange {
  /** What the document would be without `terms`; undefined if nothing was found that changes the answer. */
  readonly label: string | undefined;
  /** All to be left out together, those that matter most first. */
  readonly terms: readonly string[];
  /**
   * Whether it is proven that no smaller set changes the answer, or none at all if there is
   * no label: for models in which each term of a document has its own say. For others it is
   * not, but none of the terms can be spared.
   */
  readonly smallest: boolean;
}

/**
 * The smallest set of terms of row 0 of `x` whose removal changes the answer.
 *
 * Where each entry takes its own part off the margin, the fewest that lift one rival over
 * the answer are those with the largest parts against it, and the smallest such set over
 * all rivals is the smallest there is. Where entries depend on each other, because the row
 * is divided by its length or compared with others, the same sets are tried, and of the
 * smallest one is left out after the other as long as the rest suffices. Either way every
 * set is tried on the model itself.
 *
 * Source: Martens and Provost 2014, Explaining data-driven document classifications.
 */
export function smallestChangeOf(model: Model, x: SparseMatrix, termOf: (term: number) => string): SmallestChange {
  const scores = new Float64Array(model.labels.length);
  model.scoreInto(x, 0, scores);
  const answer = argmax(scores);
  // Where all classes are impossible, one thing may have ruled out two: parts do not tell.
  const exact = model.additive === true && scores[answer] > Number.NEGATIVE_INFINITY;
  const rivals = Array.from(scores.keys())
    .filter((c) => c !== answer)
    .sort((a, b) => scoreDifference(scores[b], scores[a]) || a - b);
  const answerWithout = (entries: readonly number[]) => {
    model.scoreInto(without(x, entries), 0, scores);
    return argmax(scores);
  };
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

/** The entries that speak for the first of two classes, the strongest first. */
function entriesAgainst(model: Model, x: SparseMatrix, pair: ClassPair): number[] {
  const parts = new Float64Array(x.starts[1] - x.starts[0]);
  model.marginInto(x, 0, pair, parts);
  return Array.from(parts.keys())
    .filter((i) => parts[i] > 0)
    .sort((a, b) => scoreDifference(parts[b], parts[a]) || a - b);
}

/** The least length from 1 to `most` that suffices, where every greater one does; else one that suffices while one less does not. */
function shortestStart(most: number, suffices: (length: number) => boolean): number | undefined {
  let few = 0;
  let enough = Math.min(1, most);
  while (enough > few && !suffices(enough)) {
    few = enough;
    enough = Math.min(2 * enough, most);
  }
  if (enough === few) return undefined;
  while (enough - few > 1) {
    const middle = (few + enough) >> 1;
    if (suffices(middle)) enough = middle;
    else few = middle;
  }
  return enough;
}

/** What is left when no single entry can be spared any more, the weakest tried first. */
function sparing(entries: readonly number[], suffices: (entries: readonly number[]) => boolean): readonly number[] {
  let needed = entries;
  for (const entry of entries.toReversed()) {
    const others = needed.filter((other) => other !== entry);
    if (suffices(others)) needed = others;
  }
  // Without one that could be spared, another that could not be may be of no use any more.
  return needed.length === entries.length ? entries : sparing(needed, suffices);
}

/** Row 0 without some of its entries. */
function without(x: SparseMatrix, entries: readonly number[]): SparseMatrix {
  const left = new Set(entries);
  const kept = Array.from({ length: x.starts[1] - x.starts[0] }, (_, i) => i).filter((i) => !left.has(i));
  return {
    rows: 1,
    columns: x.columns,
    starts: Uint32Array.of(0, kept.length),
    ids: Uint32Array.from(kept, (i) => x.ids[x.starts[0] + i]),
    values: Float64Array.from(kept, (i) => x.values[x.starts[0] + i]),
  };
}
