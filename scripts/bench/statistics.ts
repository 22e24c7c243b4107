/** What several measurements of one thing come to. */
export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @param values one or more numbers, in any order */
export function summary(values: readonly number[]): Summary {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/**
 * The ratios of measurements taken in turn, round by round: a slow spell of the machine
 * hits both sides of a ratio, and leaves it as it is.
 */
export function ratios(values: readonly number[], to: readonly number[]): number[] {
  return values.map((value, round) => value / to[round]);
}
