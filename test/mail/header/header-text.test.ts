import { describe, expect, it } from "vitest";
import { decodeEncodedWords } from "../../../src/mail/header/header-text.js";

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
    ["=?utf-8?Q?Already?_Sch=C3=B6n?=", "Already? Schön"],
    ["=?utf-8?Q?Now??=", "Now?"],
    ["=?utf-8?Q?Where?_?= =?utf-8?Q?And_when??=", "Where? And when?"],
    ["=?utf-8?Q?no end =?utf-8?Q?one?=", "=?utf-8?Q?no end one"],
    ["=?utf-8?X?a?= =?utf-8?Q?a", "=?utf-8?X?a?= =?utf-8?Q?a"],
  ])("makes of %s %s", (value, text) => {
    expect(decodeEncodedWords(value)).toBe(text);
  });

  it.each(["x-unknown", "__proto__", "../../etc/passwd"])("takes words of the charset %s for UTF-8", (charset) => {
    const value = `a =?${charset}?Q?b=C3=A4=20?=  =?${charset}?B?Yw==?= =?utf-8?Q?d?=`;
    expect(decodeEncodedWords(value)).toBe("a bä cd");
  });

  it("takes words of an unknown charset for windows-1252 where they are no UTF-8", () => {
    expect(decodeEncodedWords("=?x-unknown?Q?caf=E9=80?=")).toBe("café€");
  });

  it.each([
    ["a character of two bytes", "=?utf-8?B?w4M=?= =?utf-8?B?w6Q=?=", "Ãä"],
    ["a character, in base64", "=?utf-8?B?4oI=?= =?utf-8?B?rA==?=", "€"],
    ["a character, in both encodings", "=?utf-8?Q?=E2=82?= =?utf-8?B?rA==?=", "€"],
    ["ISO-2022-JP, in words of their own,", "=?iso-2022-jp?B?GyRCJUYbKEI=?= =?ISO-2022-JP?B?GyRCJUYbKEI=?=", "テテ"],
    ["a group of base64 digits", "=?utf-8?B?aGVsb?= =?UTF-8?B?G8=?=", "hello"],
    ["a character of UTF-16", "=?utf-16be?B?AGEA?= =?utf-16be?B?Yg==?=", "ab"],
  ])("joins %s that was cut between two words", (_, value, text) => {
    expect(decodeEncodedWords(value)).toBe(text);
  });

  it("ends each word of ISO-2022-JP and UTF-7 by itself", () => {
    expect(decodeEncodedWords("=?iso-2022-jp?B?GyRCJUYbKEI=?= =?utf-7?Q?+AGE-b?=")).toBe("テab");
  });
});
