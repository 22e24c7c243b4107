import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { each, type Outcome, thresher } from "../helpers/command.js";
import { expectFault } from "../helpers/expectations.js";
import { bytesOf, folderWith, type Tree } from "../helpers/folder.js";

/** A thread is started for a thousand documents; these are enough for three in train and test together. */
const DOCUMENTS = 1100;
const FEW_AND_MANY = ["1", "8"];

/** Three classes of short documents; words recur in all of them, and each document has one of its own. */
function corpusOf(from: number): Tree {
  const textOf = (label: string, n: number) =>
    `From: ${n % 40}@example.org\n\n${label.repeat(2)}${n % 7} word${n % 13} word${(n * n) % 29} own${n} ${"often ".repeat(n % 4)}`;
  const numbers = Array.from({ length: DOCUMENTS }, (_, i) => i);
  return Object.fromEntries(
    ["a", "b", "c"].map((label, c) => [
      label,
      Object.fromEntries(numbers.filter((i) => i % 3 === c).map((i) => [`${from + i}`, textOf(label, from + i)])),
    ]),
  );
}

const cwd = folderWith({ train: corpusOf(0), test: corpusOf(5000) });

/** Runs a command with each number of threads. The outcomes are all the same, and the first of them is returned. */
async function withJobs(words: (jobs: string) => string, all = FEW_AND_MANY): Promise<Outcome> {
  const [first, ...others] = await each(all, (jobs) => thresher(`${words(jobs)} --jobs ${jobs}`, { cwd }));
  for (const other of others) expect(other).toEqual(first);
  return first;
}

/** Expects that files have the same bytes. */
function expectSame(names: readonly string[]): void {
  const [one, ...others] = names.map((name) => bytesOf(join(cwd, name)));
  for (const other of others) expect(other.equals(one)).toBe(true);
}

describe("--jobs", () => {
  it.each<[string, string[], string]>([
    ["a model", ["1", "2", "8"], "--ngrams 1-2 --min-count 2 --drop-top 3"],
    ["a model that remembers its documents", FEW_AND_MANY, "--remember"],
  ])("never changes %s", async (_, all, options) => {
    const train = (jobs: string) => `train test -m model-${jobs} --quiet ${options}`;
    expect(await withJobs(train, all)).toMatchObject({ code: 0, stderr: "" });
    expectSame(all.map((jobs) => `model-${jobs}`));
  });

  it.each(["--test test", "--folds 3 --group-by from"])(
    "never changes an evaluation or its predictions: %s",
    async (protocol) => {
      const evaluate = (jobs: string) => `evaluate train ${protocol} --json --predictions p-${jobs}`;
      expect(await withJobs(evaluate)).toMatchObject({ code: 0, stderr: "" });
      expectSame(FEW_AND_MANY.map((jobs) => `p-${jobs}`));
    },
  );

  it("never changes the messages about documents that are left out, nor their order", async () => {
    for (const name of ["a/binary0", "b/binary400", "c/binary1001", "a/binary999"]) {
      writeFileSync(join(cwd, "train", name), "\0");
    }
    for (const label of ["a", "b", "c"]) writeFileSync(Buffer.from(`${cwd}/train/${label}/caf\xe9`, "latin1"), "text");
    writeFileSync(join(cwd, "train/stray"), "text");
    const trained = await withJobs(() => "train train -m model --json");
    expect(JSON.parse(trained.stdout).problems).toHaveLength(8);
    await withJobs(() => "evaluate train --test test");
    const strict = await withJobs(() => "evaluate train --test test --strict");
    expectFault(strict, 1, /a\/caf.: .*its name is not valid UTF-8/);
  });
});

it("train --memory wants at least a megabyte", async () => {
  expectFault(await thresher("train train -m x --memory 10k", { cwd }), 2, /--memory.*at least 1M/);
});
