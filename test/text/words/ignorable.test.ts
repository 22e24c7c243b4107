import { describe, expect, it } from "vitest";
import { withoutIgnorable } from "../../../src/text/words/spelling.js";
import { isThorough } from "../../helpers/arbitraries.js";
import { tokensOf, utf8, words } from "../tokens.js";

const plain = (text: string) => Buffer.from(withoutIgnorable(utf8(text), true)).toString();

describe("withoutIgnorable", () => {
  it("removes the characters with the Unicode property Default_Ignorable_Code_Point, and no others", () => {
    const different: string[] = [];
    for (let code = 0x80; code <= 0x10ffff; code++) {
      // Planes 2 to 13 have no such characters.
      if (code === 0x20000 && !isThorough) code = 0xe0000;
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      const isGone = withoutIgnorable(Buffer.from(`a${character}b`)).length === 2;
      if (isGone !== /\p{Default_Ignorable_Code_Point}/u.test(character)) different.push(code.toString(16));
    }
    expect(different).toEqual([]);
  });

  it.each([
    ["Wert\u00adpapier\u00adindex", ["wertpapierindex"]],
    ["пере\u00adвод", ["перевод"]],
    ["be\u200eta al\u2060pha ga\u200bmma del\ufeffta", ["beta", "alpha", "gamma", "delta"]],
    ["手\u200b机", ["手机"]],
    ["می\u200cخواهم", ["میخواهم"]],
    // In Thai, the character separates words.
    ["แมว\u200bดำ", ["แม", "ว", "แมว", "ดำ"]],
  ])("keeps words together around invisible characters: %j", (text, tokens) => {
    expect(tokensOf(words(), text)).toEqual(tokens);
  });

  it("does not join words at typographic apostrophes", () => {
    expect(tokensOf(words(), "don’t rock’n’roll donʼt")).toEqual(["don", "rock", "roll", "donʼt"]);
  });

  it("returns the same bytes if there is nothing to remove", () => {
    for (const text of ["plain", "grün “quoted” – dash", "東京", "\u0300"]) {
      const bytes = utf8(text);
      expect(withoutIgnorable(bytes)).toBe(bytes);
    }
  });

  it("removes characters at both ends, in a row and beside bytes that are not UTF-8", () => {
    expect(plain("\u00ada\u200b\u200d\u{e0041}b’\u2060")).toBe("ab'");
    expect(plain("\u00ad")).toBe("");
    const broken = Uint8Array.of(0xe2, 0x80, 0xc2, 0xad, 0x8b, 0x61);
    expect(Buffer.from(withoutIgnorable(broken)).toString()).toBe("\ufffd\ufffda");
  });
});
