import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.js";
import { fitClassOffsets, type PooledScores } from "../../../src/classifiers/wrappers/class-offsets.js";
import { fitOpinionWeights, type Opinions } from "../../../src/classifiers/wrappers/opinion-weights.js";
import { listOf } from "../../features/dense.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { expectLeast } from "../samples.js";
import { sum } from "../textbook.js";

const CLASSES = 3;

const quarters = fc.integer({ min: -20, max: 20 }).map((score) => score / 4);

const opinions = fc
  .integer({ min: 4, max: 12 })
  .chain((documents) =>
    fc.record({
      scores: fc.array(listOf(quarters, documents * CLASSES), { minLength: 1, maxLength: 3 }),
      y: listOf(fc.nat(CLASSES - 1), documents),
      weights: listOf(fc.integer({ min: 1, max: 3 }), documents),
    }),
  )
  .map(({ scores, ...others }): Opinions => {
    return { ...others, classes: CLASSES, scores: scores.map((own) => Float64Array.from(own)) };
  });

/** The scores of each class of a document. */
const scoresOf = (scores: Float64Array, row: number, classes: number) => [
  ...scores.subarray(row * classes, (row + 1) * classes),
];

/** Mean of -ln P(right class), from its definition. @param scores the logarithms of the odds of each class */
function meanLoss({ y, weights }: Pick<Opinions, "y" | "weights">, scores: (row: number) => number[]): number {
  const losses = Array.from(weights, (weight, row) => {
    const odds = scores(row).map(Math.exp);
    return -weight * Math.log(odds[y[row]] / sum(odds));
  });
  return sum(losses) / sum(Array.from(weights));
}

describe("fitOpinionWeights", () => {
  it("finds weights that no small change makes more likely, as long as documents decide", () => {
    forAll(100, [opinions], (given) => {
      const { weights } = fitOpinionWeights(given, 1e-9);
      const lossOf = (pool: readonly number[]) =>
        meanLoss(given, (row) => {
          const opinions = given.scores.map((scores) => scoresOf(scores, row, CLASSES));
          return opinions[0].map((_, c) => sum(opinions.map((scores, m) => pool[m] * scores[c])));
        });
      const loss = lossOf([...weights]);
      for (const m of weights.keys()) {
        for (const factor of [0.98, 1.02]) {
          expect(lossOf([...weights].with(m, factor * weights[m]))).toBeGreaterThan(loss - 1e-3);
        }
      }
    });
  });

  /** The weights of a pool for documents that weigh the same. */
  const poolOf = (scores: readonly Float64Array[], y: readonly number[], shrinkage: number) =>
    fitOpinionWeights({ scores, y, classes: CLASSES, weights: y.map(() => 1) }, shrinkage);

  it("gives no member a weight below 0, and one that is always wrong none", () => {
    const right = Float64Array.of(2, 0, 0, 0, 2, 0, 0, 0, 2, 2, 0, 0);
    const wrong = right.map((score) => -score);
    const { weights } = poolOf([right, wrong], [0, 1, 2, 0], 0.01);
    expect(weights[0]).toBeGreaterThan(1);
    expect(weights[1]).toBeLessThan(0.01);
  });

  it("leaves out classes and documents that a member finds impossible", () => {
    const [one, other] = [Float64Array.of(1, 0, -1, 0, 1, 0, 3, 1, 1), Float64Array.of(0, 1, 0, 0, 2, 0, 0, 1, 0)];
    const known = poolOf([one.subarray(0, 6), other.subarray(0, 6)], [0, 1], 1);
    const out = other.slice();
    out[6] = Number.NEGATIVE_INFINITY;
    expect(poolOf([one, out], [0, 1, 0], 1)).toEqual(known);
  });
});

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
function offsetLoss(pooled: PooledScores, offsets: readonly number[]): number {
  const scores = (row: number) =>
    scoresOf(pooled.scores, row, pooled.classes).map((score, c) => 2 * (score + offsets[c]));
  return sum(Array.from(pooled.weights)) * meanLoss(pooled, scores) + sum(offsets.map((offset) => offset * offset));
}

function errors({ scores, y, classes }: PooledScores, offsets: readonly number[]): number {
  return Array.from(y).filter((own, row) => {
    const moved = scoresOf(scores, row, classes).map((score, c) => score + offsets[c]);
    return moved.indexOf(Math.max(...moved)) !== own;
  }).length;
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
    forAll(slowRuns(50), [fc.integer({ min: 1, max: 4 }), fc.nat(1000)], (others, seed) => {
      const pooled = leaning([1.5, ...Array<number>(others).fill(0)], 100, seed);
      expectLeast((moved) => offsetLoss(pooled, moved), [...fitted(pooled)], 0.1);
    });
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
