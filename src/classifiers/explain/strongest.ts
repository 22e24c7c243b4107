import { UsageError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { type ClassCounts, countsOfTerm } from "../bayes/class-counts.js";
import type { Model } from "../classifier.js";
import { scoreDifference } from "../scores.js";

/** The measures of the strength of a term: by its counts in the classes, or by its weight in a linear model. */
export const STRENGTHS = ["counts", "weight"] as const;
export type Strength = (typeof STRENGTHS)[number];

/** A term that speaks for a class. */
export interface StrongTerm {
  /** Term number. */
  readonly term: number;
  /** Its count in the class: occurrences, or documents in a model of presences. */
  readonly count: number;
  /** By counts, P(t | c) · ln (P(t | c) / P(t | others)); by weight, w(t, c) minus the mean of w(t, others). */
  readonly strength: number;
}

/** The part of a model that a measure needs. By counts, `binary` tells whether these are numbers of documents. */
type Measured = Pick<Model, "binary" | "weightsOf">;

/**
 * Returns, for each class, the terms that speak for it most. By counts, they are frequent in the class and rarer
 * elsewhere: the largest summands of the Kullback-Leibler divergence of the class from the others, with add-one
 * smoothing. By weight, they are farthest above their mean weight for the other classes.
 *
 * @param counts of the terms of the model
 * @param howMany how many terms to return for each class at most, the strongest first
 * @throws UsageError if `by` is weight and the model is not linear.
 */
export function strongestTerms(model: Measured, counts: ClassCounts, by: Strength, howMany: number): StrongTerm[][] {
  const strengthsOf = measure(model, counts, by);
  const best = counts.labels.map((): StrongTerm[] => []);
  const inClass = new Float64Array(counts.labels.length);
  for (let term = 0; term < counts.terms.rows; term++) {
    countsOfTerm(counts.terms, term, inClass);
    for (const [c, strength] of strengthsOf(term, inClass).entries()) {
      if (strength > 0 && (by === "weight" || inClass[c] > 0)) best[c].push({ term, count: inClass[c], strength });
    }
  }
  return best.map((own) =>
    own.sort((a, b) => scoreDifference(b.strength, a.strength) || a.term - b.term).slice(0, howMany),
  );
}

/**
 * Returns the strength of one term for each class, in their order. It is negative where the term speaks against the
 * class.
 *
 * @throws UsageError if `by` is weight and the model is not linear.
 */
export function strengthsOfTerm(model: Measured, counts: ClassCounts, by: Strength, term: number): StrongTerm[] {
  const inClass = new Float64Array(counts.labels.length);
  countsOfTerm(counts.terms, term, inClass);
  const strengths = measure(model, counts, by)(term, inClass);
  return Array.from(strengths, (strength, c) => ({ term, count: inClass[c], strength }));
}

/** Returns the function that computes the strength of a term for each class, from its counts there. */
function measure(model: Measured, counts: ClassCounts, by: Strength) {
  const { binary, weightsOf } = model;
  const totals = binary ? counts.documents : counts.totals;
  const all = sumOf(totals);
  // Add-one smoothing adds 1 for each outcome: present or absent, or which of the terms a token is.
  const outcomes = binary ? 2 : counts.terms.rows;
  const byCounts = (_: number, inClass: Float64Array) => {
    const sum = sumOf(inClass);
    return inClass.map((count, c) => {
      const inside = (count + 1) / (totals[c] + outcomes);
      const outside = (sum - count + 1) / (all - totals[c] + outcomes);
      return inside * Math.log(inside / outside);
    });
  };
  if (by === "counts") return byCounts;
  if (weightsOf === undefined) {
    throw new UsageError(
      "this model is not linear in the terms, so its terms have no weights: measure strength by counts",
    );
  }
  return (term: number) => {
    const weights = weightsOf.call(model, term);
    return weights.map((weight, c) => {
      const others = weights.reduce((sum, other, o) => (o === c ? sum : sum + other), 0);
      return scoreDifference(weight, others / (weights.length - 1));
    });
  };
}
