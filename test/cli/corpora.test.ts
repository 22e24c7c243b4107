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
});

/** Messages of three senders, two a day. */
const documents = (shift: number) =>
  Object.fromEntries(
    [0, 1, 2].map((i) => {
      const header = `From: sender${i}@example.org\nDate: Mon, ${2 * i + shift + 10} Jan 2024 10:00:00 +0000\n`;
      return [`${i}`, `${header}Subject: s${i}\n\nletter ${i}\n`];
    }),
  );

describe("a corpus of few documents", () => {
  const corpus = folderWith(twoClasses(3));

  const mail = folderWith({ ham: documents(0), spam: documents(1) });
  const folder = folderWith({ "t.csv": "a,play\nx,yes\ny,no\nx,yes\ny,no\n" });

  it.each<[what: string, args: string[], few: string, wanted: number, folds: number]>([
    ["is evaluated", ["evaluate", corpus, "--folds", "10"], "6 documents", 10, 6],
    ["is searched for doubts", ["doubts", corpus], "6 documents", 10, 6],
    ["is split by groups", ["evaluate", mail, "--folds", "10", "--group-by", "from"], "3 groups", 10, 3],
    ["is split by date", ["evaluate", mail, "--folds", "10", "--by-date"], "6 different times of documents", 10, 5],
    ["is tuned", ["tune", folderWith(twoClasses(2)), "--try", "alpha=1,0.1"], "4 documents", 5, 4],
    ["is a table that is tested", ["table", `${folder}/t.csv`, "--target", "play", "--folds", "10"], "4 rows", 10, 4],
  ])("%s in as many folds as there can be, which is said", async (_, args, few, wanted, folds) => {
    const { code, stdout, stderr } = await thresher(args);
    expect(code).toBe(0);
    expect(stderr).toContain(`thresher: ${few} are too few for ${wanted} folds: using ${folds} folds\n`);
    if (args[0] !== "doubts") expect(stdout).toMatch(new RegExp(`--folds ${folds} |${folds} (?:folds|parts)`));
  });
});
