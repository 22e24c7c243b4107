import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { getSystemErrorMap } from "node:util";
import { describe, expect, it } from "vitest";
import { reason } from "../../../src/base/errors.js";
import { firstBytes, MAX_DOCUMENT_BYTES } from "../../../src/documents/document.js";
import { readDocument } from "../../../src/documents/files/files.js";
import { folderWith } from "../../helpers/folder.js";

describe("readDocument", () => {
  const READ_AT_ONCE = 1 << 18;

  it.each([0, 1, 1000, READ_AT_ONCE - 1, READ_AT_ONCE, READ_AT_ONCE + 1, 3 * READ_AT_ONCE])(
    "reads a file of %d bytes",
    (size) => {
      const content = Buffer.from(Array.from({ length: size }, (_, i) => (i * 7919) % 251));
      const { bytes, isTruncated } = readDocument(join(folderWith({ file: content }), "file"));
      expect(isTruncated).toBe(false);
      expect(Buffer.from(bytes).equals(content)).toBe(true);
    },
  );

  it("gives bytes that do not change when the next file is read", () => {
    const folder = folderWith({ a: "first", b: "other", c: "x".repeat(300_000), d: "y".repeat(300_000) });
    const [a, , c] = ["a", "b", "c", "d"].map((name) => readDocument(join(folder, name)).bytes);
    expect(Buffer.from(a).toString()).toBe("first");
    expect(Buffer.from(c).toString()).toBe("x".repeat(300_000));
  });

  it("reads the beginning of a file above the limit, and a file at the limit whole", () => {
    const folder = folderWith({
      at: Buffer.alloc(MAX_DOCUMENT_BYTES, "a"),
      above: Buffer.alloc(MAX_DOCUMENT_BYTES + 1, "a"),
    });
    const at = readDocument(join(folder, "at"));
    const above = readDocument(join(folder, "above"));
    expect([at.bytes.length, at.isTruncated]).toEqual([MAX_DOCUMENT_BYTES, false]);
    expect([above.bytes.length, above.isTruncated]).toEqual([MAX_DOCUMENT_BYTES, true]);
  });

  it("throws if there is no regular file, and never waits", () => {
    const folder = folderWith({ folder: {} });
    execFileSync("mkfifo", [join(folder, "pipe")]);
    symlinkSync("loop", join(folder, "loop"));
    expect(() => readDocument(join(folder, "pipe"))).toThrow("not a regular file");
    expect(() => readDocument(join(folder, "folder"))).toThrow("EISDIR");
    expect(() => readDocument(join(folder, "loop"))).toThrow("ELOOP");
    expect(() => readDocument(join(folder, "none"))).toThrow("ENOENT");
    expect(() => readDocument("/dev/zero")).toThrow("not a regular file");
    expect(() => readDocument("/dev/null")).toThrow("not a regular file");
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

describe("reason", () => {
  it("says why the system refused in a few words", () => {
    const error = (code?: string) => Object.assign(new Error("message"), code && { code });
    expect(
      ["EACCES", "EPERM", "ENOENT", "ENOTDIR", "EISDIR", "ELOOP", "ENOSPC", "EFBIG"].map((code) => reason(error(code))),
    ).toEqual([
      "permission denied",
      "permission denied",
      "no such file or folder",
      "a part of the path is not a folder",
      "it is a folder",
      "too many symbolic links",
      "no space left on the device",
      "the file would be larger than is allowed",
    ]);
    expect(reason(error())).toBe("message");
  });

  it("has words for every code of the system, and passes on what a fault of Node's own says", () => {
    const error = (code: string) => Object.assign(new Error("message"), { code });
    for (const [code] of getSystemErrorMap().values()) {
      expect(reason(error(code)), code).not.toMatch(/^E[A-Z]+$|^UNKNOWN$|^message$/);
    }
    expect(["ENAMETOOLONG", "EMFILE", "EDQUOT", "EROFS"].map((code) => reason(error(code)))).toEqual([
      "its name or path is too long",
      "too many files are open",
      "the quota is used up",
      "read-only file system",
    ]);
    const unnamed = Object.assign(error("Unknown system error -122"), { errno: -constants.errno.EDQUOT });
    expect(reason(unnamed)).toBe("the quota is used up");
    expect(reason(error("ERR_INVALID_ARG_VALUE"))).toBe("message");
  });
});
