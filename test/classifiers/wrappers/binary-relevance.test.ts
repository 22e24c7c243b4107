import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.js";
import { bestCutoff, chosenThresholds, highest } from "../../../src/classifiers/wrappers/binary-relevance.js";

/** F1 of giving the label from a cut-off on. */
function f1(scores: readonly number[], y: readonly number[], cutoff: number): number {
  const given = scores.map((value) => value >= cutoff);
  const correct = given.filter((isGiven, row) => isGiven && y[row] === 1).length;
  return (2 * correct) / (given.filter(Boolean).length + y.filter((value) => value === 1).length);
}

describe("the cut-off of labels", () => {
  it("has the highest F1, and for several labels the highest mean F1", () => {
    const random = seededRandom(5);
    const drawn = () => {
      const y = Array.from({ length: 40 }, (_, row) => (row === 0 || random(10) < 3 ? 1 : 0));
      return { y, scores: y.map((actual) => random(24) / 4 - 4 + 2 * actual) };
    };
    for (let trial = 0; trial < 50; trial++) {
      for (const labels of [[drawn()], [drawn(), drawn(), drawn()]]) {
        const meanAt = (cutoff: number) => labels.reduce((sum, { scores, y }) => sum + f1(scores, y, cutoff), 0);
        const cutoff = bestCutoff(labels.map(({ scores, y }) => highest(scores, y)));
        const best = Math.max(...labels.flatMap(({ scores }) => scores.map(meanAt)));
        expect(meanAt(cutoff)).toBeCloseTo(best, 12);
      }
    }
  });

  it("is 0 where that separates as well as any other", () => {
    expect(bestCutoff([highest([3, 2, -1, -4], [1, 1, 0, 0])])).toBe(0);
    expect(bestCutoff([])).toBe(0);
  });

  it("is finite where no place separates anything", () => {
    expect(bestCutoff([highest([1, 1, 1], [1, 0, 1])])).toBeLessThanOrEqual(1);
    expect(Number.isFinite(bestCutoff([highest([-50, -50], [1, 1])]))).toBe(true);
  });
});

describe("the thresholds of labels", () => {
  const separatedAt = (place: number, n: number) => ({
    factor: 2,
    scored: highest(
      [...Array<number>(n).fill(place + 1), ...Array<number>(n).fill(place - 1)],
      [...Array<number>(n).fill(1), ...Array<number>(n).fill(0)],
    ),
  });

  it("are the common cut-off the more, the fewer documents have the label", () => {
    const labels = [
      separatedAt(-3, 100),
      separatedAt(-3, 100),
      separatedAt(5, 2),
      { factor: 1, scored: highest([], []) },
    ];
    const [common, , few, none] = chosenThresholds(labels);
    expect(common).toBe(-6);
    expect(few).toBeCloseTo((2 * (2 * 5 + 10 * -3)) / 12, 12);
    expect(none).toBe(-3);
  });

  it("stay within the limits of log odds", () => {
    expect(chosenThresholds([{ ...separatedAt(40, 5), factor: 10 }])).toEqual([50]);
  });
});
