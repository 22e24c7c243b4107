import { rmSync, writeFileSync } from "node:fs";
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
const FILES = 1004;

const inbox = folderWith(
  Object.fromEntries(
    Array.from({ length: FILES }, (_, i) => [
      `${i}.eml`,
      i % 50 === 7 ? "a\0b" : `From: a${i}@example.org\nSubject: Nr ${i}\n\nword${i % 7} word${i % 11} own${i} été\n`,
    ]),
  ),
);
const model = join(temporaryFolder(), "model");

beforeAll(() => {
  const documents = Array.from({ length: 20 }, (_, i) => ({
    label: i % 3 === 0 ? "ham" : "spam",
    text: `Subject: Nr ${i}\n\nword${i % 5} word${i % 4} été\n`,
  }));
  save(train(documents), model);
});

describe("classifying many files in threads", () => {
  it("classifies the messages of a mailbox where it lies among the files", async () => {
    const mailbox = Array.from(
      { length: 3 },
      (_, i) => `From a Fri Jul  8 12:08:34 2011\nSubject: ${i}\n\nword${i}\n\n`,
    );
    writeFileSync(join(inbox, "500"), mailbox.join(""));
    const { stdout } = await thresher(["classify", inbox, "-m", model, "--format", "tsv", "--jobs", "2"]);
    rmSync(join(inbox, "500"));
    const paths = stdout.split("\n").map((line) => line.split("\t")[0]);
    const first = join(inbox, "500#1");
    expect(paths.slice(paths.indexOf(first) - 1, paths.indexOf(first) + 4)).toEqual(
      ["50.eml", "500#1", "500#2", "500#3", "500.eml"].map((name) => join(inbox, name)),
    );
  });

  it("gives the lines of one thread, in the same order", async () => {
    const options = ["-m", model, "--format", "tsv", "--show", "from"];
    const [one, two] = await Promise.all(
      ["1", "2"].map((jobs) => thresher(["classify", inbox, ...options, "--jobs", jobs])),
    );
    expect(two).toEqual(one);
    expect(one).toMatchObject({ code: 1, stderr: expect.stringContaining("7.eml") });
    expect(one.stdout.split("\n").length).toBeGreaterThan(FILES - 30);
  });

  it("does the work of threads that cannot start", async () => {
    const paths = Array.from({ length: FILES }, (_, i) => join(inbox, `${i}.eml`));
    const loaded = loadIdentified(model);
    const answer = await answering(loaded.model, true);
    // Beside this file there is no command.
    const threads = ClassifyingThreads.start({ paths, model, hasHeadings: true }, 2);
    const answers = [...(threads?.answers(loaded, answer) ?? [])];
    expect(answers.map((each) => each.answer?.heading?.from)).toEqual(
      paths.map((_, i) => (i % 50 === 7 ? undefined : `a${i}@example.org`)),
    );
  });

  it("starts no threads for few files", () => {
    const task = { paths: [join(inbox, "1.eml")], model, hasHeadings: false };
    expect(ClassifyingThreads.start(task, 8)).toBeUndefined();
  });
});
