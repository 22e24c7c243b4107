import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeText } from "../../../src/text/words/tokens.js";
import { forAll } from "../../helpers/arbitraries.js";

describe("writeText", () => {
  it("writes the UTF-8 of any text, and nothing before it", () => {
    forAll(200, [fc.string({ unit: "binary" }), fc.nat(9)], (text, at) => {
      const into = new Uint8Array(at + 3 * text.length).fill(1);
      const end = writeText(text, into, at);
      expect(Buffer.from(into.subarray(0, end))).toEqual(Buffer.concat([Buffer.alloc(at, 1), Buffer.from(text)]));
    });
  });
});
