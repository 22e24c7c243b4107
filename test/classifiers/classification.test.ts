import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyRow } from "../../src/classifiers/classification.js";
import { predict, probabilities } from "../../src/classifiers/classifier.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import { forAll, slowRuns } from "../helpers/arbitraries.js";
import { cells, linearModel } from "./samples.js";

const EMPTY = matrixFromRows([[]]);

describe("classifyRow", () => {
  it("ranks all classes by probability, equal ones in the order of the labels", () => {
    const score = fc.oneof(fc.integer({ min: -6, max: 0 }), fc.constant(Number.NEGATIVE_INFINITY));
    forAll(slowRuns(300), [fc.array(score, { minLength: 1, maxLength: 6 })], (bias) => {
      const model = linearModel(bias);
      const { label, probability, ranking } = classifyRow(model, EMPTY, 0);
      const [p] = probabilities(model, EMPTY);
      const expected = Array.from(p.keys()).sort((a, b) => p[b] - p[a] || a - b);
      expect(ranking).toEqual(expected.map((c) => ({ label: `c${c}`, probability: p[c] })));
      expect({ label, probability }).toEqual(ranking[0]);
      expect(label).toBe(`c${predict(model, EMPTY)[0]}`);
    });
  });

  it("gives the odds against all other classes, precise even where the probability rounds to 1", () => {
    expect(classifyRow(linearModel([Math.log(3), 0]), EMPTY, 0).logOdds).toBeCloseTo(Math.log(3), 12);
    expect(classifyRow(linearModel([0, Math.log(6), Math.log(2)]), EMPTY, 0).logOdds).toBeCloseTo(Math.log(6 / 3), 12);
    const sure = classifyRow(linearModel([0, -1000]), EMPTY, 0);
    expect([sure.probability, sure.logOdds]).toEqual([1, 1000]);
    expect(classifyRow(linearModel([0]), EMPTY, 0).logOdds).toBe(Number.POSITIVE_INFINITY);
    const impossible = Number.NEGATIVE_INFINITY;
    expect(classifyRow(linearModel([impossible, impossible]), EMPTY, 0).logOdds).toBe(0);
    expect(classifyRow(linearModel([impossible, impossible, impossible]), EMPTY, 0).logOdds).toBe(Math.log(1 / 2));
    expect(classifyRow(linearModel([impossible]), EMPTY, 0).logOdds).toBe(Number.POSITIVE_INFINITY);
  });

  it("names the class that predict gives, even if the probabilities round to the same number", () => {
    const lower = -0.5 + 2 ** -54;
    const higher = -0.5 + 2 ** -53;
    const model = linearModel([lower, higher]);
    expect(predict(model, EMPTY)).toEqual([1]);
    expect(classifyRow(model, EMPTY, 0).label).toBe("c1");
  });

  it("scores the row asked for and counts the tokens that the model knows", () => {
    const model = linearModel([0, -1], ["-2 0", "0 -3"]);
    const x = cells("3 1", ". 2", "0 0", ". .");
    expect([0, 1, 2, 3].map((row) => classifyRow(model, x, row).label)).toEqual(["c1", "c0", "c0", "c0"]);
    expect([0, 1, 2, 3].map((row) => classifyRow(model, x, row).knownTokens)).toEqual([4, 2, 0, 0]);
  });

  it("gives equal probabilities if every class is impossible", () => {
    const impossible = Number.NEGATIVE_INFINITY;
    const { label, probability } = classifyRow(linearModel([impossible, impossible, impossible, impossible]), EMPTY, 0);
    expect([label, probability]).toEqual(["c0", 0.25]);
  });
});
