import { describe, expect, it } from "vitest";
import { CLUSTERED_CLASS, PAIRED_CLASS } from "../../../src/text/words/unspaced.js";
import { tokensOf, words } from "../tokens.js";

/** The code points of the first four planes. */
function* characters(): Generator<string> {
  for (const [first, last] of [
    [0x300, 0xd7ff],
    [0xe000, 0xffff],
    [0x10000, 0x3fffd],
  ]) {
    for (let code = first; code <= last; code++) yield String.fromCodePoint(code);
  }
}

describe("scripts without spaces", () => {
  it.each([
    [PAIRED_CLASS, /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo}/u],
    [CLUSTERED_CLASS, /\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u],
  ])("have all letters of their scripts, and no letter of another one", (inside, script) => {
    const isInside = new RegExp(`[${inside}]`, "u");
    const isLetter = /[\p{L}\p{Nl}]/u;
    const wrong = [...characters()].filter(
      (character) => isLetter.test(character) && isInside.test(character) !== script.test(character),
    );
    // Letters of kana and Han that Unicode counts to no single script.
    expect(wrong.filter((character) => !/[\u3006\u3031-\u3035\u303c\u30fc\uff70\uff9e\uff9f]/.test(character))).toEqual(
      [],
    );
    expect([...characters()].filter((digit) => /\p{Nd}/u.test(digit) && isInside.test(digit))).toEqual([]);
  });
});

describe("inPairs", () => {
  it.each([
    ["東京都", ["東京", "京都"]],
    ["本", ["本"]],
    ["ラーメンを食べた。人々", ["ラー", "ーメ", "メン", "ンを", "を食", "食べ", "べた", "人々"]],
    ["한국어를 배웠다", ["한국", "국어", "어를", "배웠", "웠다"]],
    ["𠮷野家", ["𠮷野", "野家"]],
    ["人\u{16fe3}京", ["人\u{16fe3}", "\u{16fe3}京"]],
    ["第3章 Windows版", ["第", "章", "windows", "版"]],
    ["ｶﾞｿﾘﾝ ＡＢＣ１２３", ["ガソ", "ソリ", "リン", "abc123"]],
    ["か\u3099く カ\u302a字", ["がく", "カ\u302a字"]],
    ["ภาษาไทย", ["ภา", "ษา", "ไท", "ย", "ภาษา", "ษาไท", "ไทย"]],
    ["น้ำ ๒๕๖๘", ["น้ำ", "๒๕๖๘"]],
    ["ພາສາລາວ", ["ພາ", "ສາ", "ລາ", "ວ", "ພາສາ", "ສາລາ", "ລາວ"]],
    ["ភាសាខ្មែរ", ["ភា", "សា", "ខ្មែ", "រ", "ភាសា", "សាខ្មែ", "ខ្មែរ"]],
    ["မြန်မာစာ", ["မြန်", "မာ", "စာ", "မြန်မာ", "မာစာ"]],
    ["မန္တလေး", ["မန္တ", "လေး", "မန္တလေး"]],
  ])("cuts %j", (text, tokens) => {
    expect(tokensOf(words(), text)).toEqual(tokens);
  });
});
