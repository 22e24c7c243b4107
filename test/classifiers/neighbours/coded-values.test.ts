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

  const encodeDistinct = (n: number) => encodeValues(Float64Array.from({ length: n }, (_, i) => i / 3));

  it("takes one byte per value for up to 256 distinct values", () => {
    expect(encodeDistinct(256)?.codes).toBeInstanceOf(Uint8Array);
  });

  it("takes two bytes per value for up to 65,536 distinct values", () => {
    expect(encodeDistinct(257)?.codes).toBeInstanceOf(Uint16Array);
    expect(encodeDistinct(65_536)?.codes).toBeInstanceOf(Uint16Array);
  });

  it("returns undefined for more distinct values", () => {
    expect(encodeDistinct(65_537)).toBeUndefined();
  });
});

describe("decodeValues", () => {
  const codes = Uint8Array.of(0, 1);

  it("returns the value of each code", () => {
    expect(decodeValues({ codes, distinct: Float64Array.of(1, 2) })).toEqual(Float64Array.of(1, 2));
  });

  it("returns undefined if a code is too large", () => {
    expect(decodeValues({ codes, distinct: Float64Array.of(1) })).toBeUndefined();
  });

  it.each([
    [2, 2],
    [2, 1],
    [1, Number.NaN],
  ])("returns undefined if the distinct values are %d and %d", (...distinct) => {
    expect(decodeValues({ codes, distinct: Float64Array.from(distinct) })).toBeUndefined();
  });
});
