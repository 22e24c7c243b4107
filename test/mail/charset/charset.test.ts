import { describe, expect, it } from "vitest";
import { charsetDecoder, decodeText, MAX_CHARSET_NAME, utf16Order } from "../../../src/mail/charset/charset.js";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const decoded = (charset: string, bytes: Uint8Array) => Buffer.from(decodeText(bytes, charset)).toString();
const bigEndian = (text: string) => Buffer.from(text, "utf16le").swap16();

describe("decodeText", () => {
  it.each([
    ["us-ascii", "caf\xe9 \x93a\x94", "café “a”"],
    ["us-ascii", "w\xc3\xb6rld", "wörld"],
    ["ISO-8859-1", "caf\xe9 \x93a\x94", "café “a”"],
    ["latin1", "\x80", "€"],
    [" cp-1251 ", "\xcf\xf0", "Пр"],
    ["win-1251", "\xcf\xf0", "Пр"],
    ["windows1250", "\x9a", "š"],
    ["KOI8-R", "\xf0\xd2", "Пр"],
    ["gb2312", "\xc4\xe3", "你"],
    ["cp936", "\xc4\xe3", "你"],
    ["gb2312", "\x81\x30\x84\x36", "¥"],
    ["iso-8859-16", "\xbatiin\xfe\xe3", "știință"],
    ["big5-hkscs", "\x9d\xf6", "喺"],
    ["ms949", "\x8c\x63", "똠"],
    ["euc-kr", "\x8c\x63\xff\x8c", "똠\ufffd\ufffd"],
    ["IBM850", "f\x81r", "für"],
    ["CP437", "f\x81r", "für"],
    ["cp-858", "\xd5", "€"],
    ["ISO-8859_2", "\xb3\xf3d\xbc", "łódź"],
    ["x-mac-icelandic", "\xdf", "þ"],
    ["windows-65001", "w\xc3\xb6rld", "wörld"],
    ["euc-kr", "\xb0\xa1", "가"],
    ["ks_c_5601-1987", "\xb0\xa1", "가"],
    ["big5", "\xa7\x41", "你"],
    ["cp932", "\x83\x65", "テ"],
    ["iso-2022-kr", "\x1b$)C\x0e0!\x0fa\n\x0e0!\nb", "가a\n가\nb"],
    ["iso-2022-kr", "\x1b$)C\x0e0! 0!", "가 가"],
    ["hz-gb-2312", "a~{Dc~}b~{Dc\nhello ~ x", "a你b你\nhello ~ x"],
    ["hz-gb-2312", "a~~{b ~~~{Dc~}~~", "a~{b ~你~"],
    ["iso-2022-jp", "\x1b$B%F\x1b(Ba\x1b$B%F\nb", "テaテ\nb"],
    ["iso-2022-jp", "\x1b$B%F\x1b(B\x1b$B%F\x1b(B\x1b(Ba", "テテa"],
    ["iso-2022-jp", "\x1b$B\n\x1b$B%F\x1b", "\nテ\ufffd"],
    ["", "\x1b$B%F\x1b(B", "テ"],
    ["", "a \x1b[31m", "a \x1b[31m"],
    ["x-klingon", "w\xc3\xb6rld", "wörld"],
    ["constructor", "caf\xe9", "café"],
    ["utf-8", "a\xe9b", "a\ufffdb"],
  ])("decodes %s: %j", (charset, bytes, text) => {
    expect(decoded(charset, latin1(bytes))).toBe(text);
  });

  it.each([
    // RFC 2152, the examples.
    ["A+ImIDkQ.", "A≢Α."],
    ["Hi Mom -+Jjo--!", "Hi Mom -☺-!"],
    ["+ZeVnLIqe-", "日本語"],
    ["Item 3 is +AKM-1.", "Item 3 is £1."],
    ["1 +- 1 = 2", "1 + 1 = 2"],
    ["+2D3eAA", "😀"],
    ["a+", "a"],
    ["+A b", " b"],
  ])("reads %s of UTF-7", (bytes, text) => {
    expect(decoded("utf-7", latin1(bytes))).toBe(text);
  });

  it("finds the byte order of UTF-16 by its byte-order mark, else by its NULs, else by its name", () => {
    for (const charset of ["utf-16", "unicode", "ucs-2"]) {
      for (const text of ["\ufeffhello", "hello wörld"]) {
        expect(decoded(charset, Buffer.from(text, "utf16le"))).toBe(text.replace("\ufeff", ""));
        expect(decoded(charset, bigEndian(text))).toBe(text.replace("\ufeff", ""));
      }
    }
    for (const charset of ["utf-16le", "utf16le"]) {
      expect(decoded(charset, Buffer.from("\u0400\u0500", "utf16le"))).toBe("\u0400\u0500");
    }
    expect(decoded("utf16be", bigEndian("\u0400\u0500"))).toBe("\u0400\u0500");
    expect(decoded("utf-16", latin1("\0a\0"))).toBe("a\ufffd");
    expect(decoded("utf-16", bigEndian("你好\n\u0a00"))).toBe("你好\n\u0a00");
    expect(decoded("unicode", Buffer.from("你好\n\u0a00", "utf16le"))).toBe("你好\n\u0a00");
    expect(decoded("utf-16", latin1("hello"))).toBe("hello");
  });

  it("tells UTF-16 from other bytes with NULs", () => {
    expect(utf16Order(latin1("he\0llo\0"))).toBeUndefined();
    expect(utf16Order(new Uint8Array(100))).toBeUndefined();
    expect(utf16Order(Buffer.from("hello", "utf16le"))).toBe("utf-16le");
    expect(utf16Order(bigEndian("hello"))).toBe("utf-16be");
  });
});

describe("charsetDecoder", () => {
  it.each([
    ..."__proto__ constructor ../../etc/passwd klingon replacement base64 hex binary iso-8859-99 cp0 windows-1259".split(
      " ",
    ),
    "x".repeat(1e6),
    "\0utf-8",
    "utf-8\ufffd",
  ])("has none for %.30s", (name) => {
    expect(charsetDecoder(name)).toBeUndefined();
  });

  it("uses the beginning of a long name", () => {
    expect(charsetDecoder(`utf-8${" ".repeat(MAX_CHARSET_NAME)}x`)).toBe(charsetDecoder("UTF-8"));
  });
});
