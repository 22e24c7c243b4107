import type { TunedCandidate, Tuning } from "../evaluation/tune.js";
import { tuningAxis } from "./tuning-choices.js";

/** A line of a plot of the measure against a choice, with the 95 % interval of each point. */
export interface TuningSeries {
  /** The classifier. */
  readonly name: string;
  /** The choice ascending, above 0: an axis of logarithms has no place for 0. */
  readonly points: readonly { readonly x: number; readonly y: number; readonly low: number; readonly high: number }[];
}

/** A line for each classifier, along the choice that `tuningAxis` names: at each value the best candidate, whatever its other choices are. */
export function tuningSeries({ candidates }: Pick<Tuning, "candidates">): TuningSeries[] {
  const axis = tuningAxis(candidates);
  const bestOf = new Map<string, Map<number, TunedCandidate>>();
  for (const tuned of candidates) {
    const { classifier, [axis]: value } = tuned.candidate;
    const line = bestOf.get(classifier) ?? new Map<number, TunedCandidate>();
    if (typeof value === "number" && value > 0 && !line.has(value)) line.set(value, tuned);
    bestOf.set(classifier, line);
  }
  return [...bestOf].map(([name, line]) => ({
    name,
    points: [...line]
      .sort(([a], [b]) => a - b)
      .map(([x, { mean, interval }]) => ({ x, y: mean, low: interval[0], high: interval[1] })),
  }));
}
