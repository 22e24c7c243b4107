import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { BenchReport } from "../../scripts/bench/report.js";
import { folderWith, temporaryFolder, write } from "../helpers/folder.js";
import { until } from "../helpers/running.js";
import { runBuilt, startBuilt } from "./run-built.js";

const run = (args: readonly string[]) => runBuilt("bench", args);

/** Four documents: one to learn from and one to test, of each of two classes. */
const fourFiles = () =>
  folderWith({
    train: { cats: { 1: "purr meow purr" }, dogs: { 1: "bark bark fetch" } },
    test: { cats: { 2: "meow" }, dogs: { 2: "purr" } },
  });

describe("npm run bench", () => {
  it("refuses a folder without train or test, in one line", async () => {
    const dir = temporaryFolder();
    const required = (name: string) =>
      `bench: ${dir}: there is no folder ${name} in it; a corpus here has the folders train and test\n`;
    expect(await run([dir])).toEqual({ code: 1, stdout: "", stderr: required("train") });
    write(dir, { train: { cats: { 1: "meow" } } });
    expect(await run([dir])).toEqual({ code: 1, stdout: "", stderr: required("test") });
    mkdirSync(join(dir, "test"));
    const { code, stderr } = await run([dir]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^bench: \S+test: no class folder with documents: there are no documents.*\n$/);
  });

  it("passes on, in one line, what thresher says of a corpus that it cannot learn from", async () => {
    const dir = folderWith({ train: { cats: { 1: "meow" } }, test: { cats: { 1: "meow" } } });
    const { code, stdout, stderr } = await run([dir, "--repeats", "1", "--no-peers"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^bench: thresher evaluate failed with exit code 1: thresher: .*only one class to learn.*\n$/,
    );
  });

  it("explains itself, and refuses a command line that is at fault in one line", async () => {
    const help = await run(["--help"]);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("--cross-validation") });
    const refused = (stderr: string) => ({ code: 2, stdout: "", stderr: `bench: ${stderr}\n` });
    expect(await run([])).toEqual(refused("missing required argument 'dir'"));
    expect(await run(["x", "--fast"])).toEqual(refused("unknown option '--fast'"));
    expect(await run(["x", "--repeats", "0"])).toEqual(refused('--repeats "0": give a whole number of at least 1'));
    const { code, stderr } = await run(["x", "--encoding", "latin-1000"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^bench: encoding: "latin-1000" is unknown; .*\n$/);
  });

  it("measures everything it can without other programs, and leaves nothing behind", async () => {
    const dir = fourFiles();
    const all = ["--repeats", "1", "--no-peers", "--tenfold", "--neighbours", "--json"];
    const { code, stdout, stderr } = await run([dir, ...all]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const report = JSON.parse(stdout) as BenchReport;
    expect(report.corpus).toEqual({
      train: { path: join(dir, "train"), documents: 2, bytes: 29 },
      test: { path: join(dir, "test"), documents: 2, bytes: 8 },
    });
    expect(report.sections.map(({ measurements }) => measurements.map(({ what }) => what.trim()))).toEqual([
      ["thresher", "user time", "system time", "peak memory"],
      ["thresher classify", "node -e 0"],
      ["size"],
      ["thresher", "peak memory", "once the documents", "peak memory"],
      ["thresher", "thresher, as by default"],
      ["read", "tokenize", "fit", "predict"],
    ]);
    // "purr" was learned from a cat only, so the dog that purrs is wrong: one of two right.
    expect(report.checks).toEqual([
      "accuracy of nearest neighbours on the test documents: thresher 50.0 %; thresher, as by default 50.0 %",
      "thresher and the stages did the same work: both got 1 of 2 right with a vocabulary of 4",
    ]);
    expect(report.notes).toEqual(["Not beside wc and scikit-learn (--no-peers): their targets are not checked."]);
  });

  it.skipIf(process.platform === "win32")("leaves nothing behind when Ctrl-C stops it", async () => {
    const { running, scratch } = startBuilt("bench", [fourFiles(), "--repeats", "1000", "--no-peers"]);
    await until(() => readdirSync(scratch).length === 1);
    const stopped = { code: 130, stdout: "", stderr: "bench: stopped, nothing is left behind\n" };
    expect(await running.end("SIGINT")).toMatchObject(stopped);
    expect(readdirSync(scratch)).toEqual([]);
  });
});
