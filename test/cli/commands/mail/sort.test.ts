import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAX_LINES } from "../../../../src/cli/output/document-lines.js";
import { save } from "../../../../src/model/file/save-model.js";
import { learn } from "../../../../src/model/learning/learn.js";
import { newModel } from "../../../../src/model/learning/remembering-model.js";
import { thresher } from "../../../helpers/command.js";
import { expectRefused, outputOf, type Refused } from "../../../helpers/expectations.js";
import { journalsIn, write } from "../../../helpers/folder.js";
import { desk, HAM, journalOf, model, names, SPAM, setUp, sort } from "./sorting-desk.js";

setUp();

describe.concurrent("thresher sort", () => {
  it("copies each document into the folder of its class, says what it did, and does nothing the second time", async () => {
    const folder = desk();
    const { code, stdout, stderr } = await sort(folder, "inbox --unsure-below .6");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.replace(journalOf(folder), "JOURNAL")).toBe(`\
inbox/1.txt   ham   0.964  → sorted/ham/1.txt
inbox/2.txt   spam  0.964  → sorted/spam/2.txt
inbox/3.txt   ham   0.500  unsure, left

class     copied  left
ham            1     0
spam           1     0
(unsure)       0     1

To undo it: thresher sort --undo JOURNAL
`);
    expect(names(join(folder, "sorted"))).toEqual(["ham/1.txt", "spam/2.txt"]);
    const again = await sort(folder, "inbox --unsure-below .6");
    expect(again.stdout).toContain("already in sorted/ham/1.txt");
    expect(again.stdout).not.toContain("undo");
    expect(names(join(folder, "sorted"))).toEqual(["ham/1.txt", "spam/2.txt"]);
    expect(journalsIn(join(folder, "sorted"))).toHaveLength(1);
    expect(names(join(folder, "inbox"))).toEqual(["1.txt", "2.txt", "3.txt"]);
  });

  it("leaves documents of which nothing is known, unless everything is to be filed", async () => {
    const folder = desk({ "1.txt": HAM, "2.txt": "\u03ba\u03b1\u03bb\u03b7\u03bc\u03ad\u03c1\u03b1", "3.txt": "" });
    const { code, stdout } = await sort(folder, "inbox --move");
    expect(code).toBe(0);
    expect([names(join(folder, "inbox")), names(join(folder, "sorted"))]).toEqual([["2.txt", "3.txt"], ["ham/1.txt"]]);
    expect(stdout.match(/unsure, left: no known words/g)).toHaveLength(2);
    const { messages } = JSON.parse((await sort(folder, "inbox --dry-run --json")).stdout);
    expect(messages[0]).toMatchObject({ unsure: true, outcome: "left", why: "unsure", note: "no known words" });
    await sort(folder, "inbox --move --unsure-to look");
    expect(names(join(folder, "sorted"))).toEqual(["ham/1.txt", "look/2.txt", "look/3.txt"]);
    await sort(folder, "sorted/look --move --unsure-below 0");
    expect(names(join(folder, "sorted")).filter((name) => name.startsWith("look"))).toEqual([]);
  });

  it("shows sender and subject of mail, and leaves what it is not sure of, by default", async () => {
    const [ham, spam] = ["lunch\n\nmeeting lunch both", "prize\n\nprize both cash"].map((text) => `Subject: ${text}`);
    const cwd = desk(
      { "1.eml": "From: Ann <ann@a.example>\nSubject: lunch\n\nmeeting lunch\n", "2.eml": "Subject: both\n\nboth\n" },
      { mail: { ham: { a: ham }, spam: { a: spam } } },
    );
    await outputOf("train mail -m m --preset mail", { cwd });
    expect(await outputOf("sort inbox -m m --into s", { cwd })).toMatch(
      /1\.eml +ann@a\.example +lunch +ham +0\.\d+ +→ s\/ham\/1\.eml\n.*2\.eml +both +\w+ +0\.\d+ +unsure, left\n/,
    );
    expect(await outputOf("sort inbox -m m --into s --unsure-below 0 --dry-run", { cwd })).not.toContain("unsure");
  });

  it("prints one JSON document", async () => {
    const folder = desk();
    const { messages, classes, ...report } = JSON.parse((await sort(folder, "inbox --json --unsure-below .6")).stdout);
    const journal = expect.stringContaining(join(folder, "sorted"));
    expect(report).toMatchObject({ into: "sorted", mode: "copy", dryRun: false, journal });
    const filed = { label: "spam", unsure: false, outcome: "filed", target: "sorted/spam/2.txt" };
    expect(messages[1]).toEqual({ path: "inbox/2.txt", probability: expect.any(Number), ...filed });
    expect(messages[2]).toMatchObject({ unsure: true, outcome: "left", why: "unsure" });
    expect(classes.at(-1)).toEqual({ label: null, filed: 0, there: 0, left: 1 });
    expect(journalsIn(join(folder, "sorted"))).toHaveLength(1);
  });

  it("files the classes of --only, and leaves the others, unsure or not", async () => {
    const folder = desk();
    const { code, stdout, stderr } = await sort(
      folder,
      "inbox --move --only spam --unsure-below .6 --unsure-to unsure",
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^inbox\/1\.txt {3}ham {3}0\.964 {2}left\ninbox\/2\.txt {3}spam {2}0\.964 {2}→ sorted\/spam\/2\.txt/,
    );
    expect(stdout).toContain("\ninbox/3.txt   ham   0.500  left\n\nclass  moved  left\nham        0     2\n");
    expect(names(folder)).toContain("inbox/3.txt");
    write(folder, { sorted: { ham: { "4.txt": `${SPAM}too` } } });
    expect(await sort(folder, "sorted/ham --only spam --move")).toMatchObject({ code: 0 });
    expect(names(join(folder, "sorted"))).toEqual(["spam/2.txt", "spam/4.txt"]);
  });

  it("refuses what cannot be sorted or sorted into", async () => {
    const folder = desk({ "1.txt": HAM, deep: {} }, { file: "x", sorted: { ham: { "1.txt": HAM } } });
    const inbox = join(folder, "inbox");
    const half = join(folder, "half.model");
    save(learn(newModel(), [{ id: "1", label: "spam", bytes: Buffer.from(SPAM) }]).model, half);
    const into = (path: string, more: string) => `-m ${model} --into ${join(folder, path)} ${more}`;
    const cases: Refused[] = [
      [`${inbox} -m ${half} --into s`, /sort: this model knows only the class "spam"/, 1],
      [into("inbox/deep", inbox), "the folder to sort into lies in"],
      [into("inbox", inbox), /^thresher: the folder to sort into lies in/],
      [into("sorted", join(folder, "sorted/ham")), "lies in a folder that is sorted into, so the next run"],
      [into("file", inbox), /cannot sort into .*\/file: it is not a folder$/m, 1],
      [into("file/below", inbox), /cannot sort into .*file\/below: it is not a folder$/m, 1],
      [into("s", "-"), "sort cannot file standard input: name files or folders"],
      [`-m ${model} --into s`, "sort needs files or folders to sort"],
      [into("s", `${inbox} --move --link`), "--link and --move cannot be combined"],
      [into("s", `${inbox} --unsure-below 3`), "--unsure-below 3: give a probability from 0 to 1"],
      [into("s", `${inbox} --unsure-below .5 --unsure-to ham`), '"ham" is the folder of the class "ham"'],
      [into("s", `${inbox} --only Spam`), '--only: this model has no class "Spam"; it has "ham", "spam"'],
      [`${inbox} --into s`, "no model: give -m FILE"],
      [`${inbox} -m ${model}`, "sort needs a folder to sort into: --into FOLDER"],
      [`--undo ${join(folder, "none")}`, /the journal .*none cannot be opened: no such file or folder$/m, 1],
      [`--undo file ${inbox}`, "--undo takes a journal alone: leave out"],
      ["--learn-moves file x", "--learn-moves takes a journal alone: leave out"],
      [`--learn-moves ${join(folder, "file")} -m ${model}`, "file is not a journal of thresher sort", 1],
      [`--learn-moves file x -m ${model}`, "--learn-moves takes a journal alone: leave out"],
      ["--learn-moves file", "--learn-moves needs the model that learns: -m FILE"],
    ];
    await expectRefused(cases, ["sort"], { cwd: folder });
    expect(names(folder)).toEqual(["file", "half.model", "inbox/1.txt", "sorted/ham/1.txt"]);
  });
});

describe("commands that are given many documents", () => {
  const TOO_MANY = MAX_LINES + 1;
  const text = (i: number) => `${i % 2 ? "winner cash prize" : "meeting lunch report"} own${i}\n`;
  const inbox = Object.fromEntries(Array.from({ length: TOO_MANY }, (_, i) => [`${i}.txt`, text(i)]));

  it("print a line for documents that are relabelled, unknown or left out, and with --each for all", async () => {
    const cwd = desk(inbox);
    const one = join(cwd, "inbox/7.txt");
    const run = async (words: string) => (await thresher(`${words} -m m`, { cwd })).stdout;
    await run(`learn spam ${one}`);
    expect((await run("learn ham inbox --dry-run --each")).split("\n")).toHaveLength(TOO_MANY + 2);
    write(cwd, { inbox: { binary: "\0\0" } });
    expect(await run("learn ham inbox")).toMatch(
      /^relabelled +spam → ham {2}inbox\/7\.txt\nnot text +.*inbox\/binary\n100 learned, 1 relabelled, 1 not text\. .*\nNot listed: 100 documents \(--each lists all\)\.\n$/,
    );
    expect(await run("relabel spam inbox")).toMatch(
      /^not known .*binary\n101 relabelled, .*\nNot listed: 101 documents \(--each lists all/,
    );
    await run(`unlearn ${one}`);
    expect(await run("unlearn inbox --exclude binary")).toMatch(
      /^not known +inbox\/7\.txt\n100 unlearned, 1 not known\. .*\nNot listed: 100 /,
    );
  });

  it("print a line for documents that are left in place, and name the journal that has the others", async () => {
    const folder = desk({ ...inbox, odd: "letter" });
    const trial = await sort(folder, "inbox --move --unsure-below 60% --dry-run");
    expect(trial.stdout).toMatch(/^Not listed: 101 documents \(--each lists all\)\.$/m);
    const { stdout } = await sort(folder, "inbox --move --unsure-below 60%");
    const journal = journalOf(folder);
    const notListed = `documents; ${journal} says where each was filed (--each lists all).`;
    expect(stdout).toMatch(/^inbox\/odd +ham {3}0\.500 {2}unsure, left\n\nclass {5}moved {2}left\nham {10}51 {5}0\n/);
    expect(stdout).toContain(`spam         50     0\n(unsure)      0     1\n\nNot listed: 101 ${notListed}\n`);
    expect(readFileSync(join(folder, journal), "utf8").match(/"step":"done"/g)).toHaveLength(TOO_MANY);
    write(folder, { sorted: { ham: { "0.txt": "edited" } } });
    const undone = await thresher(`sort --undo ${journal}`, { cwd: folder });
    expect(undone.stdout).toBe(
      `sorted/ham/0.txt  left: it has been changed\n\n100 back where they were, 1 left as it is.\nNot listed: 100 ${notListed}\n`,
    );
  });
});
