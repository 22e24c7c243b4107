import { describe, expect, it } from "vitest";
import { MAX_BASE_128_BYTES, readBase128, writeBase128 } from "../../src/base/base128.js";

function reader(bytes: ArrayLike<number>): () => number | undefined {
  let at = 0;
  return () => bytes[at++];
}

describe("base 128", () => {
  it.each([0, 1, 127, 128, 300, 2 ** 32, Number.MAX_SAFE_INTEGER])("reads %d as it was written", (number) => {
    const bytes = new Uint8Array(MAX_BASE_128_BYTES);
    const end = writeBase128(number, bytes, 0);
    expect(readBase128(reader(bytes.subarray(0, end)))).toBe(number);
    expect(readBase128(reader(bytes.subarray(0, end - 1)))).toBeUndefined();
  });

  it("refuses a number above the largest safe one", () => {
    expect(readBase128(reader([255, 255, 255, 255, 255, 255, 255, 127]))).toBeUndefined();
    expect(readBase128(reader(new Uint8Array(20).fill(128)))).toBeUndefined();
  });
});
