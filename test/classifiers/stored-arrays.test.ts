import { describe, expect, it } from "vitest";
import { DataError } from "../../src/base/errors.js";
import { prefixed, requiredArray, withPrefix } from "../../src/classifiers/stored-arrays.js";

const ARRAYS = { means: Float64Array.of(1, 2), ids: Uint32Array.of(3) };

describe("an array of a model", () => {
  it("is found by its name if it has the expected type and length", () => {
    expect(requiredArray(ARRAYS, "means", Float64Array)).toBe(ARRAYS.means);
    expect(requiredArray(ARRAYS, "ids", Uint32Array, 1)).toBe(ARRAYS.ids);
    const fault = (name: string) => new DataError(`the model file is damaged: ${name}`);
    expect(() => requiredArray(ARRAYS, "variances", Float64Array)).toThrow(fault("variances"));
    expect(() => requiredArray(ARRAYS, "toString", Float64Array)).toThrow(fault("toString"));
    expect(() => requiredArray(ARRAYS, "ids", Float64Array)).toThrow(fault("ids"));
    expect(() => requiredArray(ARRAYS, "means", Float64Array, 3)).toThrow(fault("means"));
  });

  it("gets a prefix and loses it again; arrays without the prefix are left out", () => {
    const all = { ...prefixed("a.", ARRAYS), ...prefixed("b.", { ids: Uint32Array.of(9) }), a: Uint8Array.of(1) };
    expect(Object.keys(all)).toEqual(["a.means", "a.ids", "b.ids", "a"]);
    expect(withPrefix("a.", all)).toEqual(ARRAYS);
    expect(withPrefix("c.", all)).toEqual({});
  });
});
