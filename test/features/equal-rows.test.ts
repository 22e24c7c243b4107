import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { areRowsEqual, firstEqualRows } from "../../src/features/dataset.js";
import { matrixFromRows, type SparseMatrix } from "../../src/features/sparse-matrix.js";
import { packRows } from "../../src/features/viewed-rows.js";
import { matrix } from "../classifiers/samples.js";
import { forAll } from "../helpers/arbitraries.js";
import { dense } from "./dense.js";

/** Rows whose entries stand in any order, zeros among them. */
const matrices: fc.Arbitrary<SparseMatrix> = fc
  .array(fc.array(fc.tuple(fc.nat(3), fc.constantFrom(0, 1, 2, 0.5)), { maxLength: 4 }), { maxLength: 8 })
  .map((rows) => rows.map((entries) => [...new Map(entries)]))
  .map((rows) => ({
    rows: rows.length,
    columns: 4,
    starts: Uint32Array.from([0, ...rows.map((_, r) => rows.slice(0, r + 1).flat().length)]),
    ids: Uint32Array.from(rows.flat().map(([column]) => column)),
    values: Float64Array.from(rows.flat().map(([, value]) => value)),
  }));

describe("firstEqualRows", () => {
  it("finds the first row with the same numbers", () => {
    forAll(500, [matrices], (x) => {
      const rows = dense(x).map((row) => JSON.stringify(row));
      expect([...firstEqualRows(x)]).toEqual(rows.map((row) => rows.indexOf(row)));
    });
  });

  it("gives nothing for no rows", () => {
    expect(firstEqualRows(matrixFromRows([]))).toHaveLength(0);
  });
});

describe("areRowsEqual", () => {
  it("is true where each row holds the numbers of the first", () => {
    forAll(500, [matrices], (x) => {
      expect(areRowsEqual(x)).toBe(firstEqualRows(x).every((row) => row === 0));
    });
    expect(areRowsEqual(matrix("1 2", "1 2"))).toBe(true);
    expect(areRowsEqual(matrix("1 2", "1 2", "2 1"))).toBe(false);
  });

  it("looks at packed rows one at a time: all of them together take much memory", () => {
    const x = packRows(matrix("1 2", "1 2", "2 1"));
    const unpacked = vi.spyOn(x, "plain");
    expect(areRowsEqual(x)).toBe(false);
    expect([...firstEqualRows(x)]).toEqual([0, 0, 2]);
    expect(unpacked).not.toHaveBeenCalled();
  });
});
