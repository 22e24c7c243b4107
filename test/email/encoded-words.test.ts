import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEncodedWords } from "../../src/email/encoded-words.js";

fc.configureGlobal({ seed: 42 });

const base64 = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;

describe("decodeEncodedWords", () => {
  it.each([
    ["plain", "plain"],
    ["=?iso-8859-1?q?Gr=FC=DFe_an?= alle", "Grüße an alle"],
    ["=?utf-8?B?R3LDvMOfZQ==?=", "Grüße"],
    ["=?koi8-r?B?8NLJ18XU?=", "Привет"],
    ["=?US-ASCII*EN?Q?Keith_Moore?= <moore@cs.example>", "Keith Moore <moore@cs.example>"],
    // The examples of RFC 2047, section 8.
    ["(=?ISO-8859-1?Q?a?=)", "(a)"],
    ["(=?ISO-8859-1?Q?a?= b)", "(a b)"],
    ["(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)", "(ab)"],
    ["(=?ISO-8859-1?Q?a?=    \t =?ISO-8859-1?Q?b?=)", "(ab)"],
    ["(=?ISO-8859-1?Q?a_b?=)", "(a b)"],
    ["(=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=)", "(a b)"],
    // Not by the rules, and common.
    ["=?utf-8?Q?two words?=", "two words"],
    ["=?utf-8?Q?50%=?=", "50%="],
    ["=?utf-8?q?=C3?= =?utf-8?q?=A4?=", "ä"],
    ["=?utf-8?X?a?= =?utf-8?Q?a", "=?utf-8?X?a?= =?utf-8?Q?a"],
  ])("makes of %s %s", (value, text) => {
    expect(decodeEncodedWords(value)).toBe(text);
  });

  it("leaves words of an unknown charset as they stand, with what is between them", () => {
    const value = "a =?x-unknown?Q?b=20?=  =?x-unknown?B?Yw==?= =?utf-8?Q?d?=";
    expect(decodeEncodedWords(value)).toBe("a =?x-unknown?Q?b=20?=  =?x-unknown?B?Yw==?=d");
  });

  it("gets back any text, however it was cut into words", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), (parts) => {
        expect(decodeEncodedWords(parts.map(base64).join(" "))).toBe(parts.join("").replace(/^\ufeff/, ""));
      }),
    );
  });

  it("takes time in proportion to the length, whatever is begun and not ended", () => {
    for (const piece of ["=?", "=?a?q?", "=?a*", "=?a?q?b", "=?a?q?b?= "]) {
      expect(typeof decodeEncodedWords(piece.repeat(50_000))).toBe("string");
    }
  });
});
