import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../src/base/errors.js";
import { type CodedRows, type CountedRow, decodedRow, RowCoder } from "../../src/features/coded-rows.js";

const COLUMNS = 300_000;

/** Columns near each other and more than sixteen bits apart; counts of one digit and of five. */
const rows: fc.Arbitrary<CountedRow[]> = fc.array(
  fc
    .uniqueArray(fc.oneof(fc.nat(40), fc.nat(COLUMNS - 1), fc.constantFrom(65534, 65535, 65536, 131070, 131071)), {
      maxLength: 12,
    })
    .chain((ids) =>
      fc
        .array(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2 ** 32 - 1 })), {
          minLength: ids.length,
          maxLength: ids.length,
        })
        .map((values) => ({ ids: ids.sort((a, b) => a - b), values })),
    ),
  { maxLength: 6 },
);

function coded(list: readonly CountedRow[]): CodedRows {
  const coder = new RowCoder(list.length);
  for (const row of list) coder.add(row);
  return coder.finish();
}

function decoded(code: CodedRows, rows: number): CountedRow[] {
  return Array.from({ length: rows }, (_, row) => {
    const { ids, values } = decodedRow(code, row, COLUMNS + 200_000);
    return { ids: [...ids], values: [...values] };
  });
}

function sameNumbers(columns: number): Int32Array {
  return Int32Array.from({ length: columns }, (_, column) => column);
}

describe("coded rows", () => {
  it("decode to the rows that were coded", () => {
    fc.assert(
      fc.property(rows, (list) => {
        const code = coded(list);
        expect(decoded(code, list.length)).toEqual(list);
      }),
      { numRuns: 200 },
    );
  });

  it("get new numbers for their columns as if they had been coded with those, byte for byte", () => {
    const edits = fc.uniqueArray(fc.oneof(fc.nat(50), fc.nat(COLUMNS - 1)), { maxLength: 8 });
    fc.assert(
      fc.property(rows, edits, edits, fc.integer({ min: 1, max: 70_000 }), (list, inserted, unwanted, many) => {
        const used = new Set(list.flatMap(({ ids }) => Array.from(ids)));
        const to = new Int32Array(COLUMNS);
        let next = 0;
        for (let column = 0; column < COLUMNS; column++) {
          if (inserted.includes(column)) next += column === inserted[0] ? many : 1;
          to[column] = unwanted.includes(column) && !used.has(column) ? -1 : next++;
        }
        const coder = new RowCoder(list.length);
        const before = coded(list);
        for (let row = 0; row < list.length; row++) coder.renumber(before, row, to);
        const expected = coded(list.map(({ ids, values }) => ({ ids: Array.from(ids, (id) => to[id]), values })));
        expect(coder.finish()).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it("give a row or a DataError, whatever bytes a forged file holds", () => {
    const anything = fc.record({
      gaps: fc.uint16Array({ maxLength: 12 }),
      repeats: fc.uint8Array({ maxLength: 12 }),
    });
    fc.assert(
      fc.property(anything, ({ gaps, repeats }) => {
        const code = {
          gaps,
          repeats,
          gapOffsets: Uint32Array.of(0, gaps.length),
          repeatOffsets: Uint32Array.of(0, repeats.length),
        };
        try {
          const { ids, values } = decodedRow(code, 0, 1000);
          expect(ids.every((id) => id < 1000)).toBe(true);
          expect(values.length).toBe(ids.length);
        } catch (error) {
          expect(error).toBeInstanceOf(DataError);
        }
        try {
          new RowCoder(1).renumber(code, 0, sameNumbers(1000));
        } catch (error) {
          expect(error).toBeInstanceOf(DataError);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("are refused if a column or a count does not exist", () => {
    const code = coded([{ ids: [3, 9], values: [1, 300] }]);
    expect(() => decodedRow(code, 0, 9)).toThrow(/the model file is damaged/);
    expect(() => new RowCoder(1).renumber(code, 0, sameNumbers(9))).toThrow(DataError);
    expect(() => new RowCoder(1).renumber(code, 0, sameNumbers(20).with(9, -1))).toThrow(DataError);
    const cut = { ...code, repeats: code.repeats.subarray(0, 2), repeatOffsets: Uint32Array.of(0, 2) };
    expect(() => decodedRow(cut, 0, 10)).toThrow(DataError);
    const other = { ...code, repeats: Uint8Array.of(7, 0), repeatOffsets: Uint32Array.of(0, 2) };
    expect(() => decodedRow(other, 0, 10)).toThrow(DataError);
  });
});
