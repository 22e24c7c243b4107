import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeValues, encodeValues } from "../../../src/classifiers/neighbours/remembered-documents.js";
import { forAll } from "../../helpers/arbitraries.js";

describe("encodeValues", () => {
  it("returns codes that decode to the same values", () => {
    forAll(100, [fc.array(fc.oneof(fc.nat(3), fc.double({ min: 0, noNaN: true })))], (list) => {
      // Adding 0 turns -0 into 0.
      const values = Float64Array.from(list, (value) => value + 0);
      const coded = encodeValues(values);
      expect(coded && decodeValues(coded)).toEqual(values);
    });
  });

  it.each([
    [256, Uint8Array],
    [257, Uint16Array],
    [65_536, Uint16Array],
    [65_537, undefined],
  ])("takes as few bytes per value as codes of %d distinct values need", (n, type) => {
    const codes = encodeValues(Float64Array.from({ length: n }, (_, i) => i / 3))?.codes;
    expect(codes?.constructor).toBe(type);
  });

  it.each([[[1]], [[2, 2]], [[2, 1]], [[1, Number.NaN]]])(
    "has no values for codes of the distinct values %j",
    (distinct) => {
      expect(decodeValues({ codes: Uint8Array.of(0, 1), distinct: Float64Array.from(distinct) })).toBeUndefined();
    },
  );
});
