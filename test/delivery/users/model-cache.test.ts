import { afterEach, describe, expect, it, vi } from "vitest";
import { ModelCache } from "../../../src/delivery/users/model-cache.js";

const MEMORY = 200e6;
const released: string[] = [];
let taken = 0;

/** A cache in a process that takes `taken` bytes. */
function newCache(): ModelCache<string> {
  released.length = 0;
  taken = 50e6;
  vi.spyOn(process.memoryUsage, "rss").mockImplementation(() => taken);
  return new ModelCache<string>(MEMORY, (value) => released.push(value));
}

afterEach(() => void vi.restoreAllMocks());

/** Adds models with files of a size. */
function add(cache: ModelCache<string>, keys: string, bytes = 900_000): void {
  for (const key of keys) {
    cache.set(key, key, bytes);
    cache.trim(0);
  }
}

describe("the cache of models", () => {
  it("keeps all models while there is room", () => {
    const cache = newCache();
    add(cache, "abcdefgh");
    expect([cache.size, released]).toEqual([8, []]);
  });

  it("lets as much go as comes when the process is full, the models that were not used for longest first", () => {
    const cache = newCache();
    add(cache, "abcd");
    taken = 190e6;
    expect(cache.get("a")).toBe("a");
    add(cache, "e");
    expect(released).toEqual(["b"]);
    // Two small models in the place of a large one.
    add(cache, "fg", 400_000);
    expect(released).toEqual(["b", "c"]);
    expect(["a", "b", "d", "e"].map((key) => cache.get(key))).toEqual(["a", undefined, "d", "e"]);
  });

  it("lets more go when a full process grows, though nothing comes, and none while it does not", () => {
    const cache = newCache();
    add(cache, "abcdefghijkl");
    for (const [bytes, gone] of [
      [191e6, 4],
      [192e6, 4],
      [194e6, 8],
    ]) {
      taken = bytes;
      for (let n = 0; n < 5; n++) cache.trim(0);
      expect(released).toHaveLength(gone);
    }
  });

  it("keeps the model that was used last, and releases each once", () => {
    const cache = newCache();
    taken = 199e6;
    add(cache, "ab", 50e6);
    expect([cache.size, released]).toEqual([1, ["a"]]);
    add(cache, "b");
    cache.delete("b");
    cache.clear();
    expect([cache.size, released]).toEqual([0, ["a", "b", "b"]]);
  });

  it("refuses less memory than the process takes already", () => {
    newCache();
    taken = 190e6;
    expect(() => new ModelCache(MEMORY, () => undefined)).toThrow(
      "memory: 200.0 MB is too little: without the models of users, the server takes 190.0 MB",
    );
  });
});
