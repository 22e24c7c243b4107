import fc from "fast-check";
import { utf8 } from "./tokens.js";

export const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** Pieces of text that lower-casing, word boundaries or byte scanning could get wrong. */
const AWKWARD = [
  ..."ΣσςİIıßẞKkÅåǅﬁΩſ \t\r\n\0-_@0aZ\u0301\u0307\u00ad\u200d\ufeff\u2019\u00a0\u0085\ufffd😀𐐀𞤀Ⅷ½٣ʰ",
  ...["ΑΣ", "Σ.", "'Σ", "ΟΔΟΣ", "𝒜𝐀", "漢字", "e\u0301"],
  ...ASCII.filter((character) => /\p{Case_Ignorable}/u.test(character)),
];

const LONG = [255, 256, 257].flatMap((length) => [
  "a".repeat(length),
  "é".repeat(length),
  "𝒜".repeat(length),
  `É${"A".repeat(length - 1)}`,
  `${"A".repeat(length - 1)}Σ`,
  "İ".repeat(length >> 1),
]);

/** What is no UTF-8: lone continuation, truncated, overlong, surrogate, beyond U+10FFFF, never used. */
const BROKEN = "80 c3 e282 f09f98 c0af eda080 f4908080 ff ce".split(" ").map((bytes) => Buffer.from(bytes, "hex"));

/** Rich in what lower-casing, word boundaries or byte scanning could get wrong. */
export const awkwardText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...AWKWARD) },
      { weight: 1, arbitrary: fc.constantFrom(...ASCII) },
    ),
    { maxLength: 14 },
  )
  .map((pieces) => utf8(pieces.join("")));
/** Words about as long as a word may be by default. */
export const longWords = fc
  .array(fc.constantFrom(...LONG, " ", "'", "x", "é"), { maxLength: 5 })
  .map((pieces) => utf8(pieces.join("")));
/** Letters, marks and joints of many scripts, side by side. */
export const mixedScripts = fc
  .array(
    fc.oneof(
      fc.string({ unit: fc.constantFrom(..."漢字東京々〇ー・カタカナガひらがな한국어ㄅ㈠𠮷"), maxLength: 5 }),
      fc.string({ unit: fc.constantFrom(..."เแกขคนมาะำัิ่้ๆฯ๑ປະເທດລາວກຳ"), maxLength: 6 }),
      fc.string({ unit: fc.constantFrom(..."ကမန်္င့ားြီខ្មែរកជាតិ"), maxLength: 6 }),
      fc.string({ unit: fc.constantFrom(..."हिन्दीक़বাংলামعَرَبِيّעִבְֿ"), maxLength: 6 }),
      fc.constantFrom(..."\u200c\u200d\u200b\u3099\u0301\u0307\ufe0fİie", "Ａｂ１", "ｶﾞｰ"),
      fc.constantFrom(..." -.@'a1_é\n、。！"),
      fc.constantFrom("ᄒ\u1161\u11ab", "\u302a", "\u0e33", "é\u0323", "\u20dd", "\u{e0100}"),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => utf8(pieces.join("")));
/** With bytes that are no UTF-8. */
export const brokenText = fc
  .array(fc.oneof(fc.constantFrom(...AWKWARD).map(utf8), fc.constantFrom(...BROKEN), fc.uint8Array({ maxLength: 3 })), {
    maxLength: 10,
  })
  .map((pieces) => Uint8Array.from(pieces.flatMap((piece) => [...piece])));
