import { UsageError } from "../errors.js";

/** How the terms of a document are weighed against each other, and against their number. */
export interface EmphasisOptions {
  /**
   * How much more the terms count that tell the classes apart: 0, all alike, to 100. A term
   * says log P(t | c) times
   *
   *     says(t) = ((P_max - P_min) / (P_max + P_min)) ^ emphasis
   *
   * with the highest and the lowest of its P(t | c). Default 0. The idea is that of the
   * confidence factor of Assis, Yerazunis, Siefkes and Chhabra 2006 (Exponential Differential
   * Document Count): a power of how far apart two classes have a term. Theirs draws the
   * term's probability towards one half; this one shortens its logarithm, for any number of classes.
   */
  readonly emphasis?: number;
  /**
   * How much of the certainty that comes of many terms is taken for repetition: 0, none, to 2.
   * Scores, the prior's share in them too, are divided by (1 + Σ x(t) · says(t)) ^ temper. With
   * 1 the terms of a document are one piece of evidence together, however many they are.
   * Default 0. It has no source but what it is worth: see the preset `mail`.
   */
  readonly temper?: number;
}

/** The names of the options. */
export const EMPHASIS_OPTIONS = ["emphasis", "temper"] as const;

/** Beyond it only terms of one class are left. */
export const MAX_EMPHASIS = 100;
export const MAX_TEMPER = 2;

/** @throws UsageError if an option is out of range. */
export function requireEmphasis(where: string, { emphasis = 0, temper = 0 }: EmphasisOptions): void {
  const refuse = (option: string, most: number, got: unknown) => {
    throw new UsageError(`${where}: ${option}: required a number from 0 to ${most}, got ${String(got)}`);
  };
  if (!isWithin(emphasis, MAX_EMPHASIS)) refuse("emphasis", MAX_EMPHASIS, emphasis);
  if (!isWithin(temper, MAX_TEMPER)) refuse("temper", MAX_TEMPER, temper);
}

function isWithin(value: unknown, most: number): boolean {
  return typeof value === "number" && value >= 0 && value <= most;
}

/**
 * Multiplies the weights of one term, log P(t | c) by class, `[at, at + classes)`, by what
 * the term says, and returns that. In logarithms: (a - b) / (a + b) = tanh((ln a - ln b) / 2).
 */
export function emphasize(weights: Float64Array, at: number, classes: number, emphasis: number): number {
  if (emphasis === 0) return 1;
  let high = weights[at];
  let low = high;
  for (let c = at + 1; c < at + classes; c++) {
    if (weights[c] > high) high = weights[c];
    else if (weights[c] < low) low = weights[c];
  }
  // What is impossible in a class tells it apart for certain.
  const says = high === low ? 0 : Math.tanh((high - low) / 2) ** emphasis;
  for (let c = at; c < at + classes; c++) weights[c] = says === 0 ? 0 : weights[c] * says;
  return says;
}
