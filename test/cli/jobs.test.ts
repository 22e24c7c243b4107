import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { each, type Outcome, thresher } from "../helpers/command.js";
import { expectFault } from "../helpers/expectations.js";
import { bytesOf, temporaryFolder } from "../helpers/folder.js";

/** A thread is started for a thousand documents; these are enough for three in train and test together. */
const DOCUMENTS = 1100;
const JOBS = ["1", "2", "8"];
const ENDS = ["1", "8"];

const train = temporaryFolder();
const test = temporaryFolder();

beforeAll(() => {
  makeCorpus(train, 0);
  makeCorpus(test, 5000);
});

/** Three classes of short documents; words recur in all of them, and each document has one of its own. */
function makeCorpus(folder: string, from: number): void {
  for (const [c, label] of ["a", "b", "c"].entries()) {
    mkdirSync(join(folder, label));
    for (let i = c; i < DOCUMENTS; i += 3) {
      const n = from + i;
      const text = `From: ${n % 40}@example.org\n\n${label.repeat(2)}${n % 7} word${n % 13} word${(n * n) % 29} own${n} ${"often ".repeat(n % 4)}`;
      writeFileSync(join(folder, label, `${n}`), text);
    }
  }
}

/** Runs a command with each number of threads, or with few and many. */
function withJobs(args: (jobs: string) => string[], all = JOBS): Promise<Outcome[]> {
  return each(all, (jobs) => thresher([...args(jobs), "--jobs", jobs]));
}

describe("--jobs", () => {
  it.each<[string, string[], string[]]>([
    ["a model", JOBS, ["--ngrams", "1-2", "--min-count", "2", "--drop-top", "3"]],
    ["a model that remembers its documents", ENDS, ["--remember"]],
  ])("never changes %s", async (_, all, options) => {
    const folder = temporaryFolder();
    const outcomes = await withJobs((jobs) => ["train", test, "-m", join(folder, jobs), ...options], all);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ code: 0, stderr: "" });
    const [one, ...others] = all.map((jobs) => bytesOf(join(folder, jobs)));
    for (const other of others) expect(other.equals(one)).toBe(true);
  });

  it("never changes an evaluation or its predictions", async () => {
    const folder = temporaryFolder();
    for (const [p, protocol] of [
      ["--test", test],
      ["--folds", "3", "--group-by", "from"],
    ].entries()) {
      const files = ENDS.map((jobs) => join(folder, `${p}-${jobs}`));
      const outcomes = await withJobs(
        (jobs) => ["evaluate", train, ...protocol, "--json", "--predictions", files[ENDS.indexOf(jobs)]],
        ENDS,
      );
      for (const outcome of outcomes) expect(outcome).toEqual({ ...outcomes[0], code: 0, stderr: "" });
      for (const file of files) expect(bytesOf(file).equals(bytesOf(files[0]))).toBe(true);
    }
  });

  it("never changes the messages about documents that are left out, nor their order", async () => {
    const added: (string | Buffer)[] = [join(train, "stray")];
    // The corpus is that of other tests, too.
    onTestFinished(() => {
      for (const file of added) rmSync(file, { force: true });
    });
    const invalid = (folder: string, label: string) =>
      Buffer.concat([Buffer.from(join(folder, label, "caf")), Buffer.from([0xe9])]);
    for (const name of ["a/binary0", "b/binary400", "c/binary1001", "a/binary999"]) {
      const binary = join(train, name);
      writeFileSync(binary, "\0");
      added.push(binary);
    }
    for (const label of ["a", "b", "c"]) {
      writeFileSync(invalid(train, label), "text");
      added.push(invalid(train, label));
    }
    writeFileSync(join(train, "stray"), "text");
    const folder = temporaryFolder();
    const trained = await withJobs(() => ["train", train, "-m", join(folder, "model"), "--json"], ENDS);
    expect(JSON.parse(trained[0].stdout).problems).toHaveLength(8);
    for (const outcome of trained) expect(outcome).toEqual(trained[0]);
    const evaluated = await withJobs(() => ["evaluate", train, "--test", test], ENDS);
    for (const outcome of evaluated) expect(outcome).toEqual(evaluated[0]);

    const strict = await withJobs(() => ["evaluate", train, "--test", test, "--strict"], ENDS);
    for (const outcome of strict) expectFault(outcome, 1, /a\/caf.: .*its name is not valid UTF-8/);
  });
});

describe("train --memory", () => {
  it("wants at least a megabyte", async () => {
    expectFault(await thresher(["train", train, "-m", "x", "--memory", "10k"]), 2, /--memory.*at least 1M/);
  });
});
