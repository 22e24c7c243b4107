import { expect, it, vi } from "vitest";
import { ModelCache } from "../../../src/delivery/users/model-pool.js";

const released: string[] = [];

/** A cache with room for models of ten bytes, with the models a, b and c of three bytes each. */
function cacheOfThree(): ModelCache<string> {
  released.length = 0;
  vi.spyOn(process.memoryUsage, "rss").mockReturnValueOnce(50e6);
  const cache = new ModelCache<string>(114e6 + 10, (value) => released.push(value));
  for (const key of "abc") cache.set(key, key, 3);
  return cache;
}

it("releases the models that were not used for the longest time, and each once", () => {
  const cache = cacheOfThree();
  expect([cache.size, cache.get("a"), released]).toEqual([3, "a", []]);
  cache.set("d", "d", 3);
  expect(released).toEqual(["b"]);
  // One that is read again replaces the one before.
  cache.set("a", "A", 4);
  expect(released).toEqual(["b", "a"]);
  cache.delete("d");
  cache.clear();
  expect([cache.size, released]).toEqual([0, ["b", "a", "d", "c", "A"]]);
});

it("releases others when a model has grown, but never the one that was used last", () => {
  const cache = cacheOfThree();
  cache.set("a", "a", 5);
  expect(released).toEqual(["b"]);
  cache.set("c", "c", 50);
  expect([cache.size, released]).toEqual([1, ["b", "a"]]);
});

it("refuses less memory than the process needs without models", () => {
  vi.spyOn(process.memoryUsage, "rss").mockReturnValueOnce(190e6);
  expect(() => new ModelCache(200e6, () => undefined)).toThrow(
    "cache: 200.0 MB is too little: without the models of users, the server needs 254.0 MB",
  );
});
