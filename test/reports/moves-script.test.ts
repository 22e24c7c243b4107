import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NamedDoubt } from "../../src/reports/doubts-json.js";
import { type Move, movesOf, movesScript } from "../../src/reports/moves-script.js";
import { EXAMPLES } from "../helpers/arbitraries.js";
import { execute } from "../helpers/command.js";
import { folderWith, namesIn, temporaryFolder } from "../helpers/folder.js";
import { sampleDoubts } from "./doubts-sample.js";

/** Names that mean something to a shell, to mv, to printf or to a terminal. */
const HOSTILE = [
  ...[
    "-n",
    "--",
    "-",
    "'",
    "''",
    "it's",
    '"',
    "`id`",
    "$(id)",
    "$HOME",
    "$" + "{x%x}",
    "a b",
    " ",
    "*",
    "?",
    "[a]",
    "{a,b}",
  ],
  ...[
    "new\nline",
    "\n",
    "ends\n",
    "\nmove 'a' 'b'",
    "tab\t",
    "return\r",
    "escape\u001b[31m",
    "turned\u202etxt",
    "\u0085",
  ],
  ...[
    "back\\slash",
    "\\",
    "\\n",
    "\\0101",
    "\\c",
    "%s",
    "%b",
    "#x",
    "!",
    "~",
    ";rm",
    "&",
    "|",
    "(",
    "=",
    "[",
    "漢字",
    "e\u0301",
    "😀",
  ],
  "x".repeat(255),
  "é".repeat(127),
];

function doubt(id: string, looksLike: string): NamedDoubt {
  const [sample] = sampleDoubts().doubts;
  return { ...sample, id, label: id.slice(0, id.indexOf("/")), looksLike, sameAs: undefined };
}

function targets(pairs: readonly (readonly [string, string])[], taken: readonly string[] = []): string[] {
  return movesOf(
    pairs.map(([id, looksLike]) => doubt(id, looksLike)),
    (id) => taken.includes(id),
  ).map(({ to }) => to);
}

/** Writes a script beside a corpus, and runs it. */
function scriptFor(
  root: string,
  moves: readonly Move[],
): (...args: string[]) => Promise<{ code: number | null; stdout: string; stderr: string }> {
  const file = join(temporaryFolder(), "moves.sh");
  writeFileSync(file, movesScript(root, moves));
  return (...args) => execute("sh", [file, ...args], { cwd: "/" });
}

const move = (from: string, to: string): Move => ({ from, to, why: "because" });

describe("movesOf", () => {
  it("puts a document under its own name into the folder of the class that claims it", () => {
    expect(targets([["ham/deep/er/1.txt", "spam"]])).toEqual(["spam/1.txt"]);
  });

  it("numbers a name that is taken, before its extension", () => {
    expect(targets([["ham/1.txt", "spam"]], ["spam/1.txt", "spam/1-2.txt"])).toEqual(["spam/1-3.txt"]);
    expect(
      targets([
        ["ham/1", "spam"],
        ["news/1", "spam"],
        ["ham/sub/1", "spam"],
      ]),
    ).toEqual(["spam/1", "spam/1-2", "spam/1-3"]);
    expect(
      targets(
        [["ham/00199.a69d994a7a76f49be4f4e8b839adc00a", "spam"]],
        ["spam/00199.a69d994a7a76f49be4f4e8b839adc00a"],
      ),
    ).toEqual(["spam/00199.a69d994a7a76f49be4f4e8b839adc00a-2"]);
  });

  it("takes names for the same that some file systems do", () => {
    expect(
      targets([
        ["a/Caf\u00e9", "c"],
        ["b/cafe\u0301", "c"],
      ]),
    ).toEqual(["c/Caf\u00e9", "c/cafe\u0301-2"]);
  });

  it("swaps two documents of one name without one taking the place of the other", () => {
    expect(
      targets(
        [
          ["a/1", "b"],
          ["b/1", "a"],
        ],
        ["a/1", "b/1"],
      ),
    ).toEqual(["b/1-2", "a/1-2"]);
  });

  it("never makes a name longer than a file system allows, nor cuts a character", () => {
    for (const name of [
      "x".repeat(255),
      `${"x".repeat(251)}.txt`,
      `x.${"y".repeat(253)}`,
      "é".repeat(127),
      "😀".repeat(63),
    ]) {
      const [to] = targets([[`ham/${name}`, "spam"]], [`spam/${name}`]);
      expect(Buffer.byteLength(basename(to))).toBeLessThanOrEqual(255);
      expect(to).toMatch(/-2(\.txt)?$/);
      expect(Buffer.from(to).toString()).toBe(to);
    }
  });

  it("says why, on one line", () => {
    const [sample] = sampleDoubts().doubts;
    const [{ why }] = movesOf([{ ...sample, label: "a\nb", sameAs: "spam/\n7" }], () => false);
    expect(why).toBe("1. a\\nb looks like spam: prize ×3, cash; the same text as spam/\\n7");
  });
});

describe("movesScript", () => {
  it("shows all that it does: names stand in it as they are unless they cannot be seen", () => {
    const script = movesScript("/corpus", [move("ham/it's a\\b", "spam/new\nline\u202e")]);
    expect(script).toContain(`\n# because\nmove 'ham/it'\\''s a\\\\b' 'spam/new\\0012line\\0342\\0200\\0256'\n`);
    expect(script).toContain("\nenter '/corpus'\n");
  });

  it("is plain text whatever is in a name", () => {
    const names = fc.string({ unit: "binary", minLength: 1 });
    fc.assert(
      fc.property(names, names, names, (root, from, to) => {
        const script = movesScript(`/${root}`, [move(from, to)]);
        expect(script).not.toMatch(/[^\n\P{Cc}]|[\u2028-\u202e\u2066-\u2069\u200b]/u);
        expect(script.match(/^(move|enter) '/gm)).toHaveLength(2);
      }),
      EXAMPLES,
    );
  });

  it("moves every document of a corpus with hostile names, does nothing twice, and takes all back", async () => {
    const corpus = join(temporaryFolder(), "it's a \\n corpus\n");
    for (const folder of ["-class 'a'\n", "$(b)"]) mkdirSync(join(corpus, folder), { recursive: true });
    const ids = HOSTILE.map((name) => `-class 'a'\n/${name}`);
    for (const id of ids) writeFileSync(join(corpus, id), `content of ${id}`);
    // Half of the names are taken in the other class.
    const taken = HOSTILE.filter((_, i) => i % 2 === 0).map((name) => `$(b)/${name}`);
    for (const id of taken) writeFileSync(join(corpus, id), `was there: ${id}`);
    const before = namesIn(corpus);
    const moves = movesOf(
      ids.map((id) => doubt(id, "$(b)")),
      (id) => before.includes(id),
    );
    const run = scriptFor(corpus, moves);

    const done = `moved: ${ids.length}, already in place: 0, left alone: 0\n`;
    expect(await run()).toMatchObject({ code: 0, stdout: done, stderr: "" });
    expect(namesIn(corpus)).toEqual(
      [...before.filter((name) => !ids.includes(name)), ...moves.map(({ to }) => to)].sort(),
    );
    for (const { from, to } of moves) expect(readFileSync(join(corpus, to), "utf8")).toBe(`content of ${from}`);
    for (const id of taken) expect(readFileSync(join(corpus, id), "utf8")).toBe(`was there: ${id}`);

    const after = namesIn(corpus);
    const nothing = `moved: 0, already in place: ${ids.length}, left alone: 0\n`;
    expect(await run()).toMatchObject({ code: 0, stdout: nothing, stderr: "" });
    expect(namesIn(corpus)).toEqual(after);

    expect(await run("--undo")).toMatchObject({ code: 0, stdout: done, stderr: "" });
    expect(namesIn(corpus)).toEqual(before);
    for (const id of ids) expect(readFileSync(join(corpus, id), "utf8")).toBe(`content of ${id}`);
    expect(await run("--undo")).toMatchObject({ code: 0, stdout: nothing, stderr: "" });
    expect(namesIn(corpus)).toEqual(before);
  });

  it("overwrites nothing that came later, a link that leads nowhere included, and says so", async () => {
    const corpus = folderWith({ ham: { "a\u001b": "a", b: "b", c: "c" }, spam: { "a\u001b": "another" } });
    symlinkSync("nowhere", join(corpus, "spam/b"));
    const run = scriptFor(corpus, [
      move("ham/a\u001b", "spam/a\u001b"),
      move("ham/b", "spam/b"),
      move("ham/c", "spam/c"),
    ]);
    const { code, stdout, stderr } = await run();
    expect({ code, stdout }).toEqual({ code: 1, stdout: "moved: 1, already in place: 0, left alone: 2\n" });
    expect(stderr).toBe(
      "ham/a?: left alone, something is there already: spam/a?\nham/b: left alone, something is there already: spam/b\n",
    );
    expect(readFileSync(join(corpus, "spam/a\u001b"), "utf8")).toBe("another");
    expect(namesIn(corpus)).toEqual(["ham/", "ham/a\u001b", "ham/b", "spam/", "spam/a\u001b", "spam/b", "spam/c"]);
  });

  it("says what is no longer there, or could not be moved, and goes on", async () => {
    const corpus = folderWith({ ham: { a: "a", b: "b", c: "c" }, spam: {} });
    const run = scriptFor(corpus, [move("ham/a", "spam/a"), move("ham/b", "gone/b"), move("ham/c", "spam/c")]);
    rmSync(join(corpus, "ham/a"));
    const { code, stdout, stderr } = await run();
    expect({ code, stdout }).toEqual({ code: 1, stdout: "moved: 1, already in place: 0, left alone: 2\n" });
    expect(stderr).toMatch(/^ham\/a: left alone, it is not there\n(.*\n)?ham\/b: left alone, it could not be moved\n$/);
    expect(namesIn(corpus)).toEqual(["ham/", "ham/b", "spam/", "spam/c"]);
  });

  it("does nothing at all if the corpus is somewhere else, or the argument is another", async () => {
    const corpus = folderWith({ ham: { a: "a" }, spam: {} });
    const run = scriptFor(corpus, [move("ham/a", "spam/a")]);
    for (const args of [["--unde"], ["--undo", "more"], [""]]) {
      expect(await run(...args)).toMatchObject({ code: 2, stdout: "", stderr: "usage: sh THIS-FILE [--undo]\n" });
    }
    renameSync(corpus, `${corpus}-moved`);
    const { code, stdout } = await run();
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(namesIn(`${corpus}-moved`)).toEqual(["ham/", "ham/a", "spam/"]);
  });

  it("says that there is nothing to move, and moves nothing", async () => {
    expect(movesScript("/", [])).toContain("# Nothing to move");
    const run = scriptFor("/", []);
    expect(await run()).toMatchObject({ code: 0, stdout: "moved: 0, already in place: 0, left alone: 0\n" });
  });
});
