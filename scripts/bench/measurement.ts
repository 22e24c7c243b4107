import { ratios, type Summary, summary } from "./statistics.js";

/** What is measured, in these units; MB are millions of bytes. */
export type Unit = "seconds" | "bytes";

/** One thing that was measured, once a round. */
export interface Measurement {
  readonly what: string;
  /** How much was worked on, for people. */
  readonly size?: string;
  readonly unit: Unit;
  readonly values: readonly number[];
  readonly summary: Summary;
  /** How much was worked on per second, for people. */
  readonly rate?: string;
  /** The most that the median should be. */
  readonly target?: number;
  readonly comparisons: readonly Comparison[];
}

/** How a measurement compares to a peer's. */
export interface Comparison {
  readonly to: string;
  readonly ratio: Summary;
  /** The most that the median ratio should be. */
  readonly target?: number;
}

/** Measurements that belong together, under a heading. */
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

/** @param to the peer's values, of the same rounds */
export function comparison(
  values: readonly number[],
  to: string,
  peer: readonly number[],
  target?: number,
): Comparison {
  return { to, ratio: summary(ratios(values, peer)), ...(target !== undefined && { target }) };
}

/** Whether a target is kept. */
export function kept(value: number, target: number): boolean {
  return value <= target;
}
