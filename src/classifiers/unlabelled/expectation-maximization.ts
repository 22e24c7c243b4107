import { requireNumber, requireWhole } from "../../base/checks.js";
import { requireDataset } from "../../features/dataset.js";
import { type Dataset, UNLABELLED } from "../../features/sparse-matrix.js";
import { denseTerms, softCounts } from "../bayes/class-counts.js";
import { multinomial } from "../bayes/multinomial.js";
import { rowScores } from "../classifier.js";
import type { LinearModel } from "../linear-model.js";
import { softmaxInPlace } from "../scores.js";

/** The options of expectation maximization. */
export interface EmOptions {
  /** λ: the weight of a document without a label; one with a label weighs 1. Above 0, at most 1. Default 1. */
  readonly weight?: number | undefined;
  /** Added to every count, as in `multinomial`. Default 1. */
  readonly alpha?: number | undefined;
  /** The shares of the classes to begin with, rows × classes. Default: those of the labels alone. */
  readonly start?: Float64Array | undefined;
  /** How many rounds, 0 or more. Default 20. */
  readonly rounds?: number | undefined;
}

/** Gives each labelled row its own class. */
export function keepLabels(shares: Float64Array, y: ArrayLike<number>, classes: number): void {
  for (let row = 0; row < y.length; row++) {
    if (y[row] === UNLABELLED) continue;
    shares.fill(0, row * classes, (row + 1) * classes);
    shares[row * classes + y[row]] = 1;
  }
}

/**
 * Expectation maximization for multinomial naive Bayes. It begins with the model θ of the labelled rows L, and then
 * repeats two steps over the rows U without labels:
 *
 *     E: P(c | x) by θ for each row of U
 *     M: θ = the model of the counts Σ_L x + λ · Σ_U P(c | x) · x
 *
 * Each round increases, or leaves as it is,
 *
 *     log P(θ) + Σ_L log P(x, y | θ) + λ · Σ_U log Σ_c P(x, c | θ)
 *
 * where P(θ) is the Dirichlet prior that smoothing with α stands for. It assumes that documents of one class are much
 * alike in their words. Source: Nigam, McCallum, Thrun and Mitchell 2000, sections 4 and 5.3.1.
 *
 * @param data counts; rows without a label have `UNLABELLED` in `y`
 * @throws UsageError if an option is out of range; DataError if a value is no count.
 */
export function expectationMaximization(data: Dataset, options: EmOptions = {}): LinearModel {
  const { weight = 1, alpha = 1, start, rounds = 20 } = options;
  requireNumber("weight", weight, { above: 0, to: 1 });
  requireWhole("rounds", rounds, 0);
  requireDataset("fit", data, true);
  const { x, y } = data;
  const { length: classes } = data.labels;
  const classifier = multinomial({ alpha, prior: "map" });
  const weights = Float64Array.from({ length: x.rows }, (_, row) => {
    return (data.weights?.[row] ?? 1) * (y[row] === UNLABELLED ? weight : 1);
  });
  const termsOf = denseTerms(x.columns, classes);
  const fitted = (shares: Float64Array) => {
    keepLabels(shares, y, classes);
    return classifier.fitCounts(softCounts({ ...data, weights }, shares, termsOf));
  };
  const shares = start?.slice() ?? new Float64Array(x.rows * classes);
  let model = fitted(shares);
  for (let round = 0; round < rounds; round++) {
    const scoresOf = rowScores(model, x);
    for (let row = 0; row < x.rows; row++) shares.set(softmaxInPlace(scoresOf(row)), row * classes);
    model = fitted(shares);
  }
  return model;
}
