import { describe, expect, it } from "vitest";
import { decoded, MAX_HTML } from "../../../src/mail/html/decoded.js";

const read = (text: string | Uint8Array) => decoded(Buffer.from(text as string));

describe("a document of HTML", () => {
  it("keeps its NULs, which are noted, and loses a byte-order mark", () => {
    const text = "sc\0rip\0t";
    expect(read(`\ufeff${text}`)).toEqual({ text, hasNul: true, isBinary: false, isLong: false });
    // They are not among what makes it data.
    expect(read("\0".repeat(99)).isBinary).toBe(false);
  });

  it("is cut where no message is as long", () => {
    const { text, isLong } = read("a".repeat(MAX_HTML + 1));
    expect({ length: text.length, isLong }).toEqual({ length: MAX_HTML, isLong: true });
    expect(read("a".repeat(MAX_HTML)).isLong).toBe(false);
  });

  it("is data if more than one character in ten is odd; then only its beginning is kept", () => {
    for (const odd of ["\u0001", "\b", "\u000e", "\u001f", "\u007f", "\ufffd", Buffer.of(0xff)]) {
      const one = Buffer.from(odd as string);
      const tenth = Buffer.concat(Array.from({ length: 500 }, () => [Buffer.from("a".repeat(9)), one]).flat());
      expect(read(tenth).isBinary).toBe(false);
      expect(read(tenth).text.length).toBe(5000);
      const more = Buffer.concat([one, tenth]);
      expect(read(more).isBinary).toBe(true);
      expect(read(more).text).toBe(more.toString().slice(0, 4096));
    }
    for (const plain of ["\t", "\n", "\v", "\r", "\u001b", "\u0080", "é"]) {
      expect(read(plain.repeat(20)).isBinary).toBe(false);
    }
  });
});
