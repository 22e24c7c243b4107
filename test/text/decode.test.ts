import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { decoderFor } from "../../src/text/decode.js";
import { utf8 } from "./tokens.js";

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
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), littleEndian);
  return bytes;
}

const anyText = fc.string({ unit: "binary", maxLength: 30 }).filter((text) => !text.startsWith("\ufeff"));

describe("decoderFor auto", () => {
  it("leaves valid UTF-8 as it is", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decoded(undefined, utf8(text))).toBe(text);
      }),
    );
  });

  it("takes off the UTF-8 byte-order mark at the beginning, and only there", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decoded("auto", utf8(`\ufeff${text}`))).toBe(text);
      }),
    );
    expect(decoded("auto", utf8("\ufeff\ufeffa\ufeff"))).toBe("\ufeffa\ufeff");
  });

  it("lets the byte-order mark of UTF-16 decide, in both byte orders", () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, littleEndian) => {
        expect(decoded("auto", utf16(`\ufeff${text}`, littleEndian))).toBe(text);
      }),
    );
  });

  it("replaces half a UTF-16 character at the end", () => {
    expect(decoded("auto", Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x62))).toBe("a\ufffd");
  });

  it("takes what is no UTF-8 as windows-1252, every byte of it", () => {
    expect(decoded("auto", EVERY_BYTE)).toBe(WINDOWS_1252);
    expect(decoded(undefined, Uint8Array.of(0x9c, 0x75, 0x76, 0x72, 0x65))).toBe("œuvre");
    expect(decoded(undefined, Uint8Array.of(0xff))).toBe("ÿ");
    expect(decoded(undefined, Uint8Array.of(0x8a))).toBe("Š");
  });

  it("gives UTF-8 whatever the bytes are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
        expect(() => decoded("auto", bytes)).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  });

  it("gives nothing for nothing", () => {
    expect(decoded("auto", new Uint8Array())).toBe("");
    expect(decoded("auto", utf8("\ufeff"))).toBe("");
    expect(decoded("auto", Uint8Array.of(0xff, 0xfe))).toBe("");
  });
});

describe("decoderFor a named encoding", () => {
  it.each(["latin1", "iso-8859-1", "Latin1", "ISO-8859-1"])(
    "takes %s as the ISO standard: a byte is its code point",
    (name) => {
      expect(decoded(name, EVERY_BYTE)).toBe(ISO_8859_1);
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
          expect(decoded(name, bytes)).toBe(Buffer.from(bytes).toString("latin1"));
        }),
      );
    },
  );

  it.each(["windows-1252", "cp1252", "ascii"])("takes %s as windows-1252", (name) => {
    expect(decoded(name, EVERY_BYTE)).toBe(WINDOWS_1252);
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
    ["koi8-r", [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4, 0x21], "Привет!"],
    ["windows-1251", [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], "Привет"],
    ["shift_jis", [0x83, 0x65, 0x41], "テA"],
    ["utf-16le", [0x61, 0, 0x62, 0], "ab"],
    ["utf-16be", [0, 0x61, 0, 0x62], "ab"],
    ["iso-2022-jp", [0x1b, 0x24, 0x42, 0x25, 0x46, 0x1b, 0x28, 0x42, 0x41], "テA"],
  ])("decodes %s, also where every byte is ASCII", (name, bytes, text) => {
    expect(decoded(name, Uint8Array.from(bytes))).toBe(text);
  });

  it.each(["koi8-r", "windows-1252", "shift_jis", "gb18030"])("leaves ASCII as it is in %s", (name) => {
    const ascii = EVERY_BYTE.subarray(0, 0x80);
    expect(decoded(name, ascii)).toBe(ISO_8859_1.slice(0, 0x80));
  });

  it("reads the bytes of a view, not those around it", () => {
    const around = Uint8Array.of(0x41, 0xe9, 0x42, 0xe8, 0x43);
    for (const name of ["auto", "latin1", "windows-1252"]) expect(decoded(name, around.subarray(1, 3))).toBe("éB");
  });

  it.each(["", "klingon", "utf-7", "__proto__"])("refuses %j and says what it knows", (name) => {
    expect(() => decoderFor(name)).toThrow(UsageError);
    expect(() => decoderFor(name)).toThrow(/^encoding: ".*" is unknown; use auto, latin1 or a name such as utf-8/);
    expect(() => decoderFor(name)).toThrow(`encoding: ${JSON.stringify(name)} is unknown`);
  });
});
