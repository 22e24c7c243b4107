import { describe, expect, it } from "vitest";
import { quoted, safePath } from "../../../scripts/corpora/safe-path.js";
import { DataError } from "../../../src/errors.js";

describe("safePath", () => {
  it.each([
    ["20_newsgroups/sci.space/60181", "20_newsgroups/sci.space/60181"],
    ["./easy_ham/00001.a", "easy_ham/00001.a"],
    ["easy_ham//x/", "easy_ham/x"],
    ["./", ""],
    ["...", "..."],
    ["a/..b/c..", "a/..b/c.."],
  ])("takes %j as %j", (name, path) => {
    expect(safePath(name)).toBe(path);
  });

  it.each([
    "../evil",
    "a/../../evil",
    "a/..",
    "..",
    "/abs",
    "//host/share",
    "a\\..\\evil",
    "C:/evil",
    "a:b",
    "a\0b",
    "a\nb",
  ])("refuses %j and names it", (name) => {
    expect(() => safePath(name)).toThrow(DataError);
    expect(() => safePath(name)).toThrow(quoted(name));
  });

  it("names an entry so that it cannot play tricks on the terminal", () => {
    expect(quoted("a\u001b[2Jb\u202ec\u{1f600}")).toBe('"a\\u001b[2Jb\\u{202e}c\\u{1f600}"');
  });
});
