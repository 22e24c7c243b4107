import { afterEach, describe, expect, it, vi } from "vitest";
import { ModelCache } from "../../../src/delivery/users/model-cache.js";

const MEMORY = 200e6;
const released: string[] = [];
let taken = 0;
/** The freed part of the memory that is taken. */
let unused = 0;

/** A cache in a process that takes `taken` bytes. */
function newCache(): ModelCache<string> {
  released.length = 0;
  taken = 50e6;
  unused = 0;
  const usage = () => ({ rss: taken, heapTotal: taken - unused, external: 0, heapUsed: 0, arrayBuffers: 0 });
  vi.spyOn(process, "memoryUsage").mockImplementation(usage);
  return new ModelCache<string>(MEMORY, (value) => released.push(value));
}

afterEach(() => void vi.restoreAllMocks());

/** Adds models of a size. */
function add(cache: ModelCache<string>, keys: string, bytes = 1e6): void {
  for (const key of keys) {
    cache.set(key, key, bytes);
    cache.trim(1e6);
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
    taken = 181e6;
    expect(cache.get("a")).toBe("a");
    add(cache, "e");
    expect(released).toEqual(["b"]);
    // Two small models in the place of a large one.
    add(cache, "fg", 5e5);
    expect(released).toEqual(["b", "c"]);
    expect(["a", "b", "d", "e"].map((key) => cache.get(key))).toEqual(["a", undefined, "d", "e"]);
  });

  it("lets more go when a full process grows, though nothing comes, and none while it does not", () => {
    const cache = newCache();
    add(cache, "abcdefghijkl");
    for (const [bytes, gone] of [
      [191e6, 6],
      [192e6, 6],
      [194e6, 11],
    ]) {
      taken = bytes;
      for (let n = 0; n < 5; n++) cache.trim(1e6);
      expect(released).toHaveLength(gone);
    }
  });

  it("takes more models again when a quarter of its memory is freed memory", () => {
    const cache = newCache();
    add(cache, "ab");
    taken = 181e6;
    add(cache, "cd");
    expect(cache.size).toBe(2);
    unused = 60e6;
    cache.trim(16e6);
    add(cache, "efg");
    expect(cache.size).toBe(4);
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
