import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { each, thresher } from "../../helpers/command.js";
import { apartFromFigures, expectOneLine } from "../../helpers/expectations.js";
import { folderWith, type Tree, temporaryFolder, twoClasses } from "../../helpers/folder.js";

/** A class of documents of the same text. */
const copies = (n: number, text: string): Tree =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`${i}`, text]));

/** Runs a command that succeeds, and is to say one thing. */
async function expectTold(args: readonly string[], message: RegExp | string): Promise<void> {
  const { code, stderr } = await thresher(args);
  expect(code, args.join(" ")).toBe(0);
  expectOneLine(apartFromFigures(stderr), message, args.join(" "));
}

const model = join(temporaryFolder(), "model");
const every = (corpus: string): string[][] => [
  ["evaluate", corpus],
  ["curve", corpus],
  ["tune", corpus, "--folds", "2", "--try", "alpha=1,0.1"],
  ["train", corpus, "-m", model],
];

describe.concurrent("a corpus that nothing can be learned from", () => {
  it("is reported by every command that learns if all documents are the same", async () => {
    const corpus = folderWith({ ham: copies(4, "the same words"), spam: copies(4, "the same words") });
    await each(every(corpus), (args) =>
      expectTold(args, "the classes have the same terms equally often, so nothing tells"),
    );
    for (const args of every(corpus)) expect((await thresher([...args, "--quiet"])).stderr).toBe("");
  });
});

describe.concurrent("a class of one document", () => {
  const corpus = folderWith({ ...twoClasses(5), eggs: { only: "breakfast" } });

  it("is reported: a curve never tests it, and leave-one-out never learns it", async () => {
    await expectTold(["curve", corpus], /: 1 class has one document, learned from and never tested: eggs\n/);
    await expectTold(
      ["evaluate", corpus, "--leave-one-out"],
      /: 1 class of the test set is not in training, so its documents count as wrong: eggs\n/,
    );
  });
});

describe.concurrent("a test folder", () => {
  const corpus = folderWith(twoClasses(4));
  const tested = (test: string): string[][] => [
    ["evaluate", corpus, "--test", test],
    ["curve", corpus, "--test", test],
  ];

  it("that is the corpus under whatever name is said to show nothing", async () => {
    const link = join(temporaryFolder(), "link");
    symlinkSync(corpus, link);
    await each(tested(link), (args) => expectTold(args, `${link} is also the training corpus, so every answer`));
    await expectTold(["evaluate", corpus, "--test", `${corpus}/`], "is also the training corpus, so every answer");
  });
});
