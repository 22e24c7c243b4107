import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../src/base/errors.js";
import { type CodedRows, decodedRow, RowCoder } from "../../src/features/coded-rows.js";
import { forAll } from "../helpers/arbitraries.js";
import { listOf } from "./dense.js";

const COLUMNS = 300_000;

/** Columns near each other and more than sixteen bits apart; counts of one digit and of five. */
type Row = Parameters<RowCoder["add"]>[0];
const rows: fc.Arbitrary<Row[]> = fc.array(
  fc
    .uniqueArray(fc.oneof(fc.nat(40), fc.nat(COLUMNS - 1), fc.constantFrom(65534, 65535, 65536, 131070, 131071)), {
      maxLength: 12,
    })
    .chain((ids) =>
      listOf(
        fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2 ** 32 - 1 })),
        ids.length,
      ).map((values) => ({ ids: ids.sort((a, b) => a - b), values })),
    ),
  { maxLength: 6 },
);

function coded(list: readonly Row[]): CodedRows {
  const coder = new RowCoder();
  for (const row of list) coder.add(row);
  return coder.finish();
}

function decoded(code: CodedRows, rows: number): Row[] {
  return Array.from({ length: rows }, (_, row) => {
    const { ids, values } = decodedRow(code, row, COLUMNS + 200_000);
    return { ids: [...ids], values: [...values] };
  });
}

/** Numbers that leave columns as they are. */
const same = (columns: number) => Int32Array.from({ length: columns }, (_, n) => n);

describe("coded rows", () => {
  it("are the rows again", () => {
    forAll(200, [rows], (list) => {
      expect(decoded(coded(list), list.length)).toEqual(list);
    });
  });

  it("take on other numbers for their columns as if they had been coded with those, byte for byte", () => {
    const steps = fc.array(fc.tuple(fc.nat(COLUMNS - 1), fc.integer({ min: 1, max: 70_000 })), { maxLength: 8 });
    forAll(60, [rows, steps], (list, inserted) => {
      const to = Int32Array.from({ length: COLUMNS }, (_, n) =>
        inserted.reduce((number, [place, many]) => (n >= place ? number + many : number), n),
      );
      const coder = new RowCoder();
      const before = coded(list);
      for (let row = 0; row < list.length; row++) coder.renumber(before, row, to);
      const expected = coded(list.map(({ ids, values }) => ({ ids: Array.from(ids, (id) => to[id]), values })));
      expect(coder.finish()).toEqual(expected);
    });
  });

  it("that are anything at all are a row, or a fault that is said, and nothing runs away", () => {
    forAll(300, [fc.uint16Array({ maxLength: 12 }), fc.uint8Array({ maxLength: 12 })], (gaps, repeats) => {
      const [gapOffsets, repeatOffsets] = [gaps, repeats].map(({ length }) => Uint32Array.of(0, length));
      const code = { gaps, repeats, gapOffsets, repeatOffsets };
      const orFault = (run: () => void) => {
        try {
          run();
        } catch (error) {
          expect(error).toBeInstanceOf(DataError);
        }
      };
      orFault(() => {
        const { ids, values } = decodedRow(code, 0, 1000);
        expect(ids.every((id) => id < 1000) && values.length === ids.length).toBe(true);
      });
      orFault(() => new RowCoder().renumber(code, 0, same(1000)));
    });
  });

  it("are refused if a column or a count does not exist", () => {
    const code = coded([{ ids: [3, 9], values: [1, 300] }]);
    expect(() => decodedRow(code, 0, 9)).toThrow(/the model file is damaged/);
    expect(() => new RowCoder().renumber(code, 0, same(9))).toThrow(DataError);
    expect(() => new RowCoder().renumber(code, 0, new Int32Array(20).fill(-1))).toThrow(DataError);
    for (const repeats of [code.repeats.subarray(0, 2), Uint8Array.of(7, 0)]) {
      expect(() => decodedRow({ ...code, repeats, repeatOffsets: Uint32Array.of(0, 2) }, 0, 10)).toThrow(DataError);
    }
  });
});
