import { describe, expect, it } from "vitest";
import { someRows } from "../../src/features/dataset.js";
import { columnMap } from "../../src/features/selection.js";
import { codesOf } from "../../src/features/term-kinds.js";
import { Vocabulary } from "../../src/features/vocabulary.js";
import { matrix } from "../classifiers/samples.js";
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
const kept = Uint32Array.of(1, 2);

describe("a data set", () => {
  it("gives some of its rows in the order given, with their classes, weights and groups", () => {
    const some = someRows(data, Uint32Array.of(2, 0, 2));
    expect(dense(some.x)).toEqual([
      [4, 5, 6],
      [1, 0, 2],
      [4, 5, 6],
    ]);
    expect([some.y, some.weights, some.groups].map((facts) => Array.from(facts ?? []))).toEqual([
      [0, 0, 0],
      [2, 1, 2],
      [7, 7, 7],
    ]);
    expect(some.kinds).toBe(data.kinds);
  });

  it("gives some of its rows and columns at once", () => {
    const some = someRows(data, Uint32Array.of(1), { kept, map: columnMap(kept, 3) });
    expect(dense(some.x)).toEqual([[3, 0]]);
    expect(some.kinds).toEqual(data.kinds.slice(1));
  });
});
