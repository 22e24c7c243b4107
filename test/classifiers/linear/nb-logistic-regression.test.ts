import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logisticRegression } from "../../../src/classifiers/linear/logistic-regression.js";
import { nbLogisticRegression } from "../../../src/classifiers/linear/nb-logistic-regression.js";
import type { Dataset } from "../../../src/features/sparse-matrix.js";
import { dense, listOf, matrixOf } from "../../features/dense.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { naiveObjective } from "../naive-logistic.js";
import { matrix } from "../samples.js";

const EXACT = { tolerance: 1e-9, epochs: 20_000 };

/** The log ratio of a term in a class and in all others, from the definition. */
function naiveRatio({ x, y, weights }: Dataset, alpha: number, term: number, c: number): number {
  const rows = dense(x);
  const share = (inside: boolean) => {
    const sums = Array.from({ length: x.columns }, (_, t) =>
      rows.reduce((sum, row, i) => sum + ((y[i] === c) === inside ? row[t] * (weights?.[i] ?? 1) : 0), alpha),
    );
    return sums[term] / sums.reduce((all, sum) => all + sum, 0);
  };
  return Math.log(share(true) / share(false));
}

const problems = fc
  .record({
    cells: fc.array(listOf(fc.option(fc.nat(3)), 3), { minLength: 5, maxLength: 7 }),
    weights: fc.option(listOf(fc.integer({ min: 1, max: 3 }), 7)),
    classes: fc.integer({ min: 2, max: 3 }),
    alpha: fc.constantFrom(0.01, 1),
    cost: fc.constantFrom(0.1, 1, 10),
    intercept: fc.boolean(),
  })
  .map(({ cells, weights, classes, ...options }) => ({
    options,
    data: {
      x: matrixOf(cells, 3),
      y: cells.map((_, i) => i % classes),
      labels: ["a", "b", "c"].slice(0, classes),
      weights: weights?.slice(0, cells.length),
    } satisfies Dataset,
  }));

describe("nbLogisticRegression", () => {
  it("ends where logistic regression on each class's log ratios times the values has no slope", () => {
    forAll(
      slowRuns(60),
      [problems, fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true }))],
      ({ data, options }, steps) => {
        const { bias, weights } = nbLogisticRegression({ ...options, ...EXACT })
          .fit(data)
          .arrays();
        const classes = data.labels.length;
        const ratios = Array.from(weights, (_, i) =>
          naiveRatio(data, options.alpha, Math.floor(i / classes), i % classes),
        );
        // A step in what the ratios are multiplied by: none is a weight where the ratio is 0.
        const direction = ratios.map((ratio) => ratio * (steps.next().value as number));
        const shifts = Array.from(bias, () => (options.intercept ? (steps.next().value as number) : 0));
        const at = (by: number) => {
          const moved = direction.map((step, i) => weights[i] + by * step);
          return naiveObjective(
            data,
            options.cost,
            {
              weights: Array.from({ length: 3 }, (_, t) => moved.slice(t * classes, (t + 1) * classes)),
              bias: shifts.map((shift, c) => bias[c] + by * shift),
            },
            (t, c) => (Math.abs(ratios[t * classes + c]) < 1e-6 ? 0 : ratios[t * classes + c]),
          );
        };
        const slope = (at(1e-4) - at(-1e-4)) / 2e-4;
        expect(Math.abs(slope)).toBeLessThan(3e-3 * Math.max(1, at(0)));
        for (const by of [1e-2, 0.1, 1]) expect(Math.min(at(by), at(-by))).toBeGreaterThan(at(0) * (1 - 1e-7));
      },
    );
  });

  it("gives no weight to a term that is as frequent in a class as in the others", () => {
    const x = matrix("2 3 0", "2 0 3");
    const data = { x, y: [0, 1], labels: ["a", "b"] };
    const { weights } = nbLogisticRegression({ cost: 10 }).fit(data).arrays();
    expect([...weights.subarray(0, 2)]).toEqual([0, 0]);
    expect(weights[2]).toBeGreaterThan(0);
    expect(weights[3]).toBeLessThan(0);
  });

  it("lets a telling term go farther than logistic regression does", () => {
    const x = matrix("1 5", "1 0");
    const data = { x, y: [0, 1], labels: ["a", "b"] };
    const weight = (classifier: { fit: typeof plain.fit }) => classifier.fit(data).arrays().weights[2];
    const plain = logisticRegression({ cost: 0.01, ...EXACT });
    expect(weight(nbLogisticRegression({ cost: 0.01, alpha: 0.01, ...EXACT }))).toBeGreaterThan(2 * weight(plain));
  });
});
