import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { answering } from "../../../src/cli/classifying/answers.js";
import { ClassifyingThreads } from "../../../src/cli/classifying/in-threads.js";
import { loadIdentified } from "../../../src/model/file/model-file.js";
import { save } from "../../../src/model/file/save-model.js";
import { train } from "../../../src/model/training.js";
import { thresher } from "../../helpers/command.js";
import { folderWith, temporaryFolder } from "../../helpers/folder.js";

/** Enough for two threads. */
const FILES = 504;

const inbox = folderWith(
  Object.fromEntries(
    Array.from({ length: FILES }, (_, i) => [
      `${i}.eml`,
      i % 50 === 7 ? "a\0b" : `From: a${i}@example.org\nSubject: Nr ${i}\n\nword${i % 7} word${i % 11} own${i} été\n`,
    ]),
  ),
);
const models = temporaryFolder();
const pathOf = (as: string) => join(models, as);

beforeAll(() => {
  const documents = Array.from({ length: 20 }, (_, i) => ({
    label: i % 3 === 0 ? "ham" : "spam",
    text: `Subject: Nr ${i}\n\nword${i % 5} word${i % 4} été\n`,
  }));
  save(train(documents), pathOf("text"));
  save(train(documents, { preset: "mail" }), pathOf("mail"));
});

describe("classifying many files in threads", () => {
  it.each([
    ["text", "tsv"],
    ["mail", "table"],
  ])("gives the lines of one thread, in the same order, with a model of %s", async (as, format) => {
    const [one, two] = await Promise.all(
      ["1", "2"].map((jobs) => thresher(["classify", inbox, "-m", pathOf(as), "--format", format, "--jobs", jobs])),
    );
    expect(two).toEqual(one);
    expect(one.code).toBe(as === "text" ? 1 : 0);
    expect(one.stdout.split("\n").length).toBeGreaterThan(FILES - 10);
  });

  it("does the work of threads that cannot start", async () => {
    const paths = Array.from({ length: FILES }, (_, i) => join(inbox, `${i}.eml`));
    const loaded = loadIdentified(pathOf("mail"));
    const answer = await answering(loaded.model, true);
    // Beside this file there is no command.
    const threads = ClassifyingThreads.start({ paths, model: pathOf("mail"), hasHeadings: true }, 2);
    const answers = [...(threads?.answers(loaded, answer) ?? [])];
    expect(answers.map((each) => each.answer?.heading?.from)).toEqual(
      paths.map((_, i) => (i % 50 === 7 ? undefined : `a${i}@example.org`)),
    );
  });

  it("starts no threads for few files", () => {
    const task = { paths: [join(inbox, "1.eml")], model: pathOf("mail"), hasHeadings: false };
    expect(ClassifyingThreads.start(task, 8)).toBeUndefined();
  });
});
