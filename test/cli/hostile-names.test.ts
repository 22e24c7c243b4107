import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { each, type Outcome, thresher } from "../helpers/command.js";
import { apartFromFigures, expectOneLine } from "../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";

/** Names that a file system allows and that end lines, move a cursor, turn text round or mean something to a shell. */
const NAMES = [
  ...["new\nline", "return\rhere", "line\u2028separator", "paragraph\u2029separator", "escape\u001b[31m", "bell\u0007"],
  ...["c1\u009b31m", "tab\there", "right-to-left\u202etxt.exe", "isolate\u2066\u2069", "zero\u200bwidth"],
  ...["back\\slash", "back\\nslash", 'quo"te', "comma,", "[brackets]", "{a,b}", "st*r?", "!bang", "(group)", "@(a|b)"],
  ...[" leading", "trailing ", "__proto__", "constructor", "-dash", "=formula", "'=quoted", "#hash", "%41", "漢字"],
  ...["\u00e9", "e\u0301", "x".repeat(255)],
];

/** Characters that must never reach a terminal: control characters, separators of lines and paragraphs, turned text. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Two of the names are the same letter in two forms of Unicode. */
const ALIKE = /^thresher: classes whose names look alike [^\n]*\n$/;

function expectSafe({ stdout, stderr }: Outcome, allowed = /[\n]/g): void {
  expect(stdout.replace(allowed, "")).not.toMatch(UNSAFE);
  expect(stderr.replace(/\n/g, "")).not.toMatch(UNSAFE);
}

describe.concurrent("documents and classes with hostile names", () => {
  /** A class of every name, and in each a file of the same name. */
  const newCorpus = () => folderWith(Object.fromEntries(NAMES.map((name, i) => [name, { [name]: `word${i} text` }])));
  const corpus = newCorpus();
  const model = join(temporaryFolder(), "model");
  let trained: Outcome;
  beforeAll(async () => {
    trained = await thresher(["train", corpus, "-m", model, "--json"]);
  });

  it("are all learned from, and printed safely", () => {
    expect(trained).toMatchObject({ code: 0, stderr: expect.stringMatching(ALIKE) });
    expectSafe(trained);
    const { documents, classes } = JSON.parse(trained.stdout) as { documents: number; classes: { label: string }[] };
    expect(classes.map(({ label }) => label)).toEqual([...NAMES].sort());
    expect(documents).toBe(NAMES.length);
  });

  it("take one line each in every form that classify prints", async () => {
    const paths = NAMES.map((name) => join(corpus, name, name)).sort();
    const [TSV, CSV] = ["tsv", "csv"].map((format) => `--format ${format} --probabilities`);
    const forms = ["--format table", TSV, CSV, "--format ndjson", "--json"];
    const [table, tsv, csv, ndjson, json] = await each(forms, async (form) => {
      const outcome = await thresher(`classify -m ${model} ${corpus} ${form}`);
      expect(outcome).toMatchObject({ code: 0, stderr: "" });
      expectSafe(outcome, form === TSV ? /[\n\t]/g : undefined);
      return outcome.stdout;
    });
    expect(table.split("\n")).toHaveLength(NAMES.length + 1);
    expect(csv.split("\n")).toHaveLength(NAMES.length + 2);
    const rows = rowsOf(tsv);
    expect(rows.every((cells) => cells.length === 4 + NAMES.length)).toBe(true);
    expect(rows.map(([path]) => unescaped(path))).toEqual(paths);
    for (const entries of [`[${ndjson.trimEnd().replaceAll("\n", ",")}]`, json]) {
      expect(JSON.parse(entries).map(({ path }: { path: string }) => path)).toEqual(paths);
    }
  });

  it("are printed safely with --debug, by every command that can fail because of one", async () => {
    const name = "a\u001b[31mb\u009bc\u202ed\ne";
    const commands =
      "classify -m X x,train X -m m,evaluate X,sort --undo X,filter -m X,X,train --X,train x -m m --alpha X";
    await each(commands.split(","), async (command) => {
      const args = `${command} --debug`.replace("X", name);
      const outcome = await thresher(args, { cwd: temporaryFolder(), input: "Subject: x\n\ny\n" });
      expect(outcome.code).not.toBe(0);
      expectSafe(outcome);
    });
  });

  it("are printed safely by evaluate and inspect, and stand unmistakably in the predictions", async () => {
    const predictions = join(temporaryFolder(), "predictions.tsv");
    const evaluated = await thresher(`evaluate ${corpus} --test ${newCorpus()} --predictions ${predictions}`);
    expect(evaluated.code).toBe(0);
    expect(apartFromFigures(evaluated.stderr)).toMatch(ALIKE);
    expectSafe(evaluated);
    const rows = rowsOf(readFileSync(predictions, "utf8"));
    expect(rows.map(([id]) => unescaped(id)).sort()).toEqual(NAMES.map((name) => `${name}/${name}`).sort());
    expect(rows.every(([id, actual]) => unescaped(id) === `${unescaped(actual)}/${unescaped(actual)}`)).toBe(true);
    const inspected = await thresher(["inspect", "-m", model]);
    expect(inspected.stdout.split("\n").length).toBeGreaterThan(NAMES.length);
    expectSafe(inspected);
  });
});

describe("names that are no valid UTF-8", () => {
  it("are reported with the remedy, files and class folders alike, and the others are learned", async () => {
    const corpus = folderWith(twoClasses());
    const below = (path: string) => Buffer.from(`${corpus}/${path}`, "latin1");
    writeFileSync(below("ham/caf\xe9"), "letter");
    mkdirSync(below("caf\xe9"));
    writeFileSync(below("caf\xe9/inside.txt"), "letter");
    const model = join(temporaryFolder(), "model");
    const { code, stdout, stderr } = await thresher(["train", corpus, "-m", model, "--json"]);
    expect(code).toBe(0);
    const why = "(its name is not valid UTF-8: rename it)";
    expectOneLine(stderr, `left out 2 files or folders that cannot be read: caf\ufffd ${why}, ham/caf\ufffd ${why}\n`);
    expect(JSON.parse(stdout)).toMatchObject({ documents: 8, classes: [{ label: "ham" }, { label: "spam" }] });

    const classified = await thresher(["classify", "-m", model, corpus, "--format", "tsv"]);
    expect({ code: classified.code, lines: classified.stdout.split("\n").length }).toEqual({ code: 1, lines: 10 });
    expectOneLine(classified.stderr, `ham/caf\ufffd ${why}`);
  });
});

/** The cells of tab-separated lines, without the heading. The last cell of a line may be empty. */
function rowsOf(text: string): string[][] {
  const lines = text.split("\n").slice(1, -1);
  return lines.map((line) => line.split("\t"));
}

/** The original of a name in a tab-separated line. */
function unescaped(text: string): string {
  return text.replace(/^'(?=['"]*[=+@-])/, "").replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code, letter) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return { n: "\n", r: "\r", t: "\t" }[letter as string] ?? letter;
  });
}
