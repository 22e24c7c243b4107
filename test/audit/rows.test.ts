import { describe, expect, it } from "vitest";
import { inOrder } from "../../src/audit/rows.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";

const X = matrixFromRows([
  [1, 0],
  [0, 2],
  [3, 4],
]);

/** The rows as they are stored. */
function dense({ rows, starts, ids, values }: ReturnType<typeof inOrder>): Record<string, number>[] {
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(
      Array.from(ids.subarray(starts[row], starts[row + 1]), (id, i) => [id, values[starts[row] + i]]),
    ),
  );
}

describe("inOrder", () => {
  it("puts each row where it belongs, and leaves out rows that belong nowhere", () => {
    expect(dense(inOrder(X, [2, -1, 0], 3))).toEqual([{ 0: 3, 1: 4 }, {}, { 0: 1 }]);
  });

  it("has an empty row for a document that could not be read again, though it be the last", () => {
    expect(dense(inOrder(X, [0, 1, 2], 5))).toEqual([{ 0: 1 }, { 1: 2 }, { 0: 3, 1: 4 }, {}, {}]);
    expect(dense(inOrder(matrixFromRows([]), [], 1))).toEqual([{}]);
  });
});
