import { cachedDataVersionTag } from "node:v8";
import { describe, expect, it } from "vitest";
import { collectGarbage } from "../../src/base/garbage.js";

describe("collectGarbage", () => {
  it("frees large arrays, and code that is kept compiled stays valid", () => {
    const tag = cachedDataVersionTag();
    let array: Uint8Array | undefined = new Uint8Array(1e8);
    const before = process.memoryUsage().arrayBuffers;
    expect(array.length).toBe(1e8);
    array = undefined;
    collectGarbage(1e8);
    collectGarbage(1e8);
    expect(before - process.memoryUsage().arrayBuffers).toBeGreaterThan(5e7);
    expect(cachedDataVersionTag()).toBe(tag);
    expect("gc" in globalThis).toBe(false);
  });
});
