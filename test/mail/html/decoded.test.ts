import { describe, expect, it } from "vitest";
import { decoded, MAX_HTML } from "../../../src/mail/html/decoded.js";
import type { HtmlFact } from "../../../src/mail/html/html-text.js";

function read(bytes: string | Uint8Array) {
  const facts = new Set<HtmlFact>();
  return { text: decoded(Buffer.from(bytes as string), facts), facts: [...facts] };
}

describe("a document of HTML", () => {
  it("loses its NULs, which are noted, and a byte-order mark", () => {
    expect(read("\ufeffsc\0rip\0t")).toEqual({ text: "script", facts: ["nul"] });
    // They are not among what makes it data.
    expect(read("\0".repeat(99)).facts).toEqual(["nul"]);
  });

  it("is cut where no message is as long", () => {
    expect(read("a".repeat(MAX_HTML + 1))).toEqual({ text: "a".repeat(MAX_HTML), facts: ["long"] });
    expect(read("a".repeat(MAX_HTML)).facts).toEqual([]);
  });

  it("is data if more than one character in ten is odd; then only its beginning is kept", () => {
    for (const odd of ["\u0001", "\b", "\u000e", "\u001f", "\u007f", "\ufffd", Buffer.of(0xff)]) {
      const one = Buffer.from(odd as string);
      const tenth = Buffer.concat(Array.from({ length: 500 }, () => [Buffer.from("a".repeat(9)), one]).flat());
      expect(read(tenth)).toEqual({ text: tenth.toString(), facts: [] });
      const more = Buffer.concat([one, tenth]);
      expect(read(more)).toEqual({ text: more.toString().slice(0, 4096), facts: ["binary"] });
    }
    for (const plain of ["\t", "\n", "\v", "\r", "\u001b", "\u0080", "é"]) {
      expect(read(plain.repeat(20)).facts).toEqual([]);
    }
  });
});
