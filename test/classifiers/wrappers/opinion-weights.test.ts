import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitOpinionWeights, type Opinions } from "../../../src/classifiers/wrappers/opinion-weights.js";
import { listOf } from "../../features/dense.js";
import { forAll } from "../../helpers/arbitraries.js";

const CLASSES = 3;

const opinions = fc
  .integer({ min: 4, max: 12 })
  .chain((documents) =>
    fc.record({
      scores: fc.array(
        fc.array(
          fc.integer({ min: -20, max: 20 }).map((score) => score / 4),
          {
            minLength: documents * CLASSES,
            maxLength: documents * CLASSES,
          },
        ),
        { minLength: 1, maxLength: 3 },
      ),
      y: listOf(fc.nat(CLASSES - 1), documents),
      weights: listOf(fc.integer({ min: 1, max: 3 }), documents),
    }),
  )
  .map(
    ({ scores, ...others }): Opinions => ({
      ...others,
      classes: CLASSES,
      scores: scores.map((s) => Float64Array.from(s)),
    }),
  );

/** Mean of -ln P(right class) of the pool, from its definition. */
function lossOf({ scores, y, weights }: Opinions, pool: ArrayLike<number>): number {
  let [sum, all] = [0, 0];
  for (let row = 0; row < y.length; row++) {
    const logits = Array.from({ length: CLASSES }, (_, c) =>
      scores.reduce((total, own, m) => total + pool[m] * own[row * CLASSES + c], 0),
    );
    const top = Math.max(...logits);
    const total = logits.reduce((s, z) => s + Math.exp(z - top), 0);
    sum -= weights[row] * (logits[y[row]] - top - Math.log(total));
    all += weights[row];
  }
  return sum / all;
}

describe("fitOpinionWeights", () => {
  it("finds weights that no small change makes more likely, as long as documents decide", () => {
    forAll(100, [opinions], (given) => {
      const { weights } = fitOpinionWeights(given, 1e-9);
      const loss = lossOf(given, weights);
      for (const m of weights.keys()) {
        for (const factor of [0.98, 1.02]) {
          const moved = weights.map((weight, other) => (other === m ? weight * factor : weight));
          expect(lossOf(given, moved)).toBeGreaterThan(loss - 1e-3);
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
