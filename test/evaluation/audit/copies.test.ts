import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Copies, copyKinds } from "../../../src/evaluation/audit/copies.js";
import type { Splits } from "../../../src/model/fitting/splits.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

const split = (train: number[], test: number[]) => ({ train: Uint32Array.from(train), test: Uint32Array.from(test) });
const pair = (a: number, b: number) => ({ a, b, similarity: 0.9 });

/** Documents 0 and 1 say the same, 2 nearly so, 3 nearly what 2 says, 4 says nothing, nor does 5, 6 says its own. */
const COPIES: Copies = {
  text: Int32Array.of(0, 0, 1, 2, -1, -1, 3),
  texts: 4,
  similar: [pair(0, 1), pair(1, 2)],
};

describe("copyKinds", () => {
  it("tells whether training has the same text, nearly the same, or neither", () => {
    expect(copyKinds(COPIES, [split([0, 4, 6], [1, 2, 3, 5])])).toEqual(["exact", "near", "none", "none"]);
    expect(copyKinds(COPIES, [split([3], [0, 2]), split([2], [3, 6])])).toEqual(["none", "near", "near", "none"]);
    expect(copyKinds(COPIES, [split([1, 2], [0])])).toEqual(["exact"]);
  });

  it("treats leave-one-out like splits with one test document each", () => {
    const documents = fc.array(fc.integer({ min: -1, max: 4 }), { minLength: 1, maxLength: 8 });
    const pairs = fc.uniqueArray(fc.constantFrom(pair(0, 1), pair(1, 2), pair(0, 3), pair(3, 4)));
    fc.assert(
      fc.property(documents, pairs, (text, similar) => {
        // A text number exists only if a document has the text.
        const present = similar.filter(({ a, b }) => text.includes(a) && text.includes(b));
        const copies = { text: Int32Array.from(text), texts: 5, similar: present };
        const rows = text.map((_, row) => row);
        const without = (row: number) => rows.filter((other) => other !== row);
        const splits: Splits = rows.map((row) => split(without(row), [row]));
        expect(copyKinds(copies, "leave one out")).toEqual(copyKinds(copies, splits));
      }),
      EXAMPLES,
    );
  });
});
