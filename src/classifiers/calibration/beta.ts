import { boundedStep, minimizeByNewton } from "../newton.js";
import type { Points } from "./fit-temperature.js";

/**
 * Beta calibration. With P the probability before calibration,
 *
 *     log odds after = a · ln P - b · ln (1 - P) + c
 *
 * This rises with P, because a and b are above 0. a is the slope for log odds far below 0, b the slope far above 0.
 * With two classes, c is (a - b) ln 2, so that log odds of 0 stay 0 and the predicted class stays the same.
 *
 * Source: Kull, Silva Filho and Flach 2017.
 */
export interface BetaShape {
  readonly kind: "beta";
  /** Above 0. */
  readonly a: number;
  /** Above 0. */
  readonly b: number;
  /** The constant; with two classes, its difference from (a - b) ln 2. */
  readonly c: number;
}

/** Returns the log odds after calibration of log odds x. With two classes, swapping a and b mirrors it exactly. */
export function betaAt({ a, b, c }: Omit<BetaShape, "kind">, x: number, isTwo: boolean): number {
  const size = Math.abs(x);
  // ln P minus its value at 0. It is at most ln 2, and exact near 0.
  const bent = Math.log1p(Math.tanh(size / 2));
  const risen = x >= 0 ? b * size + (a - b) * bent : -(a * size + (b - a) * bent);
  return risen + c - (isTwo ? 0 : (a - b) * Math.LN2);
}

/**
 * Fits the shape by logistic regression on ln P and -ln (1 - P). The penalty is the squares of a - 1, b - 1 and c, so
 * a few documents change little. Newton's steps are halved if they raise the loss.
 */
export function fitBeta(points: Points): BetaShape {
  const features = featuresOf(points);
  const [a, b, c = 0] = minimizeByNewton(
    Float64Array.from(points.isTwo ? [1, 1] : [1, 1, 0]),
    (parameters) => lossOf(features, parameters),
    (parameters, { gradient, curvature }) => boundedStep(parameters, gradient, (p, q) => curvature[p][q], BOUNDS),
    { maxSteps: 50, minShare: 1e-8, tolerance: 1e-12 },
  );
  return { kind: "beta", a, b, c };
}

/** The lower bound of a and b, so that the function rises everywhere. */
const MIN_SLOPE = 0.02;

/** The lower bounds of a, b and c. */
const BOUNDS = [MIN_SLOPE, MIN_SLOPE, Number.NEGATIVE_INFINITY];

/** Returns ln P and -ln (1 - P) of each point; with two classes, minus their values at 0. */
function featuresOf({ logOdds, yes, isTwo }: Points) {
  const shift = isTwo ? 0 : Math.LN2;
  const rising = new Float64Array(logOdds.length);
  const falling = new Float64Array(logOdds.length);
  for (const [i, x] of logOdds.entries()) {
    const size = Math.abs(x);
    const bent = Math.log1p(Math.tanh(size / 2));
    rising[i] = (x >= 0 ? bent : bent - size) - shift;
    falling[i] = (x >= 0 ? size - bent : -bent) + shift;
  }
  return { rising, falling, yes };
}

/** Returns the loss of some parameters (a, b, and c unless there are two classes), with its slope and curvature. */
function lossOf({ rising, falling, yes }: ReturnType<typeof featuresOf>, parameters: Float64Array) {
  const [a, b, c = 0] = parameters;
  let loss = ((a - 1) ** 2 + (b - 1) ** 2 + c ** 2) / 2;
  const gradient = [a - 1, b - 1, c];
  /** The sums of the products of the two features and the constant 1. They begin with the curvature of the penalty. */
  let [ff, fg, gg, f1, g1, ones] = [1, 0, 1, 0, 0, 1];
  for (let i = 0; i < yes.length; i++) {
    const f = rising[i];
    const g = falling[i];
    const z = a * f + b * g + c;
    const p = 1 / (1 + Math.exp(-z));
    loss += softplus(yes[i] === 1 ? -z : z);
    const off = p - yes[i];
    gradient[0] += off * f;
    gradient[1] += off * g;
    gradient[2] += off;
    const weight = p * (1 - p);
    ff += weight * f * f;
    fg += weight * f * g;
    gg += weight * g * g;
    f1 += weight * f;
    g1 += weight * g;
    ones += weight;
  }
  const curvature = [
    [ff, fg, f1],
    [fg, gg, g1],
    [f1, g1, ones],
  ];
  return { loss, gradient, curvature };
}

/** Returns ln (1 + exp x). */
export function softplus(x: number): number {
  return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x));
}
