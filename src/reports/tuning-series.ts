import type { TunedCandidate, Tuning } from "../evaluation/tune.js";

/** A line of a plot of the measure against alpha, with the 95 % interval of each point. */
export interface TuningSeries {
  /** The classifier. */
  readonly name: string;
  /** Alpha ascending, above 0: an axis of logarithms has no place for 0. */
  readonly points: readonly { readonly x: number; readonly y: number; readonly low: number; readonly high: number }[];
}

/** A line for each classifier: at each alpha the best candidate, whatever its other choices are. */
export function tuningSeries({ candidates }: Pick<Tuning, "candidates">): TuningSeries[] {
  const bestOf = new Map<string, Map<number, TunedCandidate>>();
  for (const tuned of candidates) {
    const { classifier, alpha } = tuned.candidate;
    const line = bestOf.get(classifier) ?? new Map<number, TunedCandidate>();
    if (alpha > 0 && !line.has(alpha)) line.set(alpha, tuned);
    bestOf.set(classifier, line);
  }
  return [...bestOf].map(([name, line]) => ({
    name,
    points: [...line]
      .sort(([a], [b]) => a - b)
      .map(
        ([
          x,
          {
            mean,
            interval: [low, high],
          },
        ]) => ({ x, y: mean, low, high }),
      ),
  }));
}
