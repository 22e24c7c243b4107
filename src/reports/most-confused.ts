import type { Confusion } from "../evaluation/metrics.js";

/** Documents of one class that were taken for another. */
export interface ConfusedPair {
  /** Class indices. */
  readonly actual: number;
  readonly predicted: number;
  readonly count: number;
}

/** The pairs of classes that were confused most often, the most often first; of equals, in the order of the matrix. */
export function mostConfused(confusion: Confusion, most: number): ConfusedPair[] {
  const pairs = confusion.flatMap((row, actual) =>
    row
      .map((count, predicted) => ({ actual, predicted, count }))
      .filter(({ count, predicted }) => count > 0 && predicted !== actual),
  );
  pairs.sort((a, b) => b.count - a.count || a.actual - b.actual || a.predicted - b.predicted);
  return pairs.slice(0, most);
}
