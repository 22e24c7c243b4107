import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyRow } from "../../src/classifiers/classification.js";
import { predict, probabilities } from "../../src/classifiers/classifier.js";
import { LinearModel } from "../../src/classifiers/linear-model.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import { matrixOf } from "../features/dense.js";

fc.configureGlobal({ seed: 57 });

function linear(bias: readonly number[], weights: readonly (readonly number[])[] = []): LinearModel {
  return new LinearModel({
    labels: bias.map((_, c) => `class ${c}`),
    bias: Float64Array.from(bias),
    columns: weights.length,
    termWeights: (term, into, at) => into.set(weights[term], at),
  });
}

const EMPTY = matrixFromRows([[]]);

describe("classifyRow", () => {
  it("ranks all classes by probability, equal ones in the order of the labels", () => {
    const score = fc.oneof(fc.integer({ min: -6, max: 0 }), fc.constant(Number.NEGATIVE_INFINITY));
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 6 }), (bias) => {
        const model = linear(bias);
        const { label, probability, ranking } = classifyRow(model, EMPTY, 0);
        const [p] = probabilities(model, EMPTY);
        const expected = Array.from(p.keys()).sort((a, b) => p[b] - p[a] || a - b);
        expect(ranking).toEqual(expected.map((c) => ({ label: `class ${c}`, probability: p[c] })));
        expect({ label, probability }).toEqual(ranking[0]);
        expect(label).toBe(`class ${predict(model, EMPTY)[0]}`);
      }),
      { numRuns: 300 },
    );
  });

  it("gives the odds against all other classes, precise even where the probability rounds to 1", () => {
    expect(classifyRow(linear([Math.log(3), 0]), EMPTY, 0).logOdds).toBeCloseTo(Math.log(3), 12);
    expect(classifyRow(linear([0, Math.log(6), Math.log(2)]), EMPTY, 0).logOdds).toBeCloseTo(Math.log(6 / 3), 12);
    const sure = classifyRow(linear([0, -1000]), EMPTY, 0);
    expect([sure.probability, sure.logOdds]).toEqual([1, 1000]);
    expect(classifyRow(linear([0]), EMPTY, 0).logOdds).toBe(Number.POSITIVE_INFINITY);
    const impossible = Number.NEGATIVE_INFINITY;
    expect(classifyRow(linear([impossible, impossible]), EMPTY, 0).logOdds).toBe(0);
    expect(classifyRow(linear([impossible, impossible, impossible]), EMPTY, 0).logOdds).toBe(Math.log(1 / 2));
    expect(classifyRow(linear([impossible]), EMPTY, 0).logOdds).toBe(Number.POSITIVE_INFINITY);
  });

  it("gives the odds after calibration", () => {
    const temperature = { offset: Math.log(4), slope: 0 };
    expect(classifyRow(linear([0, -8]), EMPTY, 0, temperature).logOdds).toBeCloseTo(2, 12);
  });

  it("names the class that predict gives, even if the probabilities round to the same number", () => {
    const lower = -0.5 + 2 ** -54;
    const higher = -0.5 + 2 ** -53;
    const model = linear([lower, higher]);
    expect(predict(model, EMPTY)).toEqual([1]);
    expect(classifyRow(model, EMPTY, 0).label).toBe("class 1");
  });

  it("scores the row asked for and counts the tokens that the model knows", () => {
    const model = linear(
      [0, -1],
      [
        [-2, 0],
        [0, -3],
      ],
    );
    const x = matrixOf(
      [
        [3, 1],
        [null, 2],
        [0, 0],
        [null, null],
      ],
      2,
    );
    expect([0, 1, 2, 3].map((row) => classifyRow(model, x, row).label)).toEqual([
      "class 1",
      "class 0",
      "class 0",
      "class 0",
    ]);
    expect([0, 1, 2, 3].map((row) => classifyRow(model, x, row).knownTokens)).toEqual([4, 2, 0, 0]);
  });

  it("gives equal probabilities if every class is impossible", () => {
    const impossible = Number.NEGATIVE_INFINITY;
    const { label, probability } = classifyRow(linear([impossible, impossible, impossible, impossible]), EMPTY, 0);
    expect([label, probability]).toEqual(["class 0", 0.25]);
  });
});
