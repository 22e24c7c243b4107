import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { softCounts } from "../../../src/classifiers/bayes/class-counts.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { probabilities } from "../../../src/classifiers/classifier.js";
import { softmaxInPlace } from "../../../src/classifiers/scores.js";
import { expectationMaximization } from "../../../src/classifiers/unlabelled/expectation-maximization.js";
import { type Dataset, UNLABELLED } from "../../../src/features/sparse-matrix.js";
import { listOf } from "../../features/dense.js";
import { forAll } from "../../helpers/arbitraries.js";
import { datasetOf, expectClose, matrix, samples } from "../samples.js";

/** log P(θ) + Σ_L log P(x, y | θ) + λ Σ_U log Σ_c P(x, c | θ), up to a constant. */
function objective(data: Dataset, weight: number, alpha: number, rounds: number): number {
  const model = expectationMaximization(data, { weight, alpha, rounds });
  const { x, y, labels } = data;
  let sum = model.bias.reduce((total, prior) => total + prior, 0);
  for (let term = 0; term < x.columns; term++) {
    for (const log of model.weightsOf(term)) sum += alpha * log;
  }
  const scores = new Float64Array(labels.length);
  for (let row = 0; row < x.rows; row++) {
    model.scoreInto(x, row, scores);
    const best = Math.max(...scores);
    const all = best + Math.log(scores.reduce((total, score) => total + Math.exp(score - best), 0));
    sum += y[row] === UNLABELLED ? weight * all : scores[y[row]];
  }
  return sum;
}

describe("expectationMaximization", () => {
  it("never lowers the likelihood with the prior", () => {
    const known = listOf(fc.boolean(), 8);
    forAll(60, [samples(), known, fc.constantFrom(0.1, 0.5, 1)], (sample, known, weight) => {
      const y = sample.y.map((own, row) => (known[row] ? own : UNLABELLED));
      let before = Number.NEGATIVE_INFINITY;
      for (let rounds = 1; rounds <= 6; rounds++) {
        const now = objective({ ...datasetOf(sample), y }, weight, 1, rounds);
        expect(now).toBeGreaterThanOrEqual(before - 1e-9 * Math.abs(now));
        before = now;
      }
    });
  });

  it("takes the steps of the plain version, which counts softly and fits an ordinary model", () => {
    forAll(60, [samples(), fc.constantFrom(0.5, 1)], (sample, weight) => {
      const data = datasetOf(sample);
      const y = Array.from(data.y, (own, row) => (row % 2 === 0 ? own : UNLABELLED));
      const { length: classes } = data.labels;
      const one = expectationMaximization({ ...data, y }, { weight, alpha: 0.5, rounds: 3 });
      const weights = Float64Array.from(y, (own) => (own === UNLABELLED ? weight : 1));
      const plain = new Float64Array(data.x.rows * classes);
      const fitted = () => multinomial({ alpha: 0.5, prior: "map" }).fitCounts(softCounts({ ...data, weights }, plain));
      for (let round = 0; round <= 3; round++) {
        const model = fitted();
        for (const [row, own] of y.entries()) {
          const scores = plain.subarray(row * classes, (row + 1) * classes);
          if (own !== UNLABELLED) scores.fill(0).fill(1, own, own + 1);
          else if (round > 0) {
            model.scoreInto(data.x, row, scores);
            softmaxInPlace(scores);
          }
        }
      }
      const last = fitted();
      expectClose(one.bias, last.bias, 1e-9);
      for (let term = 0; term < data.x.columns; term++) expectClose(one.weightsOf(term), last.weightsOf(term), 1e-9);
    });
  });

  it("learns words that only documents without labels have", () => {
    // "ball" and "goal" come together, as "bank" and "loan" do; only "goal" and "loan" have labels.
    const x = matrix("1 0 0 0", "0 0 0 1", "1 1 0 0", "1 1 0 0", "0 0 1 1", "0 0 1 1", "0 1 0 0", "0 0 1 0");
    const y = [0, 1, ...Array(6).fill(UNLABELLED)];
    const shares = probabilities(expectationMaximization({ x, y, labels: ["sport", "money"] }), x);
    expect(shares[6][0]).toBeGreaterThan(0.6);
    expect(shares[7][0]).toBeLessThan(0.4);
  });

  it("refuses a weight that is no share, and values that are no counts", () => {
    const data = { x: matrix("1"), y: [0], labels: ["a"] };
    expect(() => expectationMaximization(data, { weight: 0 })).toThrow("weight must be a number above 0 and at most 1");
    const negative = { ...data, x: matrix("-1") };
    expect(() => expectationMaximization(negative)).toThrow("a count must be finite and at least 0");
  });
});
