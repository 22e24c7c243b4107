import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Problem } from "../../src/documents/document.js";
import { listFiles } from "../../src/documents/list-files.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";

function list(folder: string, options = {}): { files: string[]; problems: Problem[] } {
  const problems: Problem[] = [];
  return { files: listFiles(folder, options, (problem) => problems.push(problem)), problems };
}

describe("listFiles", () => {
  it("lists regular files at any depth, sorted by code units, whatever the file system says", () => {
    const folder = folderWith({ b: "", B: "", "a.b": "", a: { c: "", b: { z: "" } }, é: "", z: {} });
    expect(list(folder)).toEqual({ files: ["B", "a.b", "a/b/z", "a/c", "b", "é"], problems: [] });
  });

  it("lists files with every name that a file system allows", () => {
    const odd = [
      "new\nline",
      "cr\r",
      "ls\u2028",
      "ps\u2029",
      "esc\u001b",
      "back\\slash",
      "[a]",
      "{a,b}",
      "*",
      "?",
      "!x",
    ];
    const more = ["(a|b)", "+(a)", "@(x)", " a ", "#a", "%41", "~", "-", "a'b\"c", "\u202e", "𝒜", "a..", "\ufffd"];
    const names = [...odd, ...more];
    const folder = temporaryFolder();
    for (const name of names) {
      mkdirSync(join(folder, name, name), { recursive: true });
      writeFileSync(join(folder, name, name, name), "");
    }
    expect(list(folder)).toEqual({ files: names.map((name) => `${name}/${name}/${name}`).sort(), problems: [] });
  });

  it("leaves out hidden files and folders, links, pipes", () => {
    const folder = folderWith({ a: "", ".b": "", ".c": { d: "" }, e: { ".f": "" } });
    symlinkSync("a", join(folder, "link"));
    symlinkSync(".", join(folder, "loop"));
    execFileSync("mkfifo", [join(folder, "pipe")]);
    expect(list(folder)).toEqual({ files: ["a"], problems: [] });
  });

  it("lists without patterns what fast-glob lists for all, hidden ones too where they are wanted", () => {
    const folder = folderWith({
      a: "",
      ".b": { c: "", ".d": { e: "" } },
      f: { ".g": "", h: { i: "", j: {} }, "k\nl": { m: "" } },
    });
    symlinkSync("f", join(folder, "link"));
    for (const hasHidden of [false, true]) {
      const [all, matching] = [{}, { include: ["**/*"] }].map((options) =>
        listFiles(folder, options, () => undefined, hasHidden),
      );
      expect(all).toEqual(matching);
      expect(all).toHaveLength(hasHidden ? 6 : 3);
    }
  });

  it("takes patterns with names that hold line ends", () => {
    const folder = folderWith({ "a\nb": { "c\nd.txt": "", "e.html": "" } });
    expect(list(folder, { include: ["**/*.txt"] }).files).toEqual(["a\nb/c\nd.txt"]);
    expect(list(folder, { include: ["a\nb/*"] }).files).toEqual(["a\nb/c\nd.txt", "a\nb/e.html"]);
    expect(list(folder, { exclude: ["a\nb/c*"] }).files).toEqual(["a\nb/e.html"]);
  });

  it("reports a folder whose name is no valid UTF-8, with the reason", () => {
    const folder = folderWith({ a: "" });
    mkdirSync(Buffer.concat([Buffer.from(join(folder, "caf")), Buffer.from([0xe9])]));
    expect(list(folder)).toEqual({
      files: ["a"],
      problems: [{ kind: "unreadable", where: "caf\ufffd", detail: "its name is not valid UTF-8: rename it" }],
    });
  });
});
