import { describe, expect, it } from "vitest";
import { fileName, MAX_FILE_NAME } from "../../../src/mail/mime/content.js";

describe("fileName", () => {
  it.each([
    ["a.txt", "a.txt"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\ann\\a.txt", "a.txt"],
    ["=?utf-8?Q?..=2F=C3=A4.txt?=", "ä.txt"],
    [" a\0\x1b[31m.txt\n", "a[31m.txt"],
    ["Minutes of\tMay.pdf", "Minutes of May.pdf"],
    ["Minutes of \tMay.pdf", "Minutes of May.pdf"],
    ["..", undefined],
    ["a/..", undefined],
    ["folder/", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("makes of %j %j", (parameter, name) => {
    expect(fileName(parameter)).toBe(name);
  });

  it("cuts a name that no file system can hold", () => {
    expect(fileName("x".repeat(1e6))?.length).toBe(MAX_FILE_NAME);
  });
});
