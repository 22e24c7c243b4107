import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { listFiles } from "../../../src/documents/files/list-files.js";
import { type FileOptions, PathPatterns } from "../../../src/documents/files/path-patterns.js";
import type { Problem } from "../../../src/documents/problem.js";
import { folderWith, temporaryFolder } from "../../helpers/folder.js";

function list(folder: string, options: FileOptions = {}, hasHidden = false) {
  const problems: Problem[] = [];
  const patterns = new PathPatterns(options, hasHidden);
  const files = [...listFiles(folder, patterns, (problem) => problems.push(problem))];
  return { files, problems, unmatched: patterns.unmatched.map(({ where, detail }) => `${detail} ${where}`) };
}

describe("listFiles", () => {
  it("lists regular files at any depth, sorted by the code units of whole paths, whatever the file system says", () => {
    const folder = folderWith({ b: "", B: "", "a.b": "", a: { c: "", b: { z: "" } }, é: "", z: {} });
    expect(list(folder)).toMatchObject({ files: ["B", "a.b", "a/b/z", "a/c", "b", "é"], problems: [] });
    const alike = folderWith({ a: { x: "" }, "a!": "", "a.d": { y: "" }, "a-": { z: "" }, a0: "" });
    expect(list(alike).files).toEqual(["a!", "a-/z", "a.d/y", "a/x", "a0"]);
  });

  it("lists files with every name that a file system allows, with and without patterns", () => {
    const odd = "new\nline|cr\r|ls\u2028|ps\u2029|esc\u001b|back\\slash|[a]|{a,b}|*|?|!x".split("|");
    const more = ["(a|b)", "+(a)", "@(x)", " a ", "#a", "%41", "~", "-", "a'b\"c", "\u202e", "𝒜", "a..", "\ufffd"];
    const names = [...odd, ...more];
    const folder = join(temporaryFolder(), "%41\n");
    for (const name of names) {
      mkdirSync(join(folder, name, name), { recursive: true });
      writeFileSync(join(folder, name, name, name), "");
    }
    const files = names.map((name) => `${name}/${name}/${name}`).sort();
    for (const options of [{}, { exclude: ["none"] }])
      expect(list(folder, options)).toMatchObject({ files, problems: [] });
  });

  it("leaves out hidden files and folders, links, pipes", () => {
    const folder = folderWith({ a: "", ".b": "", ".c": { d: "" }, e: { ".f": "" } });
    symlinkSync("a", join(folder, "link"));
    symlinkSync(".", join(folder, "loop"));
    execFileSync("mkfifo", [join(folder, "pipe")]);
    expect(list(folder)).toMatchObject({ files: ["a"], problems: [] });
  });

  it("takes wildcards, braces, the names of folders, and hidden files that a pattern names by the dot", () => {
    const folder = folderWith({
      "a.txt": "",
      b: { "c.txt": "", "d.html": "", ".e": "", f: { "g.txt": "" } },
      ".h": { "i.txt": "", j: "" },
    });
    const cases: [options: FileOptions, files: string[]][] = [
      [{ include: ["*.txt"] }, ["a.txt"]],
      [{ include: ["**/*.txt"] }, ["a.txt", "b/c.txt", "b/f/g.txt"]],
      [{ include: ["b/*"] }, ["b/c.txt", "b/d.html"]],
      [{ include: ["b"] }, ["b/c.txt", "b/d.html", "b/f/g.txt"]],
      [{ include: ["./b/f/"] }, ["b/f/g.txt"]],
      [{ include: ["**/*.{txt,html}"], exclude: ["**/f"] }, ["a.txt", "b/c.txt", "b/d.html"]],
      [{ include: ["**/*", "!b/**"] }, ["a.txt"]],
      [{ include: [".h/*.txt", "b/.e"] }, [".h/i.txt", "b/.e"]],
      [{ include: ["**/*", ".h/j"] }, [".h/j", "a.txt", "b/c.txt", "b/d.html", "b/f/g.txt"]],
      [{ exclude: ["b"] }, ["a.txt"]],
      [{ exclude: ["b/"] }, ["a.txt"]],
      [{ exclude: ["**/*.txt", "nothing*"] }, ["b/d.html"]],
    ];
    for (const [options, files] of cases) expect(list(folder, options).files, JSON.stringify(options)).toEqual(files);
  });

  it("tells which patterns nothing matches", () => {
    const folder = folderWith({ a: { b: "" }, c: { d: "" } });
    const options = { include: ["a", "**/d", "x*"], exclude: ["Trash", "a/b", "*.y"] };
    expect(list(folder, options)).toMatchObject({
      files: ["c/d"],
      unmatched: ["include a", "include x*", "exclude Trash", "exclude *.y"],
    });
  });

  it("refuses a pattern that is empty or leads out of the folder", () => {
    for (const pattern of ["", "..", "/etc/*", "../**", "a/../../b", "{a,../b}", "{../x,ham/*}", "!/x", "!../x"]) {
      expect(() => new PathPatterns({ include: [pattern] }), pattern).toThrow(UsageError);
      expect(() => new PathPatterns({ exclude: [pattern] }), pattern).toThrow(/is not a path below the folder/);
    }
    for (const pattern of ["**/..*", "**/*..txt", "a..b/*", "**/{..a,b}"]) {
      expect(() => new PathPatterns({ exclude: [pattern] }), pattern).not.toThrow();
    }
  });

  it("reports a folder whose name is no valid UTF-8, with the reason, unless it is left out", () => {
    const folder = folderWith({ a: "" });
    mkdirSync(Buffer.concat([Buffer.from(join(folder, "caf")), Buffer.from([0xe9])]));
    const problem = { kind: "unreadable", where: "caf\ufffd", detail: "its name is not valid UTF-8: rename it" };
    expect(list(folder)).toMatchObject({ files: ["a"], problems: [problem] });
    expect(list(folder, { exclude: ["caf*"] })).toEqual({ files: ["a"], problems: [], unmatched: [] });
  });
});
