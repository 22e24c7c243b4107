import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.js";
import { fitClassOffsets, type PooledScores } from "../../../src/classifiers/wrappers/class-offsets.js";
import { listOf } from "../../features/dense.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";

/** Scores that tell the class most of the time, and lean towards some classes. */
function leaning(lean: readonly number[], documents: number, seed: number): PooledScores {
  const random = seededRandom(seed);
  const classes = lean.length;
  const y = Array.from({ length: documents }, () => random(classes));
  const scores = Float64Array.from({ length: documents * classes }, (_, i) => {
    const c = i % classes;
    return lean[c] + (c === y[Math.floor(i / classes)] ? 1.5 : 0) + random(1000) / 500;
  });
  return { scores, y, classes, weights: y.map(() => 1), folds: y.map((_, row) => row % 5) };
}

/** The objective of the docstring, document by document. */
function lossOf({ scores, y, classes, weights }: PooledScores, offsets: ArrayLike<number>): number {
  const ofRows = Array.from(weights, (weight, row) => {
    const own = Array.from({ length: classes }, (_, c) => Math.exp(2 * (scores[row * classes + c] + offsets[c])));
    return weight === 0 ? 0 : -weight * Math.log(own[y[row]] / own.reduce((sum, one) => sum + one, 0));
  });
  return [...ofRows, ...Array.from(offsets, (offset) => offset * offset)].reduce((sum, part) => sum + part, 0);
}

function errors({ scores, y, classes, weights }: PooledScores, offsets: ArrayLike<number>): number {
  return Array.from(weights, (weight, row) => {
    const own = Array.from({ length: classes }, (_, c) => scores[row * classes + c] + offsets[c]);
    return weight > 0 && own.indexOf(Math.max(...own)) !== y[row] ? 1 : 0;
  }).reduce<number>((sum, one) => sum + one, 0);
}

const fitted = (pooled: PooledScores): Float64Array => {
  const offsets = fitClassOffsets(pooled);
  if (offsets === undefined) throw new Error("no offsets");
  return offsets;
};

describe("fitClassOffsets", () => {
  it("finds what the scores lean by, and reduces errors", () => {
    const pooled = leaning([0, 1.2, 0], 600, 1);
    const [a, b, c] = fitted(pooled);
    expect(b - a).toBeCloseTo(-1.2, 0);
    expect(c - a).toBeCloseTo(0, 0);
    expect(errors(pooled, [a, b, c])).toBeLessThan(0.8 * errors(pooled, [0, 0, 0]));
  });

  it("minimizes the loss: no offsets near by have a lower one", () => {
    forAll(
      slowRuns(50),
      [
        fc
          .integer({ min: 2, max: 5 })
          .chain((classes) => fc.tuple(listOf(fc.double({ min: -0.2, max: 0.2, noNaN: true }), classes), fc.nat(1000))),
      ],
      ([turn, seed]) => {
        const pooled = leaning(
          turn.map((_, c) => (c === 0 ? 1.5 : 0)),
          100,
          seed,
        );
        const offsets = fitted(pooled);
        const other = turn.map((by, c) => offsets[c] + by);
        expect(lossOf(pooled, other)).toBeGreaterThan(lossOf(pooled, offsets) - 1e-3);
      },
    );
  });

  it("gives no offsets for scores without errors or of one fold, and hardly ever for scores that lean to no class", () => {
    const clear = leaning([0, 0], 100, 2);
    const right = clear.scores.map((score, i) => score + (i % 2 === clear.y[i >> 1] ? 10 : 0));
    expect(fitClassOffsets({ ...clear, scores: right })).toBeUndefined();
    expect(fitClassOffsets({ ...leaning([0, 3], 100, 3), folds: new Uint8Array(100) })).toBeUndefined();
    const fair = [4, 5, 6, 7, 8].map((seed) => fitClassOffsets(leaning([0, 0, 0], 400, seed)));
    expect(fair.filter((offsets) => offsets !== undefined).length).toBeLessThan(3);
  });

  it("weighs documents, and ignores those whose own class is impossible", () => {
    const pooled = leaning([1.5, 0], 300, 9);
    const weights = pooled.y as number[];
    // Only documents of the second class count: the more of it, the better.
    const [first, second] = fitted({ ...pooled, weights });
    expect(second - first).toBeGreaterThan(1.5);
    const scores = pooled.scores.slice();
    for (const row of [0, 1, 2]) scores[2 * row] = Number.NEGATIVE_INFINITY;
    expect(fitted({ ...pooled, scores }).every(Number.isFinite)).toBe(true);
  });
});
