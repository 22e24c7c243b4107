import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { each, thresher } from "../helpers/command.js";
import { apartFromFigures, expectOneLine, expectRefused } from "../helpers/expectations.js";
import { bytesOf, folderWith, namesIn, type Tree, temporaryFolder, twoClasses } from "../helpers/folder.js";

/** Trains on a corpus, and gives what is said of it. */
async function train(tree: Tree) {
  const { code, stdout, stderr } = await thresher(`train ${folderWith(tree)} -m ${temporaryFolder()}/model --json`);
  expect(code).toBe(0);
  return { stderr, result: JSON.parse(stdout) };
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
  ])("is refused by train and evaluate when it %s, with the remedy, and nothing changes", async (_, tree, message) => {
    const corpus = join(folderWith(tree), "nowhere");
    const cwd = folderWith({ "mail.model": "the old model" });
    const commands = [`train ${corpus} -m mail.model`, `evaluate ${corpus} --predictions predictions`];
    await expectRefused(
      commands.map((words) => [words, message, 1]),
      [],
      { cwd },
    );
    expect(bytesOf(join(cwd, "mail.model")).toString()).toBe("the old model");
    expect(namesIn(cwd)).toEqual(["mail.model"]);
  });

  it("is refused if only one class can be read, after the line about the documents that were left out", async () => {
    const corpus = folderWith({ ham: { a: "text" }, spam: { b: "bin\0ary" } });
    expect(await thresher(["train", corpus, "-m", join(temporaryFolder(), "model")])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^thresher: left out 1 binary file \(text has no NUL bytes\): spam\/b\nthresher: there is only one class to learn, "ham".*\n$/,
      ),
    });
  });
});

describe.concurrent("a corpus with something odd in it", () => {
  it("is learned from without the classes that have no documents, which are named", async () => {
    const { stderr, result } = await train({ ...twoClasses(), empty: {}, hidden: { ".x": "text" } });
    expectOneLine(stderr, /left out 2 classes without documents: empty, hidden$/m);
    expect(result).toMatchObject({ documents: 8, classes: [{ label: "ham" }, { label: "spam" }] });
  });

  it("is learned from without the files directly under it, which are named", async () => {
    const { stderr, result } = await train({
      ...twoClasses(),
      "notes.txt": "a",
      "todo.txt": "b",
      "README.md": "about",
    });
    expectOneLine(stderr, /left out 2 files directly under the corpus \(.*\): notes.txt, todo.txt$/m);
    expect(result.documents).toBe(8);
  });
});

describe("a corpus of few documents", () => {
  /** Messages of three senders, two a day. */
  const documents = (shift: number) =>
    Object.fromEntries(
      [0, 1, 2].map((i) => {
        const header = `From: sender${i}@example.org\nDate: Mon, ${2 * i + shift + 10} Jan 2024 10:00:00 +0000\n`;
        return [`${i}`, `${header}Subject: s${i}\n\nletter ${i}\n`];
      }),
    );
  const cwd = folderWith({
    corpus: twoClasses(3),
    four: twoClasses(2),
    mail: { ham: documents(0), spam: documents(1) },
    "t.csv": "a,play\nx,yes\ny,no\nx,yes\ny,no\n",
  });

  it.each([
    ["is evaluated", "evaluate corpus --folds 10", "6 documents", 10, 6],
    ["is searched for doubts", "doubts corpus", "6 documents", 10, 6],
    ["is split by groups", "evaluate mail --folds 10 --group-by from", "3 groups", 10, 3],
    ["is split by date", "evaluate mail --folds 10 --by-date", "6 different times of documents", 10, 5],
    ["is tuned", "tune four --try alpha=1,0.1", "4 documents", 5, 4],
    ["is a table that is tested", "table t.csv --target play --folds 10", "4 rows", 10, 4],
  ])("%s in as many folds as there can be, which is said", async (_, words, few, wanted, folds) => {
    const { code, stdout, stderr } = await thresher(words, { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain(`thresher: ${few} are too few for ${wanted} folds: using ${folds} folds\n`);
    if (!words.startsWith("doubts")) expect(stdout).toMatch(RegExp(`--folds ${folds} |${folds} (?:folds|parts)`));
  });
});

/** Runs commands that succeed, and are to say one thing. */
async function expectTold(commands: readonly string[], message: RegExp | string): Promise<void> {
  await each(commands, async (words) => {
    const { code, stderr } = await thresher(words);
    expect(code, words).toBe(0);
    expectOneLine(apartFromFigures(stderr), message, words);
  });
}

describe.concurrent("a corpus that tells little", () => {
  it("is reported by every command that learns if all documents are the same", async () => {
    const same = { 1: "the same words", 2: "the same words", 3: "the same words", 4: "the same words" };
    const corpus = folderWith({ ham: same, spam: same });
    const tune = `tune ${corpus} --folds 2 --try alpha=1,0.1`;
    const commands = [`evaluate ${corpus}`, `curve ${corpus}`, tune, `train ${corpus} -m ${temporaryFolder()}/model`];
    await expectTold(commands, "the classes have the same terms equally often, so nothing tells");
    for (const words of commands) expect((await thresher(`${words} --quiet`)).stderr).toBe("");
  });

  it("is reported if a class has one document: a curve never tests it, and leave-one-out never learns it", async () => {
    const corpus = folderWith({ ...twoClasses(5), eggs: { only: "breakfast" } });
    await expectTold([`curve ${corpus}`], /: 1 class has one document, learned from and never tested: eggs\n/);
    await expectTold(
      [`evaluate ${corpus} --leave-one-out`],
      /: 1 class of the test set is not in training, so its documents count as wrong: eggs\n/,
    );
  });

  it("is said to show nothing if it is also the test folder, under whatever name", async () => {
    const corpus = folderWith(twoClasses(4));
    const link = join(temporaryFolder(), "link");
    symlinkSync(corpus, link);
    for (const name of [link, `${corpus}/`]) {
      const commands = [`evaluate ${corpus} --test ${name}`, `curve ${corpus} --test ${name}`];
      await expectTold(commands, `${name} is also the training corpus, so every answer`);
    }
  });
});
