import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { remembering } from "../../src/base/lazily.js";

it("returns what the function returns, for texts of any characters", () => {
  const texts = fc.array(fc.string({ unit: "binary", maxLength: 5 }));
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 3 }), (texts, most) => {
      const remembered = remembering((text) => [text], most);
      for (const text of texts) expect(remembered(text)).toEqual([text]);
    }),
  );
});

it("computes a short text once, and forgets all at one more than it remembers", () => {
  const length = vi.fn((text: string) => text.length);
  const remembered = remembering(length, 2);
  for (const text of ["a", "bb", "a", "bb"]) remembered(text);
  expect(length).toHaveBeenCalledTimes(2);
  for (const text of ["ccc", "a", "ccc"]) remembered(text);
  expect(length).toHaveBeenCalledTimes(4);
  // Long texts are not remembered.
  for (let n = 0; n < 2; n++) expect(remembered("x".repeat(201))).toBe(201);
  expect(length).toHaveBeenCalledTimes(6);
});
