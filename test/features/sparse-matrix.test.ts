import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { columnMap } from "../../src/features/selection.js";
import { binarized, matrixFromRows, selectColumns, selectRows, transposed } from "../../src/features/sparse-matrix.js";
import { forAll } from "../helpers/arbitraries.js";
import { countMatrices, dense, entries, inOtherArrays, listOf } from "./dense.js";

describe("matrixFromRows", () => {
  it("holds the values of dense rows and stores no zero", () => {
    const value = fc.oneof(
      fc.constant(0),
      fc.integer({ min: -3, max: 9 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    const rows = fc.nat(6).chain((columns) => fc.array(listOf(value, columns)));
    forAll(100, [rows], (rows) => {
      const x = matrixFromRows(rows);
      expect(x.columns).toBe(rows.at(0)?.length ?? 0);
      // Adding 0 turns -0 into 0.
      expect(dense(x)).toEqual(rows.map((row) => row.map((value) => value + 0)));
      expect(x.values.includes(0)).toBe(false);
    });
  });

  it.each([
    [[[1, 2], [3]], "matrixFromRows: row 1 has 1 columns, but row 0 has 2"],
    [[[], [3]], "matrixFromRows: row 1 has 1 columns, but row 0 has 0"],
    [[[1], [Number.NaN]], "matrixFromRows: row 1, column 0: a value must be a finite number, not NaN"],
    [[[0, Number.POSITIVE_INFINITY]], "matrixFromRows: row 0, column 1: a value must be a finite number, not Infinity"],
  ])("refuses %j and says where", (rows, message) => {
    expect(() => matrixFromRows(rows)).toThrow(new UsageError(message));
  });
});

describe("binarized", () => {
  it("makes every value other than 0 a 1 and leaves the matrix it is given alone", () => {
    forAll(100, [countMatrices()], ({ x }) => {
      const before = dense(x);
      expect(dense(binarized(x))).toEqual(before.map((row) => row.map((value) => (value === 0 ? 0 : 1))));
      expect(dense(x)).toEqual(before);
    });
    expect(binarized(matrixFromRows([[-2, 0.5, 0]])).values).toEqual(Float64Array.of(1, 1));
  });
});

describe("selectRows", () => {
  const choices = countMatrices().chain(({ x, columns }) =>
    fc.record({
      x: fc.constant(x),
      rows: fc.oneof(
        x.rows === 0 ? fc.constant<number[]>([]) : fc.array(fc.nat(x.rows - 1)),
        fc.tuple(fc.nat(x.rows), fc.nat(x.rows)).map(([a, b]) => range(x.rows).slice(a, b)),
      ),
      kept: fc.option(fc.subarray(range(columns))),
    }),
  );

  it("gives the chosen rows in the order asked for, with the kept columns renumbered", () => {
    forAll(500, [choices], ({ x, rows, kept }) => {
      const map = kept === null ? undefined : columnMap(Uint32Array.from(kept), x.columns);
      const selected = selectRows(x, Uint32Array.from(rows), map);

      const all = entries(x);
      const expected = rows.map((r) =>
        kept === null
          ? all[r]
          : all[r].flatMap(([id, value]) => (kept.includes(id) ? [[kept.indexOf(id), value]] : [])),
      );
      expect(entries(selected)).toEqual(expected);
      const size = selected.starts[rows.length];
      const lengths = [selected.columns, selected.ids.length, selected.values.length];
      expect(lengths).toEqual([kept?.length ?? x.columns, size, size]);
      expect(selectRows(inOtherArrays(x), Uint32Array.from(rows), map)).toEqual(selected);
      if (map !== undefined) {
        expect(entries(selectColumns(x, map))).toEqual(entries(selectRows(x, range(x.rows), map)));
      }
    });
  });
});

describe("transposed", () => {
  it("makes columns of rows, entries in the order of the old rows", () => {
    forAll(100, [countMatrices()], ({ x }) => {
      const before = entries(x);
      const expected = Array.from({ length: x.columns }, (_, column) =>
        before.flatMap((row, r) => row.filter(([id]) => id === column).map(([, value]) => [r, value])),
      );
      const turned = transposed(x);
      expect(entries(turned)).toEqual(expected);
      expect([turned.rows, turned.columns]).toEqual([x.columns, x.rows]);
      expect(dense(transposed(turned))).toEqual(dense(x));
    });
  });
});

function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}
