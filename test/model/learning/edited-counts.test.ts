import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { termEdits } from "../../../src/features/edited-terms.js";
import { editedCounts } from "../../../src/model/learning/edited-counts.js";

/** Arrays that a model in memory, or in a file, can have. */
const ARRAYS: readonly ((values: number[]) => ArrayLike<number>)[] = [
  (values) => Uint8Array.from(values),
  (values) => Uint16Array.from(values),
  (values) => Uint32Array.from(values),
  (values) => Float64Array.from(values),
  (values) => values,
];

describe("edited counts", () => {
  it("are the old ones with the new in their place, however large, and whatever arrays the old are in", () => {
    const counts = fc.array(fc.constantFrom(1, 255, 256, 65_535, 65_536, 2 ** 32), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        counts,
        fc.constantFrom(1, 255, 256, 65_535, 65_536, 2 ** 40),
        fc.nat(),
        fc.constantFrom(...ARRAYS),
        (old, touched, at, arrayOf) => {
          const values = arrayOf(old);
          fc.pre(Array.from(values).every((value, i) => value === old[i]));
          const starts = Uint32Array.from({ length: old.length + 1 }, (_, i) => i);
          const ids = arrayOf(old.map((_, i) => i));
          const before = { rows: old.length, columns: 6, starts, ids, values };
          const to = at % old.length;
          const rows = { rows: 1, columns: 6, starts: Uint32Array.of(0, 1), ids: [0], values: [touched] };
          const edits = termEdits(old.length, [to], [{ own: 0, place: to }]);
          const after = editedCounts(before, edits, rows, Int32Array.of(0, 1, 2, 3, 4, 5));
          expect(Array.from(after.values)).toEqual(old.with(to, touched));
          expect(Array.from(after.ids)).toEqual(old.map((_, i) => (i === to ? 0 : i)));
        },
      ),
      { seed: 3, numRuns: 200 },
    );
  });

  it("have room for a class more than a byte can number", () => {
    const old = {
      rows: 256,
      columns: 256,
      starts: Uint32Array.from({ length: 257 }, (_, i) => i),
      ids: Uint8Array.from({ length: 256 }, (_, i) => i),
      values: new Uint8Array(256).fill(7),
    };
    const none = { rows: 0, columns: 257, starts: Uint32Array.of(0), ids: [], values: [] };
    const moved = Int32Array.from({ length: 256 }, (_, c) => c + 1);
    const { ids } = editedCounts(old, termEdits(256, [], []), none, moved);
    expect(Array.from(ids)).toEqual(Array.from(moved));
  });
});
