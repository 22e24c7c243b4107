import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { folderWith } from "../helpers/folder.js";
import { runBuilt } from "./run-built.js";

const hasChromium = process.env.CHROMIUM !== undefined || spawnSync("which", ["chromium"]).status === 0;

/** A test as html5lib writes them. */
function tree(html: string, lines: readonly string[]): string {
  return `#data\n${html}\n#errors\n#document\n${lines.map((line) => `| ${line}\n`).join("")}`;
}

const BEGINNING = ["<html>", "  <head>", "  <body>"];

describe("check:html", () => {
  it("compares the texts of trees", () => {
    const trees = folderWith({
      "own.dat": [
        tree("<p>one<table>two", [...BEGINNING, "    <p>", '      "one"', '    "two"', "    <table>"]),
        tree("<select><selectedcontent></selectedcontent><option>a", [
          ...[...BEGINNING, "    <select>", "      <selectedcontent>", '        "a"', "      <option>", '        "a"'],
        ]),
      ].join("\n"),
    });
    expect(runBuilt("check-html", ["--pages", "0", "--trees", trees])).toEqual({
      ...{ status: 0, stderr: "" },
      stdout: "ok     0 of 2 trees have another text\n",
    });
  });

  it("fails if a tree has another text, and shows it", () => {
    const trees = folderWith({ "own.dat": tree("one", [...BEGINNING, '    "two"']) });
    const { status, stdout } = runBuilt("check-html", ["--pages", "0", "--trees", trees]);
    expect(status).toBe(1);
    expect(stdout).toContain("FAILED 1 of 1 trees have another text\n");
    expect(stdout).toContain('own.dat 1 {"html":"one","text":"two","read":"one"}');
  });
});

describe.runIf(hasChromium)("check:html, beside Chromium", () => {
  it("compares which words of random pages are seen", () => {
    const { status, stdout, stderr } = runBuilt("check-html", ["--pages", "25", "--seed", "5"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^ok {5}nesting: \d+ of 1\d\d words in 25 pages are seen otherwise, in \d+ pages$/m);
    expect(stdout).toMatch(/^ok {5}styles: \d+ of 4\d\d words in 25 pages are seen otherwise, in \d+ pages$/m);
  });
});
