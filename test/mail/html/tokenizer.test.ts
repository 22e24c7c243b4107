import { describe, expect, it } from "vitest";
import { decoded } from "../../../src/mail/html/tokenizer.js";

const read = (text: string | Uint8Array) => decoded(Buffer.from(text as string));

describe("a document of HTML", () => {
  it("loses its NULs, which are noted", () => {
    expect(read("sc\0rip\0t")).toEqual({ text: "script", hasNul: true, isBinary: false });
    // They are not among what makes it data.
    expect(read("\0".repeat(99))).toEqual({ text: "", hasNul: true, isBinary: false });
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
