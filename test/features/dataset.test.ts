import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { areRowsEqual, firstEqualRows, someRows } from "../../src/features/dataset.js";
import { columnMap } from "../../src/features/selection.js";
import { matrixOfRows, type SparseMatrix } from "../../src/features/sparse-matrix.js";
import { codesOf } from "../../src/features/term-kinds.js";
import { packedRows, packRows } from "../../src/features/viewed-rows.js";
import { Vocabulary } from "../../src/features/vocabulary.js";
import { matrix } from "../classifiers/samples.js";
import { forAll } from "../helpers/arbitraries.js";
import { dense } from "./dense.js";

const vocabulary = Vocabulary.of(["cat", "cat dog", "dog"]);
const data = {
  x: matrix("1 0 2", "0 3 0", "4 5 6"),
  y: [0, 1, 0],
  labels: ["a", "b"],
  weights: [1, 0.5, 2],
  groups: [7, 8, 7],
  kinds: codesOf(vocabulary),
  vocabulary,
};

describe("a data set", () => {
  it("gives some of its rows in the order given, with their classes, weights and groups, and all columns or some", () => {
    const some = someRows(data, Uint32Array.of(2, 0, 2));
    expect(dense(some.x)).toEqual(dense(matrix("4 5 6", "1 0 2", "4 5 6")));
    const facts = [some.y, some.weights, some.groups].map((of) => Array.from(of ?? []).join(" "));
    expect(facts).toEqual(["0 0 0", "2 1 2", "7 7 7"]);
    expect(some.kinds).toBe(data.kinds);
    const kept = Uint32Array.of(1, 2);
    const narrow = someRows(data, Uint32Array.of(1), { kept, map: columnMap(kept, 3) });
    expect([dense(narrow.x), narrow.kinds]).toEqual([[[3, 0]], data.kinds.slice(1)]);
  });
});

/** Rows whose entries stand in any order, zeros among them. */
const matrices: fc.Arbitrary<SparseMatrix> = fc
  .array(fc.array(fc.tuple(fc.nat(3), fc.constantFrom(0, 1, 2, 0.5)), { maxLength: 4 }), { maxLength: 8 })
  .map((rows) => rows.map((entries) => new Map(entries)))
  .map((rows) => rows.map((row) => ({ ids: [...row.keys()], values: [...row.values()] })))
  .map((rows) => matrixOfRows(rows, 4));

describe("equal rows", () => {
  it("have the same numbers", () => {
    forAll(500, [matrices], (x) => {
      const rows = dense(x).map((row) => JSON.stringify(row));
      expect([...firstEqualRows(x)]).toEqual(rows.map((row) => rows.indexOf(row)));
      expect(areRowsEqual(x)).toBe(new Set(rows).size < 2);
    });
  });

  it("are found in packed rows looked at one at a time: all of them together take much memory", () => {
    const x = packedRows(packRows(matrix("1 2", "1 2", "2 1")));
    const unpacked = vi.spyOn(x, "plain");
    expect(areRowsEqual(x)).toBe(false);
    expect([...firstEqualRows(x)]).toEqual([0, 0, 2]);
    expect(unpacked).not.toHaveBeenCalled();
  });
});
