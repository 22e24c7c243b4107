import { describe, expect, it } from "vitest";
import { classCounts } from "../../../src/classifiers/bayes/class-counts.js";
import { reducedCounts } from "../../../src/classifiers/bayes/left-out-grid.js";
import { type Racer, race } from "../../../src/classifiers/wrappers/race.js";
import { termStatistics } from "../../../src/features/selection.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";

const CLASSES = Array.from({ length: 400 }, (_, row) => row % 2);
const SINGLE = CLASSES.map((_, row) => Uint32Array.of(row));

/** Runners of which one with an alpha is wrong on every document whose number can be divided by so many. */
function runnersOf(wrongEach: readonly (readonly number[])[]): Racer[] {
  const x = matrixFromRows(CLASSES.map(() => [1]));
  const data = { x, y: CLASSES, labels: ["a", "b"] };
  const counts = reducedCounts(classCounts(data), x, CLASSES, termStatistics(x).documents);
  return wrongEach.map((each) => ({
    x,
    counts,
    alphas: each.length,
    isTried: true,
    score: (_, row, chosen, scores) => {
      for (const a of chosen) {
        const isWrong = row % each[a] === 0;
        for (const c of [0, 1]) scores[c * each.length + a] = (c === CLASSES[row]) === isWrong ? 0 : 1;
      }
    },
  }));
}

const raced = (...wrongEach: number[][]) => race(runnersOf(wrongEach), SINGLE, CLASSES, 2);

describe("race", () => {
  it("finds the variant and alpha with the fewest errors, and counts those of all", () => {
    const { winner, results } = raced([3, 2], [4, 100]);
    expect(winner).toMatchObject({ variant: 1, alpha: 1, documents: 400, errors: 4 });
    expect(results.map(({ errors }) => errors).sort((a, b) => a - b)).toEqual([4, 100, 134, 200]);
  });

  it("prefers the first alpha, and with it the first variant, where the difference is small", () => {
    expect(raced([80, 90], [80, 100]).winner).toMatchObject({ variant: 0, alpha: 0 });
  });

  it("gives up the worst if there is much work, but never the first", () => {
    const each = [5, ...Array.from({ length: 10 }, (_, i) => 2 + i), 50];
    const { winner, results } = race(runnersOf([each, [20]]), SINGLE, CLASSES, 2, 10_000);
    expect(winner).toMatchObject({ variant: 0, alpha: 11 });
    expect(results[0].documents).toBe(winner.documents);
    expect(results.filter(({ documents }) => documents < winner.documents).length).toBeGreaterThan(5);
  });

  it("tries no more than a few documents of a group", () => {
    const groups = [Uint32Array.from({ length: 398 }, (_, row) => row), Uint32Array.of(398), Uint32Array.of(399)];
    expect(race(runnersOf([[2]]), groups, CLASSES, 2).winner).toMatchObject({ documents: 5 });
  });

  it("takes equal scores for an error", () => {
    const runners = runnersOf([[1000]]).map((runner) => ({ ...runner, score: () => undefined }));
    expect(race(runners, SINGLE, CLASSES, 2).winner.errors).toBe(400);
  });
});
