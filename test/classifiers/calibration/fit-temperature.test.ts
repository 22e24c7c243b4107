import { describe, expect, it } from "vitest";
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

  it("stays finite if no document is wrong or one class is impossible", () => {
    const sure = { scores: Float64Array.of(0, -50, Number.NEGATIVE_INFINITY), actual: 0, tokens: 10 };
    const { offset, slope } = fitTemperature([sure, sure, sure]);
    expect([Number.isFinite(offset), Number.isFinite(slope)]).toEqual([true, true]);
  });
});
