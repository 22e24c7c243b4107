import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../helpers/command.js";
import { expectFault, expectOneLine } from "../helpers/expectations.js";
import { bytesOf, folderWith, namesIn, type Tree, temporaryFolder, twoClasses } from "../helpers/folder.js";

/** Trains and evaluates on a corpus that is refused; both must refuse it in the same words, and nothing may change. */
async function expectRefused(corpus: string, message: RegExp | string): Promise<void> {
  const folder = temporaryFolder();
  const model = join(folder, "mail.model");
  writeFileSync(model, "the old model");
  const [train, evaluate] = await Promise.all([
    thresher(["train", corpus, "-m", model]),
    thresher(["evaluate", corpus, "--predictions", join(folder, "predictions")]),
  ]);
  for (const outcome of [train, evaluate]) expectFault(outcome, 1, message);
  expect(bytesOf(model).toString()).toBe("the old model");
  expect(namesIn(folder)).toEqual(["mail.model"]);
}

/** Trains on a corpus, and gives what is said of it. */
async function train(corpus: string, ...options: string[]) {
  const model = join(temporaryFolder(), "model");
  const { code, stdout, stderr } = await thresher(["train", corpus, "-m", model, "--json", ...options]);
  expect(code).toBe(0);
  return { model, stderr, result: JSON.parse(stdout) };
}

describe.concurrent("a corpus that cannot be learned from", () => {
  it.each<[string, Tree, RegExp]>([
    ["is missing", {}, /nowhere: no such file or folder$/m],
    ["is a file", { nowhere: "a letter" }, /not a corpus.*: it is a plain file$/m],
    ["is empty", { nowhere: {} }, /no class folder with documents: there are no documents/],
    [
      "has hidden documents only",
      { nowhere: { ham: { ".a": "x" }, ".spam": { b: "y" } } },
      /there are no documents \(hidden files/,
    ],
    [
      "has files but no folders",
      { nowhere: { "one.txt": "first", "two.txt": "second" } },
      /2 files lie directly in it: move each into the folder of its class, or name what holds a class NAME.mbox or NAME.tar$/m,
    ],
    [
      "has a table and no folders",
      { nowhere: { "notes.txt": "first", "tickets.csv": "label,text\na,b\n" } },
      /2 files lie directly in it: .*, or name a table, as in thresher train \S*nowhere\/tickets\.csv -m MODEL$/m,
    ],
    [
      "has one class only",
      { nowhere: { ham: { a: "text", b: "text" } } },
      /only one class to learn, "ham": add documents/,
    ],
  ])("is refused when it %s, with the remedy", async (_, tree, message) => {
    await expectRefused(join(folderWith(tree), "nowhere"), message);
  });

  it("is refused when its test folder is missing or empty", async () => {
    const corpus = folderWith(twoClasses());
    const missing = join(temporaryFolder(), "nowhere");
    expectFault(await thresher(["evaluate", corpus, "--test", missing]), 1, /no such file or folder$/m);
    expectFault(await thresher(["evaluate", corpus, "--test", temporaryFolder()]), 1, /there are no documents/);
  });

  it("is refused if only one class can be read, after the line about the documents that were left out", async () => {
    const corpus = folderWith({ ham: { a: "text" }, spam: { b: "bin\0ary" } });
    const { code, stdout, stderr } = await thresher(["train", corpus, "-m", join(temporaryFolder(), "model")]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.trimEnd().split("\n")).toEqual([
      "thresher: left out 1 binary file (text has no NUL bytes): spam/b",
      expect.stringMatching(/^thresher: there is only one class to learn, "ham"/),
    ]);
  });
});

describe.concurrent("a corpus with something odd in it", () => {
  it("is learned from without the classes that have no documents, which are named", async () => {
    const { stderr, result } = await train(folderWith({ ...twoClasses(), empty: {}, hidden: { ".x": "text" } }));
    expectOneLine(stderr, /left out 2 classes without documents: empty, hidden$/m);
    expect(result).toMatchObject({ documents: 8, classes: [{ label: "ham" }, { label: "spam" }] });
  });

  it("is learned from without the files directly under it, which are named", async () => {
    const strays: Tree = { "notes.txt": "stray", "todo.txt": "stray" };
    const { stderr, result } = await train(folderWith({ ...twoClasses(), ...strays, "README.md": "about" }));
    expectOneLine(stderr, /left out 2 files directly under the corpus \(.*\): notes.txt, todo.txt$/m);
    expect(result.documents).toBe(8);
  });

  it("may have classes and words named as JavaScript's own properties are", async () => {
    const corpus = folderWith({
      ["__proto__"]: { a: "__proto__ valueOf hasOwnProperty", b: "__proto__ letter" },
      constructor: { c: "constructor prototype toString", d: "constructor letter" },
    });
    const { model, stderr, result } = await train(corpus);
    expect(stderr).toBe("");
    expect(result.classes).toEqual([
      { label: "__proto__", documents: 2 },
      { label: "constructor", documents: 2 },
    ]);
    expect(result.vocabulary).toBe(7);
    const letter = join(folderWith({ letter: "__proto__ hasOwnProperty" }), "letter");
    const { stdout } = await thresher(["classify", "-m", model, "--json", letter]);
    const [found] = JSON.parse(stdout);
    expect(found).toMatchObject({ label: "__proto__", knownTokens: 2 });
    expect(Object.keys(found.probabilities)).toEqual(["__proto__", "constructor"]);
    const inspected = await thresher(["inspect", "-m", model]);
    expect(inspected.stdout).toMatch(/^__proto__ +2 +0\.500 +__proto__ /m);
    const evaluated = await thresher(["evaluate", corpus, "--test", corpus, "--json"]);
    expect(JSON.parse(evaluated.stdout)).toMatchObject({ labels: ["__proto__", "constructor"], accuracy: 1 });
  });
});
