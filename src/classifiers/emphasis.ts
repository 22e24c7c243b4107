import { requireNumber, shown } from "../base/checks.js";
import { UsageError } from "../base/errors.js";
import { TERM_SOURCES } from "../features/term-kinds.js";
import type { MethodOption } from "./method.js";
import { power } from "./power.js";

/** How the terms of a document are weighted against each other, and against their number. */
export interface EmphasisOptions {
  /**
   * How much to favour terms that tell the classes apart, 0 (not at all) to 100. log P(t | c) is multiplied by
   *
   *     says(t) = ((P_max - P_min) / (P_max + P_min)) ^ emphasis
   *
   * with the highest and the lowest P(t | c) of the term. Default 0. The idea is the confidence factor of
   * Assis, Yerazunis, Siefkes and Chhabra 2006 (Exponential Differential Document Count). Theirs pulls the
   * probability towards one half; this one shortens the logarithm, for any number of classes.
   */
  readonly emphasis?: number;
  /**
   * How much to discount the evidence of many terms as repetition, 0 (not at all) to 2. Scores, with the prior, are
   * divided by (1 + Σ x(t) · says(t)) ^ temper. With 1, all terms of a document together count as one piece of
   * evidence. Default 0. Our own heuristic; its effect is measured in `mail/README.md`. With more than two classes,
   * probabilities become far too low, so they are calibrated by default.
   */
  readonly temper?: number;
  /**
   * The weight of each source of terms, whatever its number of terms. The sources are texts, header fields, and other
   * facts about a message (route, links, attachments). Only their ratios matter; each is above 0, at most 100. Default:
   * terms of all sources count alike. With more than two classes this option has no effect, because header fields would
   * count too much. `SourceSums` has the formula. Our own heuristic; its effect is measured in `mail/README.md`.
   */
  readonly sourceWeights?: SourceWeights | undefined;
}

/** The weight of each of `TERM_SOURCES`, in their order. */
export type SourceWeights = readonly [texts: number, header: number, made: number];

/** Upper bound. With larger values, only terms of a single class would count. */
export const MAX_EMPHASIS = 100;
/** Upper bound. With 1, all terms together already count as one piece of evidence. */
export const MAX_TEMPER = 2;
const MAX_SOURCE_WEIGHT = 100;

/** These options, for a method that has them. */
export const EMPHASIS = {
  emphasis: {
    does: "extra weight of terms that tell the classes apart (default: 0)",
    takes: { from: 0, to: MAX_EMPHASIS },
  },
  temper: {
    does: "make documents with many terms less certain, from 0 to 2 (default: 0)",
    takes: { from: 0, to: MAX_TEMPER },
  },
  sourceWeights: {
    does: "weights of texts, header fields and all else in mail, such as 2,1,1 (default: the same weight)",
    takes: "numbers",
  },
} as const satisfies Record<keyof EmphasisOptions, MethodOption>;

/** Checks the weights of sources. @throws UsageError, which begins with `where`, if one is out of range */
export function requireSourceWeights(where: string, sourceWeights: SourceWeights | undefined): void {
  if (sourceWeights === undefined) return;
  if (!Array.isArray(sourceWeights) || sourceWeights.length !== TERM_SOURCES.length) {
    throw new UsageError(
      `${where}: sourceWeights must be ${TERM_SOURCES.length} numbers, for ${TERM_SOURCES.join(", ")}, not ${shown(sourceWeights)}`,
    );
  }
  for (const weight of sourceWeights) {
    requireNumber(`${where}: sourceWeights`, weight, { above: 0, to: MAX_SOURCE_WEIGHT });
  }
}

/**
 * Multiplies the weights log P(t | c) of one term, `[at, at + classes)`, by says(t), and returns says(t). In
 * logarithms, (a - b) / (a + b) = tanh((ln a - ln b) / 2).
 */
export function emphasize(weights: Float64Array, at: number, classes: number, emphasis: number): number {
  if (emphasis === 0) return 1;
  let high = weights[at];
  let low = high;
  for (let c = at + 1; c < at + classes; c++) {
    if (weights[c] > high) high = weights[c];
    else if (weights[c] < low) low = weights[c];
  }
  // A term that is impossible in a class has low = -∞, so that says = 1.
  const says = high === low ? 0 : power(Math.tanh((high - low) / 2), emphasis);
  for (let c = at; c < at + classes; c++) weights[c] = says === 0 ? 0 : weights[c] * says;
  return says;
}
