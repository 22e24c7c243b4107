import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sumOf } from "../../../src/base/lists.js";
import { seededRandom } from "../../../src/base/random.js";
import { eachClassFirst, inTurn, stratifiedOrder } from "../../../src/evaluation/studies/learning-curve.js";
import { classSizes } from "../../../src/model/fitting/splits.js";

fc.configureGlobal({ seed: 20261122 });

const orderOf = (y: readonly number[], seed: number, stream: number, placeOf: typeof inTurn) =>
  stratifiedOrder(y, Uint32Array.from(y.keys()), seededRandom(seed, stream), placeOf);

const classes = fc.array(fc.nat(3), { minLength: 2, maxLength: 200 });

describe("stratifiedOrder", () => {
  it("begins with one row of each class, or takes a row of each in turn", () => {
    fc.assert(
      fc.property(classes, fc.nat(), fc.integer({ min: 1, max: 60 }), (y, seed, wanted) => {
        const count = new Set(y).size;
        const first = orderOf(y, seed, 0, eachClassFirst).subarray(0, count);
        expect(new Set(Array.from(first, (row) => y[row])).size).toBe(count);
        const most = classSizes(y, 4).map((size) => Math.min(size, wanted));
        const beginning = orderOf(y, seed, 0, inTurn).subarray(0, sumOf(most));
        const sizes = classSizes(
          Array.from(beginning, (row) => y[row]),
          4,
        );
        expect(sizes).toEqual(most);
      }),
    );
  });
});
