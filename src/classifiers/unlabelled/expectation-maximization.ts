import { requireNumber, requireWhole } from "../../base/checks.js";
import { type Dataset, UNLABELLED } from "../../features/sparse-matrix.js";
import { softCounts } from "../bayes/class-counts.js";
import { multinomial } from "../bayes/multinomial.js";
import { rowScores } from "../classifier.js";
import type { LinearModel } from "../linear-model.js";
import { requireCounts, requireDataset } from "../require-dataset.js";
import { softmaxInPlace } from "../scores.js";

/** The options of expectation maximization. */
export interface EmOptions {
  /** λ: how much a document without a label counts beside one with a label, above 0 and at most 1. Default 1. */
  readonly weight?: number | undefined;
  /** Added to every count, as in `multinomial`. Default 1. */
  readonly alpha?: number | undefined;
  /** The shares of the classes to begin with, rows × classes. Default: those of the labels alone. */
  readonly start?: Float64Array | undefined;
  /** How many rounds at most, 0 or more. It stops before that if no share changes by more than 0.001. Default 20. */
  readonly rounds?: number | undefined;
}

/** The result of expectation maximization. */
export interface EmResult {
  readonly model: LinearModel;
  /** P(class | row) by the model, rows × classes; 1 for the label of a labelled row. */
  readonly shares: Float64Array;
}

/** Gives each labelled row its own class. */
export function keepLabels(shares: Float64Array, y: ArrayLike<number>, classes: number): void {
  for (let row = 0; row < y.length; row++) {
    if (y[row] === UNLABELLED) continue;
    shares.fill(0, row * classes, (row + 1) * classes);
    shares[row * classes + y[row]] = 1;
  }
}

/** Smaller shares count as 0, which saves adding them up. */
const NEGLIGIBLE = 1e-12;

/** If no share changes by more, the rounds end. */
const SETTLED = 1e-3;

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
export function expectationMaximization(
  data: Dataset,
  { weight = 1, alpha = 1, start, rounds = 20 }: EmOptions = {},
): EmResult {
  requireNumber("weight", weight, { above: 0, to: 1 });
  requireWhole("rounds", rounds, 0);
  requireDataset("fit", data, true);
  requireCounts("fit", data.x);
  const { x, y } = data;
  const { length: classes } = data.labels;
  const classifier = multinomial({ alpha, prior: "map" });
  const shares = start?.slice() ?? new Float64Array(x.rows * classes);
  keepLabels(shares, y, classes);
  const weights = Float64Array.from({ length: x.rows }, (_, row) => {
    return (data.weights?.[row] ?? 1) * (y[row] === UNLABELLED ? weight : 1);
  });
  const fitted = () => classifier.fitCounts(softCounts({ ...data, weights }, shares));
  let model = fitted();
  for (let round = 0, change = 1; round < rounds && change > SETTLED; round++) {
    change = expectation(data, model, shares);
    model = fitted();
  }
  return { model, shares };
}

/** E: writes the shares of rows without a label. Returns the largest change. */
function expectation({ x, y, labels }: Dataset, model: LinearModel, shares: Float64Array): number {
  const { length: classes } = labels;
  const scoresOf = rowScores(model, x);
  let change = 0;
  for (let row = 0; row < x.rows; row++) {
    if (y[row] !== UNLABELLED) continue;
    const own = softmaxInPlace(scoresOf(row));
    for (let c = 0; c < classes; c++) {
      const share = own[c] < NEGLIGIBLE ? 0 : own[c];
      change = Math.max(change, Math.abs(share - shares[row * classes + c]));
      shares[row * classes + c] = share;
    }
  }
  return change;
}
