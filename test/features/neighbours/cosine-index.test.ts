import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.js";
import { cosineIndex, cosineParts, unitOf } from "../../../src/features/neighbours/cosine-index.js";
import { matrixFromRows, type SparseMatrix } from "../../../src/features/sparse-matrix.js";
import { matrix } from "../../classifiers/samples.js";
import { forAll } from "../../helpers/arbitraries.js";
import { cellRows, dense, matrixOf } from "../dense.js";

/** Compares with every row, adding up from the term that the fewest rows have to the one that the most have. */
function bruteForce(x: SparseMatrix, queries: SparseMatrix, most: number): [row: number, similarity: number][][] {
  const units = (of: SparseMatrix) => {
    const values = new Float64Array(of.values.length);
    for (let row = 0; row < of.rows; row++) values.set(unitOf(of, row), of.starts[row]);
    return dense({ ...of, values, columns: x.columns });
  };
  const having = Array.from({ length: x.columns }, (_, term) => x.ids.filter((id) => id === term).length);
  const order = [...having.keys()].sort((a, b) => having[a] - having[b] || a - b);
  const rows = units(x);
  return units(queries).map((query) =>
    rows
      .map((row, r): [number, number] => [r, order.reduce((sum, term) => sum + query[term] * row[term], 0)])
      .filter(([, similarity]) => similarity > 0)
      .sort(([a, s], [b, t]) => t - s || a - b)
      .slice(0, most),
  );
}

function found(index: ReturnType<typeof cosineIndex>, queries: SparseMatrix, most: number) {
  return Array.from({ length: queries.rows }, (_, q) => {
    const { rows, similarities } = index.nearest(queries, q, most);
    return Array.from(rows, (row, i): [row: number, similarity: number] => [row, similarities[i]]);
  });
}

describe("cosineIndex", () => {
  it("finds the same as a comparison with every row, to the bit and with ties", () => {
    const cases = fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.nat(6))
      .chain(([rows, columns]) =>
        fc.tuple(fc.constant(columns), cellRows(rows, columns), cellRows(3, columns), fc.integer({ min: 1, max: 14 })),
      );
    forAll(500, [cases], ([columns, rows, queries, most]) => {
      const [x, asked] = [matrixOf(rows, columns), matrixOf(queries, columns)];
      expect(found(cosineIndex(x), asked, most)).toEqual(bruteForce(x, asked, most));
    });
  });

  it("finds the same where most rows are left out by their bounds", () => {
    const random = seededRandom(4);
    const columns = 60;
    // Terms as texts have them: the first in most rows, the last in hardly any.
    const row = () =>
      Array.from({ length: columns }, (_, term) => (random(columns) < 50 / (term / 4 + 1) ? 1 + random(3) : 0));
    const x = matrixFromRows(Array.from({ length: 400 }, row));
    const queries = matrixFromRows(Array.from({ length: 40 }, row));
    const index = cosineIndex(x);
    for (const most of [1, 7, 60]) expect(found(index, queries, most)).toEqual(bruteForce(x, queries, most));
  });

  it("does not count rows without a common term, even when there are no others", () => {
    const index = cosineIndex(matrix("1 0", "0 1", "0 0"));
    expect(found(index, matrix("2 0", "0 0"), 3)).toEqual([[[0, 1]], []]);
  });

  it("takes queries of fewer columns, and values whose squares overflow", () => {
    const index = cosineIndex(matrix("1e200 1e200", "1e-200 0"));
    const [[first, second]] = found(index, matrixFromRows([[1e-300]]), 2);
    expect([first, second].map(([row]) => row)).toEqual([1, 0]);
    expect(first[1]).toBe(1);
    expect(second[1]).toBeCloseTo(Math.SQRT1_2, 12);
  });
});

describe("cosineParts", () => {
  it("gives each entry of the query its part of the cosine", () => {
    forAll(100, [cellRows(4, 5), cellRows(1, 5)], (rows, query) => {
      const [x, asked] = [matrixOf(rows, 5), matrixOf(query, 5)];
      const partsOf = cosineParts(asked, 0);
      const parts = new Float64Array(asked.values.length).fill(9);
      const similarities = new Map(bruteForce(x, asked, 4)[0]);
      for (let row = 0; row < x.rows; row++) {
        partsOf(x, row, parts);
        const sum = parts.reduce((sum, part) => sum + part, 0);
        expect(Math.abs(sum - (similarities.get(row) ?? 0))).toBeLessThan(1e-12);
        for (const [entry, part] of parts.entries()) {
          if (dense(x)[row][asked.ids[entry]] === 0) expect(part).toBe(0);
        }
      }
    });
  });
});
