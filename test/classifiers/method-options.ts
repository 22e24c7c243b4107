import fc from "fast-check";
import type { MethodOptions } from "../../src/classifiers/table.js";
import { alphas, priors } from "./samples.js";

/** What a method may be excused from, if its nature is another. */
export type Rule =
  /** Values that are no counts, below 0 for one, are refused in training. */
  | "takes counts alone"
  /** A document of weight n is n documents. */
  | "takes a weight for a number of documents"
  /** With the options as they are by default, a class without documents is never predicted. */
  | "never predicts a class without documents";

/** What the contract suite has to know of a method. */
export interface MethodUnderTest {
  /**
   * All that can be chosen, corners among it.
   *
   * @param classes of the data; left out where it is not known: then without choices that depend on it
   */
  readonly options: (classes?: number) => fc.Arbitrary<MethodOptions>;
  /** The ends of what is allowed: each is tried on every corner of the data. */
  readonly corners: readonly MethodOptions[];
  /** Choices that are refused before any data are seen, each with the message. */
  readonly refused: readonly (readonly [options: object, message: string])[];
  /**
   * How near, relative to scores above 1, are scores that should be equal but are come by in
   * another way: of weighted documents and of the same repeated. Default 1e-9.
   */
  readonly tolerance?: number;
  /** What it is excused from, and why. */
  readonly excused?: { readonly [rule in Rule]?: string };
}

const NO_ALPHAS = [-1, 1e101, Number.NaN, Number.POSITIVE_INFINITY, "1"];

/** Of a method that has alpha, from 0 on, and a prior. */
function smoothed(name: string): MethodUnderTest {
  return {
    options: (classes) => fc.record({ alpha: alphas, prior: priors(classes) }, { requiredKeys: [] }),
    corners: [0, 1, 1e-300, 1e100].flatMap((alpha) => [
      { alpha, prior: "fit" as const },
      { alpha, prior: "uniform" as const },
    ]),
    refused: NO_ALPHAS.map((alpha) => [
      { alpha },
      `${name}: alpha: required a number from 0 to 1e+100, got ${String(alpha)}`,
    ]),
  };
}

/** The methods of the table: a new one is tested when it has a line here. */
export const METHODS_UNDER_TEST: Readonly<Record<string, MethodUnderTest>> = {
  multinomial: smoothed("multinomial"),
  bernoulli: smoothed("bernoulli"),
};
