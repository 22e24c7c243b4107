import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.js";
import { fitTemperature, type ScoredDocument } from "../../../src/classifiers/calibration/fit-temperature.js";
import { logSoftmaxInPlace } from "../../../src/classifiers/scores.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { scoredDocuments } from "./scored.js";

/** The loss that the fit minimizes, written out. */
function loss(documents: readonly ScoredDocument[], offset: number, slope: number): number {
  const prior = (offset * offset + slope * slope) / 2;
  return documents.reduce((sum, { scores, actual, tokens }) => {
    const logs = logSoftmaxInPlace(scores.map((score) => score / Math.exp(offset + slope * Math.log(1 + tokens))));
    return sum - logs[actual];
  }, prior);
}

describe("the fitted temperature", () => {
  it("has no better one near it", () => {
    forAll(slowRuns(200), [scoredDocuments(3)], (documents) => {
      const { offset, slope } = fitTemperature(documents);
      const here = loss(documents, offset, slope);
      for (const [down, side] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
        [1, 1],
        [-1, 1],
      ]) {
        expect(loss(documents, offset + 1e-3 * down, slope + 1e-3 * side)).toBeGreaterThan(here - 1e-9);
      }
    });
  });

  it("does not look at the length of documents of two classes", () => {
    forAll(slowRuns(100), [scoredDocuments(2)], (documents) => {
      const { offset, slope } = fitTemperature(documents);
      expect(slope).toBe(0);
      const here = loss(documents, offset, 0);
      for (const off of [-1e-3, 1e-3]) expect(loss(documents, offset + off, 0)).toBeGreaterThan(here - 1e-5);
    });
  });

  it("finds the temperature that made the scores", () => {
    const random = seededRandom(3);
    const made = Array.from({ length: 4000 }, (): ScoredDocument => {
      const tokens = 1 + random(400);
      const true2 = Array.from({ length: 3 }, () => random(1000) / 200);
      const shares = logSoftmaxInPlace(Float64Array.from(true2)).map(Math.exp);
      const draw = random(1_000_000) / 1_000_000;
      const actual = draw < shares[0] ? 0 : draw < shares[0] + shares[1] ? 1 : 2;
      const temperature = Math.exp(0.5 + 0.8 * Math.log(1 + tokens));
      return { scores: Float64Array.from(true2, (score) => score * temperature), actual, tokens };
    });
    const { offset, slope } = fitTemperature(made);
    expect(offset).toBeCloseTo(0.5, 0);
    expect(slope).toBeCloseTo(0.8, 1);
    const again = fitTemperature(made, { offset: 1, slope: 0.5 });
    expect(again.offset).toBeCloseTo(offset, 4);
    expect(again.slope).toBeCloseTo(slope, 4);
  });

  it("stays finite if no document is wrong or one class is impossible", () => {
    const sure = { scores: Float64Array.of(0, -50, Number.NEGATIVE_INFINITY), actual: 0, tokens: 10 };
    const { offset, slope } = fitTemperature([sure, sure, sure]);
    expect([Number.isFinite(offset), Number.isFinite(slope)]).toEqual([true, true]);
  });
});
