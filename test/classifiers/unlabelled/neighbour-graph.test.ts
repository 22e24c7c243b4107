import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NeighbourGraph, neighbourGraph } from "../../../src/classifiers/unlabelled/neighbour-graph.js";
import { unitInto } from "../../../src/features/neighbours/cosine-index.js";
import type { SparseMatrix } from "../../../src/features/sparse-matrix.js";
import { cellRows, dense, matrixOf } from "../../features/dense.js";
import { forAll } from "../../helpers/arbitraries.js";
import { matrix } from "../samples.js";

/** The same by comparing all pairs. */
function byAllPairs(x: SparseMatrix, neighbours: number): number[][] {
  const values = new Float64Array(x.values.length);
  for (let row = 0; row < x.rows; row++) unitInto(x, row, values.subarray(x.starts[row], x.starts[row + 1]));
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
      const found = dense(neighbourGraph(apart, neighbours));
      for (const [i, row] of found.entries()) {
        for (const [j, value] of row.entries()) expect(value).toBeCloseTo(expected[i][j], 9);
      }
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

  it("refuses a number of neighbours below 1", () => {
    const refused = "neighbours must be a whole number of at least 1, not 0";
    expect(() => neighbourGraph(matrix("1"), 0)).toThrow(refused);
  });
});
