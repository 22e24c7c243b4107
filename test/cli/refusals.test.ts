import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMAND, execute, thresher, thresherAsNobody } from "../helpers/command.js";
import { apartFromFigures, expectFault, expectOneLine, expectRefused } from "../helpers/expectations.js";
import { bytesOf, folderWith, namesIn, temporaryFolder, twoClasses } from "../helpers/folder.js";
import { trainedModel } from "../helpers/trained-model.js";

const model = trainedModel({ remember: true });

describe("an operation that the system refuses", () => {
  /** No file system takes a name of more than 255 bytes. */
  const LONG = "x".repeat(300);

  it.each([
    "train LONG -m m",
    `classify LONG -m ${model}`,
    `sort letter -m ${model} --into LONG`,
    "sort --undo LONG",
    "evaluate LONG --folds 2",
    "evaluate . --folds 2 --report LONG.html",
    `learn ham LONG -m ${model}`,
    `explain LONG -m ${model}`,
    "inspect -m LONG",
  ])("is said in words if a name is too long, and taken for no fault of the program: %s", async (words) => {
    const cwd = folderWith({ ...twoClasses(), letter: "lunch" });
    const { code, stderr } = await thresher(words.replace("LONG", LONG), { cwd });
    expect(code).toBe(1);
    // Its last line: a notice may come first.
    const fault = stderr.split("\n").slice(-2).join("\n");
    expectOneLine(fault, /too long/);
    expect(fault).not.toContain("ENAMETOOLONG");
  });

  it("is the folder itself, if that is gone", async () => {
    const folder = temporaryFolder();
    const sort = `${process.execPath} ${COMMAND} sort ${model} -m ${model} --into here`;
    const { code, stderr } = await execute("sh", ["-c", `cd ${folder} && rmdir ${folder} && exec ${sort}`]);
    expect(code).toBe(1);
    expectOneLine(stderr, "the current folder is gone: change to another");
  });
});

// The tests of `load` show which bytes are no model.
it.each<[string, string, RegExp]>([
  ["is missing", "none", /none: cannot read the model: no such file or folder$/m],
  ["is in a missing folder", "none/none", /none\/none: cannot read the model: no such file or folder$/m],
  ["is a folder", "corpus", /corpus: cannot read the model: it is a folder$/m],
  ["is below a file", "letter.txt/x", /cannot read the model: a part of the path is not a folder$/m],
  ["is another file", "letter.txt", /letter\.txt: not a Thresher model$/m],
  ["is cut short", "cut", /cut: .*cut short: it has only \d+ of \d+ bytes$/m],
])("a model is refused by every command that reads one when it %s", async (_, name, message) => {
  const cwd = folderWith({ "letter.txt": "Dear Sir or Madam,\n", cut: bytesOf(model).subarray(0, -1), corpus: {} });
  const commands = ["inspect", "classify letter.txt"];
  await expectRefused(
    commands.map((words) => [`${words} -m ${name}`, message, 1]),
    [],
    { cwd },
  );
});

describe.concurrent("files and folders that cannot be read", () => {
  /** A corpus with eight readable documents, and two files and a folder that cannot be read. */
  function partlyUnreadable() {
    const secret = { "secret.txt": "nobody may know" };
    const { ham, spam } = twoClasses() as { ham: object; spam: object };
    const tree = { ham: { ...ham, ...secret, locked: { "inside.txt": "nor this" } }, spam: { ...spam, ...secret } };
    const corpus = folderWith(tree);
    for (const name of ["ham/secret.txt", "spam/secret.txt", "ham/locked"]) chmodSync(join(corpus, name), 0);
    return corpus;
  }

  /** A folder in which any user may write. */
  function openFolder(): string {
    const folder = temporaryFolder();
    chmodSync(folder, 0o777);
    return folder;
  }

  const WHERE = ["ham/locked", "ham/secret.txt", "spam/secret.txt"];
  const LEFT_OUT = `thresher: left out 3 files or folders that cannot be read: ${WHERE.map((name) => `${name} (permission denied)`).join(", ")}\n`;

  it("are unreadable to the user who runs the command in these tests", async () => {
    const outcome = await thresherAsNobody(["inspect", "-m", join(partlyUnreadable(), "ham/secret.txt")]);
    expectFault(outcome, 1, /secret\.txt: cannot read the model: permission denied$/m);
  });

  it("are left out and named by train and evaluate, but not named with --quiet", async () => {
    const corpus = partlyUnreadable();
    const trained = await thresherAsNobody(`train ${corpus} -m ${openFolder()}/model --json`);
    expect(trained).toMatchObject({ code: 0, stderr: LEFT_OUT });
    const { documents, problems } = JSON.parse(trained.stdout);
    expect(documents).toBe(8);
    expect(problems).toEqual(WHERE.map((where) => ({ kind: "unreadable", where, detail: "permission denied" })));
    const evaluated = await thresherAsNobody(`evaluate ${corpus} --folds 2 --json`);
    expect(evaluated.code).toBe(0);
    expect(apartFromFigures(evaluated.stderr)).toBe(LEFT_OUT);
    expect(JSON.parse(evaluated.stdout).documents).toEqual({ train: 4, test: 4 });
    const quiet = await thresherAsNobody(`evaluate ${corpus} --folds 2 --quiet`);
    expect(quiet).toMatchObject({ code: 0, stderr: "" });
  });

  it("stop train and evaluate with --strict before anything is written", async () => {
    const corpus = partlyUnreadable();
    const folder = openFolder();
    const train = `train ${corpus} -m ${folder}/model --strict`;
    const strict = "cannot be read: permission denied";
    expectFault(await thresherAsNobody(train), 1, `${corpus}/ham/locked: ${strict}`);
    chmodSync(join(corpus, "ham/locked"), 0o755);
    expectFault(await thresherAsNobody(train), 1, `${corpus}/ham/secret.txt: ${strict}`);
    expectFault(await thresherAsNobody(`evaluate ${corpus} --strict`), 1, `ham/secret.txt: ${strict}`);
    expect(namesIn(folder)).toEqual([]);
  });

  it("make the exit code of classify 1, but the other files are classified", async () => {
    const corpus = partlyUnreadable();
    const classify = (words: string) => thresherAsNobody(`classify -m ${trainedModel()} ${corpus}${words}`);
    const outcome = await classify(" --format tsv");
    expect({ code: outcome.code, lines: outcome.stdout.trimEnd().split("\n").length }).toEqual({ code: 1, lines: 9 });
    expectOneLine(outcome.stderr, `${corpus}/ham/locked (permission denied), `);
    expectFault(await classify(" --strict"), 1, /ham\/locked cannot be read: permission denied \(--strict\)$/m);
    const one = `left out 1 file or folder that cannot be read: ${corpus}/ham/locked (permission denied)\n`;
    expectFault(await classify("/ham/locked"), 1, one);
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

  it("are folders that cannot be written to, too: the old model in them stays unchanged", async () => {
    const folder = folderWith({ model: "the old model" });
    chmodSync(folder, 0o555);
    const outcome = await thresherAsNobody(`train ${folderWith(twoClasses())} -m ${folder}/model`);
    chmodSync(folder, 0o755);
    // If root runs the tests, only the effective user is nobody, so the command fails later, at the lock file.
    expectFault(outcome, 1, /model(?:: cannot be written|\.lock: the lock file cannot be made): permission denied/);
    expect(bytesOf(join(folder, "model")).toString()).toBe("the old model");
    expect(namesIn(folder)).toEqual(["model"]);
  });
});
