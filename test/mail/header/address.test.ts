import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstAddress } from "../../../src/mail/header/address.js";
import { firstValue, headerFields } from "../../../src/mail/header/header.js";
import { withoutComments } from "../../../src/mail/header/header-text.js";
import { slowRuns } from "../../helpers/arbitraries.js";
import { writtenAddresses } from "../written-messages.js";

fc.configureGlobal({ seed: 43 });

const OF_ANN = [
  `ann@alpha.example|Ann <Ann@Alpha.Example>|ann@alpha.example (Ann (of Alpha) Miller)|(comment) ann@alpha.example`,
  `"Miller, Ann" <ann@alpha.example>|"bob@beta.example, Ann \\"A\\"" <ann@alpha.example>`,
  `Miller, Ann <ann@alpha.example>|ann@alpha.example, bob@beta.example|ann@alpha.example; Bob <bob@beta.example>`,
  `Friends: ann@alpha.example, bob@beta.example;|Ann <@relay.example,@other.example:ann@alpha.example>`,
  `Ann <mailto:ann@alpha.example>|Ann < ann@ alpha.example >|Ann <<ann@alpha.example>>|Ann <> <ann@alpha.example>`,
  `ann@alpha.example <Ann>|"ann@alpha.example" <Ann>|Ann <ann@alpha.example|ann@alpha.example (Ann`,
  `Smile :( <ann@alpha.example>|"Ann <ann@alpha.example>`,
].flatMap((list) => list.split("|"));

describe("firstAddress", () => {
  it.each(OF_ANN)("finds ann@alpha.example in %s", (value) => {
    expect(firstAddress(value)).toBe("ann@alpha.example");
  });

  it.each([
    ["alpha!ann (Ann)", "alpha!ann"],
    ["ann%alpha@beta.example", "ann%alpha@beta.example"],
    ["Ann  Miller", "ann miller"],
    ["<ann>", "ann"],
    ["(Ann Miller)", "ann miller"],
    ["undisclosed-recipients:;", "undisclosed-recipients"],
  ])("finds in %s %s", (value, address) => {
    expect(firstAddress(value)).toBe(address);
  });

  it.each(["", "  ", "<>", '"" <>', "()", ",;"])("finds nothing in %j", (value) => {
    expect(firstAddress(value)).toBeUndefined();
  });

  it("takes any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a@ ()"\\<>,:') }), (text) => {
        expect(firstAddress(text)).not.toBe("");
        expect(withoutComments(withoutComments(text))).toBe(withoutComments(text));
      }),
    );
  });

  it("finds the first one of a list among groups, comments, quoted names and encoded words", () => {
    fc.assert(
      fc.property(writtenAddresses, ({ written, addresses }) => {
        const header = headerFields(Buffer.from(`From: ${written}\n\n`));
        if (addresses.length > 0) expect(firstAddress(firstValue(header, "from") ?? "")).toBe(addresses[0]);
      }),
      { numRuns: slowRuns(300) },
    );
  });
});
