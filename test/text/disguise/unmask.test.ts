import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unmasked } from "../../../src/text/disguise/unmask.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

describe("a text of Latin-1 and ordinary punctuation", () => {
  it("is read like one that also has a character of another kind", () => {
    const units = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(..."aÀÿ\u00ad–’…\u200bﬁа"));
    fc.assert(
      fc.property(fc.array(units), (parts) => {
        const text = parts.join("");
        const [one, other] = ["", " \u{1f600}"].map((more) => {
          const found: string[] = [];
          const plain = unmasked(`${text}${more}`, (word, kind) => found.push(`${word} ${kind}`));
          return { plain: plain.slice(0, plain.length - more.length), found };
        });
        expect(one).toEqual(other);
      }),
      EXAMPLES,
    );
  });
});
