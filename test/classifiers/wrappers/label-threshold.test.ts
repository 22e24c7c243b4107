import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.js";
import { bestThreshold } from "../../../src/classifiers/wrappers/binary-relevance.js";

/** F1 of giving the label from a threshold on. */
function f1(logOdds: readonly number[], y: readonly number[], threshold: number): number {
  const given = logOdds.map((value) => value >= threshold);
  const correct = given.filter((isGiven, row) => isGiven && y[row] === 1).length;
  return (2 * correct) / (given.filter(Boolean).length + y.filter((value) => value === 1).length);
}

describe("the threshold of a label", () => {
  it("has the highest F1 of all places, apart from the shrinkage", () => {
    const random = seededRandom(5);
    for (let trial = 0; trial < 50; trial++) {
      const y = Array.from({ length: 40 }, (_, row) => (row === 0 || random(10) < 3 ? 1 : 0));
      const logOdds = y.map((actual) => random(24) / 4 - 4 + 2 * actual);
      const positives = y.filter((value) => value === 1).length;
      const chosen = (bestThreshold(logOdds, y) * (positives + 10)) / positives;
      const best = Math.max(...logOdds.map((place) => f1(logOdds, y, place)));
      expect(f1(logOdds, y, chosen)).toBeCloseTo(best, 12);
    }
  });

  it("is a probability of .5 where that separates as well as any other", () => {
    expect(bestThreshold([3, 2, -1, -4], [1, 1, 0, 0])).toBe(0);
  });

  it("moves from .5 the less, the fewer documents have the label", () => {
    const many = bestThreshold(
      [...Array(100).fill(-2), ...Array(100).fill(-4)],
      [...Array(100).fill(1), ...Array(100).fill(0)],
    );
    const few = bestThreshold([-2, -4], [1, 0]);
    expect(many).toBeCloseTo((-3 * 100) / 110, 12);
    expect(few).toBeCloseTo(-3 / 11, 12);
  });

  it("is finite where no place separates anything", () => {
    expect(bestThreshold([1, 1, 1], [1, 0, 1])).toBeLessThanOrEqual(1);
    expect(Number.isFinite(bestThreshold([-50, -50], [1, 1]))).toBe(true);
  });
});
