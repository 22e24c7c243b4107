import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher, thresherAsNobody } from "../helpers/command.js";
import { apartFromFigures, expectFault, expectOneLine } from "../helpers/expectations.js";
import { bytesOf, folderWith, namesIn, temporaryFolder, twoClasses } from "../helpers/folder.js";

/** Makes a corpus with eight readable documents, and two files and a folder that cannot be read. */
function partlyUnreadable(): string {
  const corpus = folderWith(twoClasses());
  for (const name of ["ham/secret.txt", "spam/secret.txt"]) {
    writeFileSync(join(corpus, name), "nobody may know");
    chmodSync(join(corpus, name), 0);
  }
  mkdirSync(join(corpus, "ham/locked"));
  writeFileSync(join(corpus, "ham/locked/inside.txt"), "nor this");
  chmodSync(join(corpus, "ham/locked"), 0);
  return corpus;
}

/** Makes a folder in which any user may write. */
function openFolder(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o777);
  return folder;
}

const LEFT_OUT =
  "thresher: left out 3 files or folders that cannot be read: ham/locked (permission denied), " +
  "ham/secret.txt (permission denied), spam/secret.txt (permission denied)\n";

describe.concurrent("files and folders that cannot be read", () => {
  it("are unreadable to the user who runs the command in these tests", async () => {
    const outcome = await thresherAsNobody(["inspect", "-m", join(partlyUnreadable(), "ham/secret.txt")]);
    expectFault(outcome, 1, /secret\.txt: cannot read the model: permission denied$/m);
  });

  it("are left out and named by train and evaluate, but not named with --quiet", async () => {
    const corpus = partlyUnreadable();
    const model = join(openFolder(), "model");
    const trained = await thresherAsNobody(["train", corpus, "-m", model, "--json"]);
    expect(trained).toMatchObject({ code: 0, stderr: LEFT_OUT });
    const { documents, problems } = JSON.parse(trained.stdout);
    expect(documents).toBe(8);
    const where = ["ham/locked", "ham/secret.txt", "spam/secret.txt"];
    expect(problems).toEqual(where.map((where) => ({ kind: "unreadable", where, detail: "permission denied" })));
    const evaluated = await thresherAsNobody(["evaluate", corpus, "--folds", "2", "--json"]);
    expect(evaluated.code).toBe(0);
    expect(apartFromFigures(evaluated.stderr)).toBe(LEFT_OUT);
    expect(JSON.parse(evaluated.stdout).documents).toEqual({ train: 4, test: 4 });
    const quiet = await thresherAsNobody(["evaluate", corpus, "--folds", "2", "--quiet"]);
    expect(quiet).toMatchObject({ code: 0, stderr: "" });
  });

  it("stop train and evaluate with --strict before anything is written", async () => {
    const corpus = partlyUnreadable();
    const folder = openFolder();
    const args = ["train", corpus, "-m", join(folder, "model"), "--strict"];
    const strict = "cannot be read: permission denied";
    expectFault(await thresherAsNobody(args), 1, `${join(corpus, "ham/locked")}: ${strict}`);
    chmodSync(join(corpus, "ham/locked"), 0o755);
    expectFault(await thresherAsNobody(args), 1, `${join(corpus, "ham/secret.txt")}: ${strict}`);
    expectFault(await thresherAsNobody(["evaluate", corpus, "--strict"]), 1, `ham/secret.txt: ${strict}`);
    expect(namesIn(folder)).toEqual([]);
  });

  it("make the exit code of classify 1, but the other files are classified", async () => {
    const corpus = partlyUnreadable();
    const model = join(temporaryFolder(), "model");
    await thresher(["train", folderWith(twoClasses()), "-m", model]);
    const outcome = await thresherAsNobody(["classify", "-m", model, "--format", "tsv", corpus]);
    expect({ code: outcome.code, lines: outcome.stdout.trimEnd().split("\n").length }).toEqual({ code: 1, lines: 9 });
    expectOneLine(outcome.stderr, `${join(corpus, "ham/locked")} (permission denied), `);
    const strict = await thresherAsNobody(["classify", "-m", model, "--strict", corpus]);
    expectFault(strict, 1, /ham\/locked cannot be read: permission denied \(--strict\)$/m);
    const locked = await thresherAsNobody(["classify", "-m", model, join(corpus, "ham/locked")]);
    expectFault(locked, 1, `left out 1 file or folder that cannot be read: ${corpus}/ham/locked (permission denied)\n`);
  });

  it.each<[string, string[], RegExp]>([
    ["the corpus itself", [""], /^thresher: .*not a corpus.*: permission denied\n$/],
    [
      "every class folder",
      ["ham", "spam"],
      /^thresher: .*no class folder with documents: cannot read ham \(permission denied\), spam \(permission denied\)\n$/,
    ],
    [
      "every document",
      ["ham/a", "spam/b"],
      /^thresher: left out 2 files .*\nthresher: .*no document to learn from that can be read\n$/,
    ],
  ])("are refused if they are %s", async (_, names, message) => {
    const corpus = folderWith({ ham: { a: "letter" }, spam: { b: "prize" } });
    for (const name of names) chmodSync(join(corpus, name), 0);
    const outcome = await thresherAsNobody(["evaluate", corpus]);
    expect(outcome).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(message) });
  });
});

describe.concurrent("a model that cannot be written", () => {
  it("leaves the old model unchanged if the folder is not writable", async () => {
    const folder = temporaryFolder();
    const model = join(folder, "model");
    writeFileSync(model, "the old model");
    chmodSync(folder, 0o555);
    const outcome = await thresherAsNobody(["train", folderWith(twoClasses()), "-m", model]);
    chmodSync(folder, 0o755);
    // If root runs the tests, only the effective user is nobody, so the command fails later, at the lock file.
    expectFault(outcome, 1, /model(?:: cannot be written|\.lock: the lock file cannot be made): permission denied/);
    expect(bytesOf(model).toString()).toBe("the old model");
    expect(namesIn(folder)).toEqual(["model"]);
  });
});
