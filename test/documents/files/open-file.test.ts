import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { firstBytes, MAX_DOCUMENT_BYTES } from "../../../src/documents/document.js";
import { readDocument } from "../../../src/documents/files/open-file.js";
import { folderWith } from "../../helpers/folder.js";

describe("readDocument", () => {
  const READ_AT_ONCE = 1 << 18;

  it("reads a file of any size", () => {
    for (const size of [0, 1, 1000, READ_AT_ONCE - 1, READ_AT_ONCE, READ_AT_ONCE + 1, 3 * READ_AT_ONCE]) {
      const content = Buffer.from(Array.from({ length: size }, (_, i) => (i * 7919) % 251));
      const { bytes, isTruncated } = readDocument(join(folderWith({ file: content }), "file"));
      expect([isTruncated, content.equals(bytes)]).toEqual([false, true]);
    }
  });

  it("gives bytes that do not change when the next file is read", () => {
    const folder = folderWith({ a: "first", b: "other", c: "x".repeat(300_000), d: "y".repeat(300_000) });
    const [a, , c] = ["a", "b", "c", "d"].map((name) => readDocument(join(folder, name)).bytes);
    expect(Buffer.from(a).toString()).toBe("first");
    expect(Buffer.from(c).toString()).toBe("x".repeat(300_000));
  });

  it.each([0, 1])("reads a file at the limit whole, and of one above it the beginning: %d bytes above", (above) => {
    const folder = folderWith({ file: Buffer.alloc(MAX_DOCUMENT_BYTES + above, "a") });
    const { bytes, isTruncated } = readDocument(join(folder, "file"));
    expect([bytes.length, isTruncated]).toEqual([MAX_DOCUMENT_BYTES, above > 0]);
  });

  it("throws if there is no regular file, and never waits", () => {
    const folder = folderWith({ folder: {} });
    execFileSync("mkfifo", [join(folder, "pipe")]);
    symlinkSync("loop", join(folder, "loop"));
    const faults = { folder: "EISDIR", loop: "ELOOP", none: "ENOENT" };
    for (const [name, code] of Object.entries(faults)) expect(() => readDocument(join(folder, name))).toThrow(code);
    for (const path of [join(folder, "pipe"), "/dev/zero", "/dev/null"]) {
      expect(() => readDocument(path)).toThrow("not a regular file");
    }
  });
});

describe("firstBytes", () => {
  it.each(["é", "漢", "𝒜"])("does not cut within a character of UTF-8: %s", (character) => {
    const bytes = Buffer.from(`a${character.repeat(4)}`);
    for (let most = 1; most <= bytes.length + 1; most++) {
      const cut = firstBytes(bytes, most);
      expect(() => new TextDecoder("utf-8", { fatal: true }).decode(cut)).not.toThrow();
      expect(cut.length).toBeGreaterThan(Math.min(most, bytes.length) - Buffer.byteLength(character));
    }
  });

  it("cuts bytes that are no UTF-8 near the limit, too", () => {
    expect(firstBytes(Buffer.alloc(16, 0xe9), 9).length).toBeGreaterThan(9 - 4);
  });
});
