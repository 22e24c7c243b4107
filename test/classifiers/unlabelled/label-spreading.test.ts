import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classShares, spread } from "../../../src/classifiers/unlabelled/label-spreading.js";
import {
  NeighbourGraph,
  neighbourGraph,
  normalizedGraph,
} from "../../../src/classifiers/unlabelled/neighbour-graph.js";
import { unitOf } from "../../../src/features/neighbours/cosine-index.js";
import { type SparseMatrix, UNLABELLED } from "../../../src/features/sparse-matrix.js";
import { cellRows, dense, matrixOf } from "../../features/dense.js";
import { forAll } from "../../helpers/arbitraries.js";
import { expectClose, expectScores, matrix } from "../samples.js";

const AFFINITY = matrix(
  "0 .9 .2 0 0 0",
  ".9 0 .5 0 0 0",
  ".2 .5 0 .3 0 0",
  "0 0 .3 0 .8 .1",
  "0 0 0 .8 0 .6",
  "0 0 0 .1 .6 0",
);
const ENDS = [0, UNLABELLED, UNLABELLED, UNLABELLED, UNLABELLED, 1];

describe("spread", () => {
  it("gives the values of scikit-learn's LabelSpreading on the same affinities", () => {
    // LabelSpreading(kernel=lambda a, b: W, alpha=alpha, max_iter=40, tol=0).fit(x, [0, -1, -1, -1, -1, 1])
    const expected: [alpha: number | undefined, first: string][] = [
      [undefined, "0.7523102117388883 0.7192498932821562 0.6495236976858715 0.4380698786394226 0.37771845947154786"],
      [0.9, "0.8499173341325864 0.8083216758650917 0.7060890961494171 0.36537897103916106 0.27071272064165347"],
      [0.5, "0.9953540722241877 0.9836511937323001 0.8864874830220593 0.15288948433273725 0.029596941936512623"],
    ];
    for (const [alpha, first] of expected) {
      const values = spread(normalizedGraph(AFFINITY), ENDS, 2, alpha);
      for (const [row, share] of first.split(" ").entries()) {
        expect(values[2 * row] / (values[2 * row] + values[2 * row + 1])).toBeCloseTo(Number(share), 13);
      }
    }
    expect(() => spread(AFFINITY, ENDS, 2, 1)).toThrow("alpha must be a number above 0 and below 1, not 1");
  });
});

describe("classShares", () => {
  it("gives the unlabelled rows as much of each class as the labelled ones have, and nothing to a row that no label reaches", () => {
    const y = [0, 0, 0, 1, UNLABELLED, UNLABELLED, UNLABELLED];
    const shares = classShares(Float64Array.of(1, 0, 1, 0, 1, 0, 0, 1, 0.2, 0.2, 0.1, 0.3, 0, 0), y, 2);
    // The masses of the unlabelled rows are .3 and .5, and those of the labels 3 and 1: scales of 10 and 2.
    expectClose(shares.subarray(8), [5 / 6, 1 / 6, 5 / 8, 3 / 8, 0, 0]);
  });
});

/** The same by comparing all pairs. */
function byAllPairs(x: SparseMatrix, neighbours: number): number[][] {
  const values = new Float64Array(x.values.length);
  for (let row = 0; row < x.rows; row++) values.set(unitOf(x, row), x.starts[row]);
  const units = dense({ ...x, values });
  const cosine = (i: number, j: number) => units[i].reduce((sum, value, t) => sum + value * units[j][t], 0);
  const nearest = units.map((_, i) =>
    [...units.keys()]
      .filter((j) => j !== i && cosine(i, j) > 0)
      .sort((a, b) => cosine(i, b) - cosine(i, a) || a - b)
      .slice(0, neighbours),
  );
  const w = units.map((_, i) =>
    units.map((_, j) => (nearest[i].includes(j) || nearest[j].includes(i) ? cosine(i, j) ** 2 : 0)),
  );
  const degrees = w.map((row) => row.reduce((sum, value) => sum + value, 0));
  return w.map((row, i) => row.map((value, j) => (value === 0 ? 0 : value / Math.sqrt(degrees[i] * degrees[j]))));
}

const CASES = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5 })).chain(([rows, columns]) =>
  fc.tuple(
    cellRows(rows, columns).map((cells) => matrixOf(cells, columns)),
    fc.integer({ min: 1, max: 4 }),
  ),
);

describe("neighbourGraph", () => {
  it("joins rows as a comparison of all pairs does", () => {
    // Whole numbers make ties that rounding may break in another way, so each value is made different.
    forAll(200, [CASES], ([x, neighbours]) => {
      const apart = { ...x, values: x.values.map((value, i) => value && value + Math.sqrt(i + 2)) };
      const expected = byAllPairs(apart, neighbours);
      expectScores(dense(neighbourGraph(apart, neighbours)), expected, 1e-9);
    });
  });

  it("is the same whether it grows at once, in chunks, or in another order", () => {
    forAll(100, [CASES], ([x, neighbours]) => {
      const graph = new NeighbourGraph(x, neighbours);
      for (let row = x.rows - 1; row >= 0; row -= 2) graph.grow([row]);
      graph.matrix();
      graph.grow(Array(x.rows).keys());
      expect(graph.grown).toBe(x.rows);
      expect(graph.matrix()).toEqual(neighbourGraph(x, neighbours));
    });
  });

  it("joins copies, and leaves a row without terms alone", () => {
    const graph = neighbourGraph(matrix("1 2 0", "1 2 0", "0 0 0", "0 0 3"), 2);
    expect(dense(graph)).toEqual([
      [0, expect.closeTo(1, 12), 0, 0],
      [expect.closeTo(1, 12), 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });
});
