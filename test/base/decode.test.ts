import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { everyCode, LEGACY_ENCODINGS } from "../../scripts/every-code.js";
import { shown } from "../../src/base/checks.js";
import { decoderFor } from "../../src/base/decode.js";
import { UsageError } from "../../src/base/errors.js";
import { utf8 } from "../text/tokens.js";

fc.configureGlobal({ seed: 25 });

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The decoded text; fails if what the decoder gives is no UTF-8. */
const decoded = (encoding: string | undefined, bytes: Uint8Array) => strict.decode(decoderFor(encoding)(bytes));

/** Windows-1252 above 7F differs from ISO 8859-1 here: WHATWG Encoding Standard, index windows-1252. */
const WINDOWS_1252_80_TO_9F = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const ISO_8859_1 = Array.from(EVERY_BYTE, (byte) => String.fromCharCode(byte)).join("");
const WINDOWS_1252 = ISO_8859_1.slice(0, 0x80) + WINDOWS_1252_80_TO_9F + ISO_8859_1.slice(0xa0);

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = Buffer.from(text, "utf16le");
  return littleEndian ? bytes : bytes.swap16();
}

const anyText = fc.string({ unit: "binary", maxLength: 30 }).filter((text) => !text.startsWith("\ufeff"));

describe("decoderFor auto", () => {
  it("leaves valid UTF-8 as it is, without a byte-order mark at the beginning", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom("", "\ufeff"), (text, mark) => {
        expect(decoded(undefined, utf8(mark + text))).toBe(text);
      }),
    );
    expect(decoded("auto", utf8("\ufeff\ufeffa\ufeff"))).toBe("\ufeffa\ufeff");
  });

  it("lets the byte-order mark of UTF-16 decide, in both byte orders, and replaces half a character at the end", () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, littleEndian) => {
        expect(decoded("auto", utf16(`\ufeff${text}`, littleEndian))).toBe(text);
      }),
    );
    expect(decoded("auto", Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x62))).toBe("a\ufffd");
  });

  it("takes what is no UTF-8 as windows-1252, every byte of it", () => {
    expect(decoded("auto", EVERY_BYTE)).toBe(WINDOWS_1252);
    expect(decoded(undefined, Uint8Array.of(0x9c, 0x75, 0x76, 0x72, 0x65))).toBe("œuvre");
    expect(decoded(undefined, Uint8Array.of(0xff))).toBe("ÿ");
    expect(decoded(undefined, Uint8Array.of(0x8a))).toBe("Š");
  });
});

describe("decoderFor a named encoding", () => {
  it("takes Latin-1 as the ISO standard: a byte is its code point", () => {
    for (const name of ["latin1", "iso-8859-1", "Latin1", "ISO-8859-1"]) {
      expect(decoded(name, EVERY_BYTE), name).toBe(ISO_8859_1);
    }
  });

  it("replaces what is no UTF-8 where UTF-8 is named", () => {
    expect(decoded("utf-8", Uint8Array.of(0x61, 0xe9, 0x62))).toBe("a\ufffdb");
    expect(decoded("UTF8", utf8("\ufeffé"))).toBe("é");
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
        expect(decoded("utf-8", bytes)).toBe(new TextDecoder().decode(bytes));
      }),
    );
  });

  it.each([
    ["utf-16le", [0x61, 0, 0x62, 0], "ab"],
    ["utf-16be", [0, 0x61, 0, 0x62], "ab"],
    ["csISOLatin2", [0xb3, 0xf3, 0x64, 0xbc], "łódź"],
    ["ISO-8859-9", [0xfd, 0xfe, 0xf0], "ışğ"],
    ["ks_c_5601-1987", [0xbe, 0xd0, 0xc9, 0x71], "압\ufffdq"],
    ["big5-hkscs", [0x9d, 0xf6, 0x88, 0x62], "喺Ê̄"],
    ["gb2312", [0x81, 0x30, 0x84, 0x36, 0x80], "¥€"],
    ["sjis", [0x87, 0x40, 0xfa, 0x5c, 0xf0, 0x40], "①纊\ue000"],
    ["x-mac-ukrainian", [0x87, 0xa2, 0xff], "ЗҐ€"],
    ["IBM850", [0x67, 0x72, 0x81, 0x6e], "grün"],
    ["cp-437", [0x81, 0xe1, 0xb3], "üß│"],
    ["IBM00858", [0xd5, 0x9a], "€Ü"],
    ["cp858", [0xd5], "€"],
    ["cp852", [0x88, 0xa2, 0x64, 0xab], "łódź"],
    ["macroman", [0xdb, 0xbd], "€Ω"],
    ["x-mac-ce", [0xb8, 0x97, 0x64, 0x90], "łódź"],
    ["x-mac-croatian", [0xa9, 0xb9], "Šš"],
    ["utf-7", [0x2b, 0x41, 0x4f, 0x6b, 0x2d], "é"],
    ["utf-32le", [0x00, 0xf6, 0x01, 0x00], "\u{1f600}"],
  ])("decodes %s, bytes %j", (name, bytes, text) => {
    expect(decoded(name, Uint8Array.from(bytes))).toBe(text);
  });

  /** The text that Chromium decodes from each code, as `test/browser/charsets.test.ts` compares, so that no version of Node.js differs. */
  const DIGESTS = `
    ibm866 5a856a1cc72f92ff  koi8-r e18c51434de748aa  koi8-u 09ca3df06fe07cf2  macintosh a6af4ef8837ca7fc
    x-mac-cyrillic b84eb464bfafed28  windows-874 328a1a499919669e  x-user-defined 87337a75680cce3d  iso-8859-2 5e9a0811bf08daf5
    iso-8859-3 6555258335579b89  iso-8859-4 08e4e0f402fac588  iso-8859-5 df3e28bbb226e1cd  iso-8859-6 ac5e5b97608b416e
    iso-8859-7 9f68204513e94f00  iso-8859-8 16b842dbf1779d83  iso-8859-8-i 16b842dbf1779d83  iso-8859-10 34e36339240c8d8b
    iso-8859-13 3bac58e9cc8e52cd  iso-8859-14 ec2339ae801d5107  iso-8859-15 e3f0667fe89309a7  iso-8859-16 c68ff962b68531cb
    windows-1250 697d3e9c20631e29  windows-1251 046cabf3dd731926  windows-1252 b45da48fcc29fa51  windows-1253 b86ba26ea99fb622
    windows-1254 233441a35d0b7823  windows-1255 63cacbae4c945413  windows-1256 8f0f0e8f96c6e90c  windows-1257 a2e34bb97e73154a
    windows-1258 7ab8842d941a6717  gbk edd05376046f2358  gb18030 edd05376046f2358  big5 8ad7b133fb12bd1d
    euc-jp 75b18dc584c3bf83  iso-2022-jp a3ff28ce2b82e914  shift_jis 9744908d69bd034d  euc-kr f7cfb5a10b60572f
  `.split(/\s+/);

  it.each(LEGACY_ENCODINGS)("decodes every code of %s as the standard says", (name) => {
    const digest = createHash("sha256");
    const decode = decoderFor(name);
    for (const code of everyCode(name)) digest.update(decode(Uint8Array.from(code))).update("\n");
    expect(digest.digest("hex").slice(0, 16)).toBe(DIGESTS[DIGESTS.indexOf(name) + 1]);
  });

  it("refuses other names and says what it knows", () => {
    const names = ["", "klingon", "replacement", "base64", "hex", "ucs2", "__proto__", "constructor", "x".repeat(1e5)];
    const known = "use auto, latin1 or a name such as utf-8, windows-1252, koi8-r or shift_jis";
    for (const name of names) {
      expect(() => decoderFor(name)).toThrow(new UsageError(`encoding: ${shown(name)} is unknown; ${known}`));
    }
  });
});
