import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrixOfRows, rowView, selectRows } from "../../src/features/sparse-matrix.js";
import { packedRows, packRows, type ViewedRows } from "../../src/features/viewed-rows.js";
import { forAll } from "../helpers/arbitraries.js";
import { entries } from "./dense.js";

const WIDEST = 2 ** 32 - 1;

/** Rows with columns up to `columns`, counts of all sizes, and values that are no counts. */
const matrices = fc.constantFrom(1, 2, 3, 1000, 2 ** 20, 2 ** 31, WIDEST).chain((columns) => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: 5 }),
    fc.integer({ min: 0, max: WIDEST }),
    fc.double({ min: 0.1, max: 9 }),
  );
  const entry = fc.tuple(fc.integer({ min: 0, max: columns - 1 }), value);
  const row = fc.uniqueArray(entry, { selector: ([id]) => id, maxLength: 12 });
  return fc.array(row, { maxLength: 9 }).map((rows) =>
    matrixOfRows(
      rows.map((row) => ({ ids: row.map(([id]) => id), values: row.map(([, value]) => value) })),
      columns,
    ),
  );
});

describe("packed rows", () => {
  it("are the rows that were packed, in any order", () => {
    forAll(100, [matrices, fc.array(fc.nat(), { maxLength: 20 })], (x, numbers) => {
      const order = x.rows === 0 ? [] : numbers.map((n) => n % x.rows);
      const check = (packed: ViewedRows) => {
        expect(entries(selectRows(packed, order))).toEqual(entries(selectRows(x, order)));
        for (let row = 0; row < x.rows; row++) {
          const { ids, values, start, end } = rowView(packed, row);
          expect([Array.from(ids).slice(start, end), Array.from(values).slice(start, end)]).toEqual([
            Array.from(x.ids.subarray(x.starts[row], x.starts[row + 1])),
            Array.from(x.values.subarray(x.starts[row], x.starts[row + 1])),
          ]);
        }
        expect([packed.rows, packed.columns, packed.ids, packed.values]).toEqual([x.rows, x.columns, x.ids, x.values]);
        expect(packed.plain()).toEqual({ ...x, starts: packed.starts });
      };
      const packed = packedRows(packRows(x));
      check(packed);
      check(packedRows(packRows(packed)));
    });
  });

  it("take four bytes an entry", () => {
    const x = matrixOfRows([{ ids: [5, 2, 999_999], values: [1, 70, 5000] }], 1e6);
    expect(packRows(x).words.byteLength).toBe(12);
  });
});
