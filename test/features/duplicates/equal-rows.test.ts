import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areRowsEqual, firstEqualRows } from "../../../src/features/duplicates/equal-rows.js";
import { matrixFromRows, type SparseMatrix } from "../../../src/features/sparse-matrix.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";
import { dense } from "../dense.js";

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
  it("gives for each row the first that holds the same numbers", () => {
    fc.assert(
      fc.property(matrices, (x) => {
        const rows = dense(x).map((row) => JSON.stringify(row));
        expect([...firstEqualRows(x)]).toEqual(rows.map((row) => rows.indexOf(row)));
      }),
      { ...EXAMPLES, numRuns: 500 },
    );
  });

  it("tells apart rows of one hash", () => {
    // The hash looks at the whole part of a value.
    const rows = firstEqualRows(matrixFromRows([[0.25], [0.75], [0.25], [0.75]]));
    expect([...rows]).toEqual([0, 1, 0, 1]);
  });

  it("tells apart a row and one that has an entry more that adds nothing to the hash", () => {
    // 0x9e3779b9 / 0x85ebca6b modulo 2^32: both products of the hash are the same and cancel.
    const weightless = 3466812779;
    const rows = [
      [0, 2],
      [weightless, 2],
    ];
    expect([...firstEqualRows(matrixFromRows(rows))]).toEqual([0, 1]);
    expect([...firstEqualRows(matrixFromRows(rows.reverse()))]).toEqual([0, 1]);
  });

  it("gives nothing for no rows", () => {
    expect(firstEqualRows(matrixFromRows([]))).toHaveLength(0);
  });
});

describe("areRowsEqual", () => {
  it("is true where each row holds the numbers of the first", () => {
    fc.assert(
      fc.property(matrices, (x) => {
        expect(areRowsEqual(x)).toBe(firstEqualRows(x).every((row) => row === 0));
      }),
      { ...EXAMPLES, numRuns: 500 },
    );
    expect(
      areRowsEqual(
        matrixFromRows([
          [1, 2],
          [1, 2],
        ]),
      ),
    ).toBe(true);
    expect(
      areRowsEqual(
        matrixFromRows([
          [1, 2],
          [1, 2],
          [2, 1],
        ]),
      ),
    ).toBe(false);
  });
});
