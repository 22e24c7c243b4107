import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coded, decoded } from "../../../src/classifiers/neighbours/remembered-documents.js";
import { forAll } from "../../helpers/arbitraries.js";

describe("coded values", () => {
  it("decode to the same numbers", () => {
    forAll(100, [fc.array(fc.oneof(fc.nat(3), fc.double({ min: 0, noNaN: true })))], (list) => {
      const values = Float64Array.from(list, (value) => value + 0);
      const codes = coded(values);
      expect(codes && decoded(codes)).toEqual(values);
    });
  });

  it("take one byte each up to 256 distinct numbers, two up to 65,536, and do not exist beyond", () => {
    const different = (n: number) => coded(Float64Array.from({ length: n }, (_, i) => i / 3));
    expect(different(256)?.codes).toBeInstanceOf(Uint8Array);
    expect(different(257)?.codes).toBeInstanceOf(Uint16Array);
    expect(different(65_536)?.distinct.length).toBe(65_536);
    expect(different(65_537)).toBeUndefined();
  });

  it("are refused if a code has no number, or the numbers do not ascend", () => {
    const codes = Uint8Array.of(0, 1);
    expect(decoded({ codes, distinct: Float64Array.of(1, 2) })).toEqual(Float64Array.of(1, 2));
    expect(decoded({ codes, distinct: Float64Array.of(1) })).toBeUndefined();
    expect(decoded({ codes, distinct: Float64Array.of(2, 2) })).toBeUndefined();
    expect(decoded({ codes, distinct: Float64Array.of(1, Number.NaN) })).toBeUndefined();
  });
});
