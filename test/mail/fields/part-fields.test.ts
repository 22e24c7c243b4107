import fc from "fast-check";
import { expect, it } from "vitest";
import { longWords } from "../../../src/mail/fields/part-fields.js";

it("counts the words of more than 40 bytes, wherever they stand", () => {
  const words = fc.array(fc.integer({ min: 0, max: 90 }).map((length) => "x".repeat(length)));
  fc.assert(
    fc.property(words, fc.constantFrom(" ", "\n", "\r\n", " \0 "), (words, blank) => {
      const expected = words.filter(({ length }) => length > 40).length;
      expect(longWords(Buffer.from(words.join(blank)))).toBe(expected);
    }),
  );
});
