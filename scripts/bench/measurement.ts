import { largest, smallest } from "../../src/base/lists.js";

/** Units; MB are millions of bytes. */
export type Unit = "seconds" | "bytes";

/** One thing that is measured once per round. */
export interface Measurement {
  readonly what: string;
  /** Amount of work, for people. */
  readonly size?: string;
  readonly unit: Unit;
  readonly values: readonly number[];
  readonly summary: Summary;
  /** Amount of work per second, for people. */
  readonly rate?: string;
  /** Maximum for the median. */
  readonly target?: number;
  readonly comparisons: readonly Comparison[];
}

/** A measurement relative to a peer's. */
export interface Comparison {
  readonly to: string;
  readonly ratio: Summary;
  /** Maximum for the median ratio. */
  readonly target?: number;
}

/** Measurements under a common heading. */
export interface Section {
  readonly title: string;
  readonly measurements: readonly Measurement[];
}

export function measurement(
  what: string,
  unit: Unit,
  values: readonly number[],
  more: Partial<Pick<Measurement, "size" | "rate" | "target" | "comparisons">> = {},
): Measurement {
  return { what, unit, values, summary: summary(values), comparisons: [], ...more };
}

/** @param to name of the peer, with its values of the same rounds */
export function comparison(
  values: readonly number[],
  to: string,
  peer: readonly number[],
  target?: number,
): Comparison {
  return { to, ratio: summary(ratios(values, peer)), ...(target !== undefined && { target }) };
}

/** Whether a target is met. */
export function kept(value: number, target: number): boolean {
  return value <= target;
}

/** Summary of several measurements. */
export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @param values at least one */
export function summary(values: readonly number[]): Summary {
  return { median: median(values), min: smallest(values), max: largest(values) };
}

/** The median; for an even number the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Ratios round by round, so that slow spells of the machine affect both sides equally. */
export function ratios(values: readonly number[], to: readonly number[]): number[] {
  return values.map((value, round) => value / to[round]);
}

/**
 * Runs the contestants in turn (A B C A B C …), so that drifts of the machine affect all equally.
 *
 * @param warmUp whether to run a first round that does not count, to fill caches
 * @returns results by contestant and round
 */
export async function inRounds<Name extends string, Result>(
  contestants: Readonly<Record<Name, () => Promise<Result>>>,
  rounds: number,
  { warmUp, onRun }: { readonly warmUp: boolean; readonly onRun?: () => void },
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contestants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>;
  for (let round = warmUp ? -1 : 0; round < rounds; round++) {
    for (const name of names) {
      const result = await contestants[name]();
      if (round >= 0) results[name].push(result);
      onRun?.();
    }
  }
  return results;
}
