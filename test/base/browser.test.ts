import { isAscii, isUtf8, Buffer as NodeBuffer, transcode } from "node:buffer";
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as browser from "../../src/base/browser.js";

fc.configureGlobal({ seed: 61 });

/** Bytes of which many are UTF-8, or nearly. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.string({ unit: "binary" }).map((text) => new Uint8Array(NodeBuffer.from(text))),
  fc
    .array(fc.constantFrom(0x41, 0x80, 0xbf, 0xc3, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0xed, 0xff))
    .map((all) => Uint8Array.from(all)),
);

describe("what stands in for Node.js in browsers", () => {
  it("decodes UTF-8, valid or not, into the same text", () => {
    fc.assert(
      fc.property(bytes, fc.nat(5), (text, start) => {
        expect(browser.Buffer.from(text).toString("utf8", start)).toBe(NodeBuffer.from(text).toString("utf8", start));
      }),
    );
  });

  it.each(["utf8", "latin1", "base64", "utf16le"] as const)("encodes text as %s into the same bytes", (encoding) => {
    const text =
      encoding === "base64" ? fc.string({ unit: fc.constantFrom(..."AZaz09+/-_= \n") }) : fc.string({ unit: "binary" });
    fc.assert(
      fc.property(text, (content) => {
        expect([...browser.Buffer.from(content, encoding)]).toEqual([...NodeBuffer.from(content, encoding)]);
      }),
    );
  });

  it("recognizes ASCII and UTF-8, and turns Latin-1 into UTF-8", () => {
    fc.assert(
      fc.property(bytes, (text) => {
        expect(browser.isAscii(text)).toBe(isAscii(text));
        expect(browser.isUtf8(text)).toBe(isUtf8(text));
        expect([...browser.transcode(text)]).toEqual([...transcode(text, "latin1", "utf8")]);
      }),
    );
  });

  it("computes the same checksums, whole and in parts, and the same digests", () => {
    const zlib = Object(browser.process.getBuiltinModule("node:zlib"));
    const crypto = Object(browser.process.getBuiltinModule("node:crypto"));
    fc.assert(
      fc.property(bytes, bytes, fc.string(), (first, second, text) => {
        expect(zlib.crc32(second, zlib.crc32(first))).toBe(crc32(second, crc32(first)));
        expect(zlib.crc32(text)).toBe(crc32(text));
        const digest = crypto.createHash("sha256").update(first).update(text).digest();
        expect([...digest]).toEqual([...createHash("sha256").update(first).update(text).digest()]);
      }),
    );
  });

  it("has a part once a build has added it, and says which one is missing before", () => {
    expect(() => browser.part("lamp")).toThrow(
      "text-thresher/browser has no lamp: import text-thresher/browser-mail, or use Node.js",
    );
    browser.provide({ lamp: () => ({ isLit: true }) });
    expect(browser.part("lamp")).toEqual({ isLit: true });
  });
});
