import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gather, scatter } from "../../../src/classifiers/linear/dual-ascent.js";
import { rowView } from "../../../src/features/sparse-matrix.js";
import { dense, matrixOf } from "../../features/dense.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

const small = fc.integer({ min: -4, max: 4 });

const problems = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(5)).chain(([classes, columns]) => {
  const table = (of: fc.Arbitrary<number>) =>
    fc.array(of, { minLength: classes * columns, maxLength: classes * columns });
  return fc.record({
    x: fc
      .array(fc.option(small), { minLength: columns, maxLength: columns })
      .map((row) => matrixOf([new Array(columns).fill(null), row], columns)),
    weights: table(small),
    ratios: table(small),
    perClass: fc.array(small, { minLength: classes, maxLength: classes }),
  });
});

describe("gather and scatter", () => {
  it("are the product of a row with the weights, and the sum of the weights with a row, written out", () => {
    fc.assert(
      fc.property(problems, ({ x, weights, ratios, perClass }) => {
        const classes = perClass.length;
        const row = dense(x)[1];
        const scores = Float64Array.from(perClass);
        gather(rowView(x, 1), Float64Array.from(weights), scores);
        for (const [c, start] of perClass.entries()) {
          expect(scores[c]).toBe(row.reduce((sum, value, t) => sum + value * weights[t * classes + c], start));
        }
        for (const scales of [undefined, Float32Array.from(ratios)]) {
          const into = Float64Array.from(weights);
          scatter(rowView(x, 1), Float64Array.from(perClass), scales, into);
          for (const [i, weight] of weights.entries()) {
            const squared = (scales?.[i] ?? 1) ** 2;
            expect(into[i]).toBe(weight + row[Math.floor(i / classes)] * squared * perClass[i % classes]);
          }
        }
      }),
      { ...EXAMPLES, numRuns: 300 },
    );
  });
});
