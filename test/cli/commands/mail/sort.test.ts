import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { save } from "../../../../src/model/file/save-model.js";
import { learn } from "../../../../src/model/learning/learn.js";
import { newModel } from "../../../../src/model/learning/remembering-model.js";
import { each, thresher, thresherAsNobody, thresherProcess } from "../../../helpers/command.js";
import { expectFault, expectOneLine, expectRefused, type Refused } from "../../../helpers/expectations.js";
import {
  bytesOf,
  folderWith,
  isJournal,
  journalsIn,
  namesIn,
  type Tree,
  temporaryFolder,
  twoClasses,
  write,
} from "../../../helpers/folder.js";

const model = join(temporaryFolder(), "mail.model");
const HAM = "meeting lunch report\n";
const SPAM = "winner cash prize\n";
/** In memory or on a disk, on Linux. */
const OTHER_FILE_SYSTEM = ["/dev/shm", "/tmp"].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(temporaryFolder()).dev,
);

beforeAll(async () => {
  await thresher(["train", folderWith(twoClasses()), "-m", model]);
});

/** A folder with an inbox, in which the command runs. */
function desk(inbox: Tree = { "1.txt": HAM, "2.txt": SPAM, "3.txt": "letter" }, more: Tree = {}): string {
  return folderWith({ inbox, ...more });
}

const sort = (cwd: string, ...args: string[]) => thresher(["sort", "-m", model, "--into", "sorted", ...args], { cwd });

const names = (folder: string) => namesIn(folder).filter((name) => !name.endsWith("/") && !isJournal(name));

function journalOf(folder: string): string {
  return `sorted/${journalsIn(join(folder, "sorted"))[0]}`;
}

describe.concurrent("thresher sort", () => {
  it("copies each document into the folder of its class, and says what it did", async () => {
    const folder = desk();
    const { code, stdout, stderr } = await sort(folder, "inbox", "--unsure-below", ".6");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.replace(journalOf(folder), "JOURNAL")).toBe(
      [
        "inbox/1.txt   ham   0.964  → sorted/ham/1.txt",
        "inbox/2.txt   spam  0.964  → sorted/spam/2.txt",
        "inbox/3.txt   ham   0.500  unsure, left",
        "",
        "class     copied  left",
        "ham            1     0",
        "spam           1     0",
        "(unsure)       0     1",
        "",
        "To undo it: thresher sort --undo JOURNAL",
        "",
      ].join("\n"),
    );
    expect(names(join(folder, "sorted"))).toEqual(["ham/1.txt", "spam/2.txt"]);
    expect(names(join(folder, "inbox"))).toEqual(["1.txt", "2.txt", "3.txt"]);
  });

  it("does nothing the second time, and says so", async () => {
    const folder = desk();
    await sort(folder, "inbox");
    const again = await sort(folder, "inbox");
    expect(again.stdout).toContain("already in sorted/ham/1.txt");
    expect(again.stdout).not.toContain("undo");
    expect(names(join(folder, "sorted"))).toEqual(["ham/1.txt", "ham/3.txt", "spam/2.txt"]);
    expect(journalsIn(join(folder, "sorted"))).toHaveLength(1);
  });

  it("leaves documents of which nothing is known, unless everything is to be filed", async () => {
    const folder = desk({ "1.txt": HAM, "2.txt": "\u03ba\u03b1\u03bb\u03b7\u03bc\u03ad\u03c1\u03b1", "3.txt": "" });
    const { code, stdout } = await sort(folder, "inbox", "--move");
    expect(code).toBe(0);
    expect([names(join(folder, "inbox")), names(join(folder, "sorted"))]).toEqual([["2.txt", "3.txt"], ["ham/1.txt"]]);
    expect(stdout.match(/unsure, left: no known words/g)).toHaveLength(2);
    const { messages } = JSON.parse((await sort(folder, "inbox", "--dry-run", "--json")).stdout);
    expect(messages[0]).toMatchObject({ unsure: true, outcome: "left", why: "unsure", note: "no known words" });
    await sort(folder, "inbox", "--move", "--unsure-to", "look");
    expect(names(join(folder, "sorted"))).toEqual(["ham/1.txt", "look/2.txt", "look/3.txt"]);
    await sort(folder, "sorted/look", "--move", "--unsure-below", "0");
    expect(names(join(folder, "sorted")).filter((name) => name.startsWith("look"))).toEqual([]);
  });

  it("shows sender and subject of mail, and leaves what it is not sure of, by default", async () => {
    const folder = desk({
      "1.eml": "From: Ann <ann@a.example>\nSubject: lunch\n\nmeeting lunch\n",
      "2.eml": "Subject: both\n\nboth\n",
    });
    const [ham, spam] = ["lunch\n\nmeeting lunch both", "prize\n\nprize both cash"].map((text) => `Subject: ${text}`);
    write(folder, { mail: { ham: { a: ham }, spam: { a: spam } } });
    await thresher(["train", "mail", "-m", "m", "--preset", "mail"], { cwd: folder });
    const sorting = (...more: string[]) =>
      thresher(["sort", "inbox", "-m", "m", "--into", "s", ...more], { cwd: folder });
    const { stdout } = await sorting();
    expect(stdout).toMatch(
      /1\.eml +ann@a\.example +lunch +ham +0\.\d+ +→ s\/ham\/1\.eml\n.*2\.eml +both +\w+ +0\.\d+ +unsure, left\n/,
    );
    expect((await sorting("--unsure-below", "0", "--dry-run")).stdout).not.toContain("unsure");
  });

  it("moves, with the unsure in a folder of their own, and takes it back", async () => {
    const folder = desk();
    const moved = await sort(folder, "inbox", "--move", "--unsure-below", "60%", "--unsure-to", "unsure");
    expect(moved).toMatchObject({ code: 0, stderr: "" });
    expect(names(join(folder, "sorted"))).toEqual(["ham/1.txt", "spam/2.txt", "unsure/3.txt"]);
    expect(names(join(folder, "inbox"))).toEqual([]);
    const dry = await thresher(["sort", "--undo", journalOf(folder), "--dry-run"], { cwd: folder });
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining("Would be: 3 back where they were.") });
    expect(names(join(folder, "inbox"))).toEqual([]);
    const undone = await thresher(["sort", "--undo", journalOf(folder)], { cwd: folder });
    expect(undone).toMatchObject({ code: 0, stderr: "" });
    const lines = ["unsure/3", "spam/2", "ham/1"].map((name) => `sorted/${name}.txt  → inbox/${name.at(-1)}.txt\n`);
    expect(undone.stdout).toBe(`${lines.join("")}\n3 back where they were.\n`);
    expect(names(join(folder, "inbox"))).toEqual(["1.txt", "2.txt", "3.txt"]);
    expect(namesIn(join(folder, "sorted")).filter((name) => !isJournal(name))).toEqual([]);
    const again = await thresher(["sort", "--undo", journalOf(folder)], { cwd: folder });
    expect(again).toMatchObject({ code: 0, stdout: "Nothing to take back.\n", stderr: "" });
  });

  it("takes back what has not been changed, names the rest, and has exit code 1", async () => {
    const folder = desk();
    await sort(folder, "inbox", "--move");
    writeFileSync(join(folder, "sorted/ham/1.txt"), "edited");
    const { code, stdout, stderr } = await thresher(["sort", "--undo", journalOf(folder), "--json"], { cwd: folder });
    expect(code).toBe(1);
    expectOneLine(stderr, "thresher: left 1 document as it is: sorted/ham/1.txt (it has been changed)");
    const outcomes = JSON.parse(stdout).documents.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).toEqual(["back", "back", "kept"]);
    expect(names(join(folder, "inbox"))).toEqual(["2.txt", "3.txt"]);
  });

  it("combines the journals of a folder, where the latest move of a message counts, and says what to do next", async () => {
    const folder = desk({ "1.txt": HAM, "2.txt": SPAM });
    const remembering = join(folder, "my model");
    await thresher(["train", folderWith(twoClasses()), "-m", remembering, "--remember"]);
    const moving = ["sort", "inbox", "-m", "my model", "--into", "sorted mail", "--move"];
    const { stdout } = await thresher(moving, { cwd: folder });
    expect(stdout.split("\n").slice(-2)[0]).toBe(
      "To learn from files that you then move yourself: thresher sort --learn-moves 'sorted mail' -m 'my model'",
    );
    expect(stdout).toMatch(/^To undo it: thresher sort --undo 'sorted mail\/\.thresher-journal-[\w-]+\.jsonl'$/m);
    const [into, inbox] = [join(folder, "sorted mail"), join(folder, "inbox")];
    renameSync(join(into, "ham/1.txt"), join(inbox, "1.txt"));
    renameSync(join(into, "spam/2.txt"), join(into, "ham/2.txt"));
    await thresher(moving, { cwd: folder });
    renameSync(join(into, "ham/1.txt"), join(into, "spam/1.txt"));
    const learning = ["sort", "--learn-moves", "sorted mail", "-m", "my model"];
    const trial = await thresher([...learning, "--dry-run"], { cwd: folder });
    expect(trial.stdout).toMatch(
      /^learned {2}spam {2}sorted mail\/spam\/1\.txt\nlearned {2}ham {2}sorted mail\/ham\/2\.txt\nWould be: 2 learned\. /,
    );
    const learned = await thresher(learning, { cwd: folder });
    expect(learned).toMatchObject({ code: 0, stdout: expect.stringContaining("2 learned.") });
    const undone = await thresher(["sort", "--undo", "sorted mail"], { cwd: folder });
    expectFault(undone, 1, /sorted mail is a folder: --undo takes one journal; its last journal is sorted mail\/\.th/);
    const none = await thresher(["sort", "--learn-moves", "inbox", "-m", "my model"], { cwd: folder });
    expectFault(none, 1, /inbox is neither a journal nor a folder with a trusted journal/);
  });

  it("learns what has been put elsewhere since: the model is that of training with it", async () => {
    const folder = desk();
    const remembering = join(folder, "remembering.model");
    const learned = async (label: string, text: string) => {
      writeFileSync(join(folder, "known.txt"), text);
      await thresher(["learn", label, "known.txt", "-m", remembering], { cwd: folder });
    };
    await learned("ham", "minutes of the meeting");
    await learned("spam", "cheap pills");
    const sorted = ["sort", "inbox", "-m", remembering, "--into", "sorted"];
    expect(await thresher(sorted, { cwd: folder })).toMatchObject({ code: 0 });
    const [first] = names(join(folder, "sorted")).filter((name) => name.startsWith("ham/"));
    mkdirSync(join(folder, "sorted/spam"), { recursive: true });
    renameSync(join(folder, "sorted", first), join(folder, "sorted/spam/moved.txt"));
    const learning = ["sort", "--learn-moves", journalOf(folder), "-m", remembering];
    const trial = await thresher([...learning, "--dry-run"], { cwd: folder });
    expect(trial).toMatchObject({ code: 0, stdout: expect.stringContaining("Would be: 1 learned.") });
    const { code, stdout } = await thresher(learning, { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^learned {2}spam {2}sorted\/spam\/moved\.txt\n1 learned\. .* \(ham 1, spam 2\)/);
    const again = await thresher(learning, { cwd: folder });
    expect(again.stdout).toContain("1 known already.");
  });

  it("learns a correction once, and again if it is taken back", async () => {
    const folder = desk();
    const model = join(folder, "remembering.model");
    await thresher(["train", folderWith(twoClasses()), "-m", model, "--remember"]);
    const sorting = ["sort", "inbox", "-m", model, "--into", "sorted"];
    const learning = async (...args: string[]) =>
      (await thresher(["sort", "--learn-moves", "sorted", "-m", model, ...args], { cwd: folder })).stdout;
    await thresher(sorting, { cwd: folder });
    const [filed, moved] = [join(folder, "sorted/spam/2.txt"), join(folder, "sorted/ham/2.txt")];
    renameSync(filed, moved);
    for (let day = 0; day < 3; day++) {
      const { stdout } = await thresher([...sorting, "--each"], { cwd: folder });
      expect(stdout).toContain("already in sorted/ham/2.txt");
      expect(await learning("--dry-run")).toMatch(day === 0 ? /Would be: 1 learned/ : /Would be: 1 known already/);
      expect(await learning()).toMatch(day === 0 ? /^learned {2}ham {2}sorted\/ham\/2\.txt\n/ : /1 known already\./);
    }
    renameSync(moved, filed);
    expect(await learning()).toMatch(/^relabelled {2}ham → spam {2}sorted\/spam\/2\.txt/);
    expect(await learning()).toContain("no documents");
  });

  it("makes hard links", async () => {
    const folder = desk();
    expect((await sort(folder, "inbox", "--link", "--quiet")).stdout).toBe("");
    writeFileSync(join(folder, "inbox/1.txt"), "one file");
    expect(readFileSync(join(folder, "sorted/ham/1.txt"), "utf8")).toBe("one file");
  });

  it("says in a dry run what it would do, and makes nothing", async () => {
    const folder = desk();
    const { stdout } = await sort(folder, "inbox", "--dry-run", "--move");
    expect(stdout).toContain("→ sorted/spam/2.txt");
    expect(stdout).toContain("would be moved");
    expect(names(folder)).toEqual(["inbox/1.txt", "inbox/2.txt", "inbox/3.txt"]);
    expect(journalsIn(join(folder, "sorted"))).toEqual([]);
  });

  it("prints one JSON document", async () => {
    const folder = desk();
    const { stdout } = await sort(folder, "inbox", "--json", "--unsure-below", ".6");
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      into: "sorted",
      mode: "copy",
      dryRun: false,
      journal: expect.stringContaining(join(folder, "sorted")),
    });
    expect(report.messages[1]).toEqual({
      path: "inbox/2.txt",
      label: "spam",
      probability: expect.any(Number),
      unsure: false,
      outcome: "filed",
      target: "sorted/spam/2.txt",
    });
    expect(report.messages[2]).toMatchObject({ unsure: true, outcome: "left", why: "unsure" });
    expect(report.classes.at(-1)).toEqual({ label: null, filed: 0, there: 0, left: 1 });
    expect(journalsIn(join(folder, "sorted"))).toHaveLength(1);
  });

  it("sorts a Maildir into folders of its own, flags kept, what is in tmp left alone", async () => {
    const box = { cur: { "1.a.h:2,FS": HAM }, new: { "2.b.h": SPAM }, tmp: { "3.c.h": SPAM }, index: "x" };
    const folder = folderWith({ box });
    const args = ["sort", "box", "-m", model, "--into", "box", "--move"];
    expect(await thresher(args, { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
    expect(names(join(folder, "box"))).toEqual([
      ".ham/cur/1.a.h:2,FS",
      ".ham/maildirfolder",
      ".spam/maildirfolder",
      ".spam/new/2.b.h",
      "index",
      "tmp/3.c.h",
    ]);
  });

  it("learns from a Maildir and its folders, and leaves in its inbox what belongs there", async () => {
    const part = { cur: {}, new: {}, tmp: {} };
    const inbox = { ...part, cur: { "1:2,S": HAM, "2:2,S": `${HAM}again` } };
    const folder = folderWith({ Maildir: { ...inbox, ".Junk": { ...part, cur: { 3: SPAM } } } });
    const run = (...args: string[]) => thresher(args, { cwd: folder });
    await run("train", "Maildir", "-m", "mail.model", "--include", "inbox");
    write(join(folder, "Maildir"), { new: { 4: `${SPAM}twice`, 5: `${HAM}too` } });
    const { code, stdout } = await run("sort", "Maildir", "-m", "mail.model", "--into", "Maildir", "--move");
    expect(code).toBe(0);
    expect(stdout).toContain("already in Maildir/cur/1:2,S");
    const there = namesIn(join(folder, "Maildir")).filter((name) => !name.endsWith("/") && !isJournal(name));
    expect(there).toEqual([".Junk/cur/3", ".Junk/maildirfolder", ".Junk/new/4", "cur/1:2,S", "cur/2:2,S", "new/5"]);
  });

  it("finds the folders of a Maildir again that it learned, one by one or all at once", async () => {
    const part = (name: string, text: string) => ({ cur: { [`${name}:2,S`]: text }, new: {}, tmp: {} });
    const folder = folderWith({
      Maildir: {
        ...part("1", "fresh prize"),
        ".Junk": part("2", SPAM),
        ".B&APw-ro.A": part("3", HAM),
        ".Sent": part("4", `${HAM}mine`),
        ".Trash": part("5", "thrown away"),
        ".Entw&APw-rfe": part("8", "not yet"),
      },
    });
    const run = (...args: string[]) => thresher(args, { cwd: folder });
    const trained = await run("train", "Maildir", "-m", "mail.model", "--preset", "mail");
    expect(trained.stdout).toMatch(/^Learned 2 classes from 2 documents \(Büro\.A 1, Junk 1\)/);
    expect(trained.stderr).toContain(
      "thresher: left out 4 special folders (--include NAME makes one a class): Entwürfe, Sent, Trash, inbox\n",
    );
    const paths = ["Maildir/.Junk", "Maildir/.B&APw-ro.A"];
    const other = await run("train", ...paths, "-m", "other.model", "--preset", "mail");
    expect(other.stdout).toMatch(/\(Büro\.A 1, Junk 1\)/);
    expect(bytesOf(join(folder, "other.model")).equals(bytesOf(join(folder, "mail.model")))).toBe(true);
    write(join(folder, "Maildir"), { new: { 6: `${SPAM}twice`, 7: `${HAM}too` } });
    const sorting = ["sort", "Maildir/new", "-m", "mail.model", "--into", "Maildir", "--move", "--unsure-below", "0.6"];
    expect(await run(...sorting, "--unsure-to", "Prüfen")).toMatchObject({ code: 0, stderr: "" });
    const there = namesIn(join(folder, "Maildir")).filter((name) => /[67]$|^\.[^t][^/]*\/$/.test(name));
    const filed = [".B&APw-ro.A/new/7", ".Junk/new/6"];
    expect(there).toEqual([".B&APw-ro.A/", filed[0], ".Entw&APw-rfe/", ".Junk/", filed[1], ".Sent/", ".Trash/"]);
    const misspelt = await run("train", "Maildir", "-m", "mail.model", "--exclude", "Trsh", "--include", "Sent");
    expect(misspelt.stderr).toContain("thresher: nothing matches 1 pattern: Trsh (exclude)\n");
    expect(misspelt.stdout).toMatch(/\(Büro\.A 2, Junk 2, Sent 1\)/);
  });

  it("files the classes that it is told to, and leaves the others, unsure or not", async () => {
    const folder = desk({ "1.txt": HAM, "2.txt": SPAM, "3.txt": "letter" });
    const args = ["inbox", "--move", "--only", "spam", "--unsure-below", ".6", "--unsure-to", "unsure"];
    const { code, stdout, stderr } = await sort(folder, ...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n").slice(0, 6)).toEqual([
      "inbox/1.txt   ham   0.964  left",
      "inbox/2.txt   spam  0.964  → sorted/spam/2.txt",
      "inbox/3.txt   ham   0.500  left",
      "",
      "class  moved  left",
      "ham        0     2",
    ]);
    expect(names(folder)).toContain("inbox/3.txt");
    write(folder, { sorted: { ham: { "4.txt": `${SPAM}too` } } });
    expect(await sort(folder, "sorted/ham", "--only", "spam", "--move")).toMatchObject({ code: 0 });
    expect(names(join(folder, "sorted"))).toEqual(["spam/2.txt", "spam/4.txt"]);
  });

  it("takes a file once, however often it is named", async () => {
    const folder = desk();
    symlinkSync("inbox", join(folder, "link"));
    const args = ["inbox", "inbox/1.txt", "./inbox/1.txt", "link/1.txt"];
    const { code, stdout } = await sort(folder, ...args, "--move", "--json");
    expect({ code, n: JSON.parse(stdout).messages.length }).toEqual({ code: 0, n: 3 });
  });

  it("leaves a run alone that may be at work, and takes nothing of it back", async () => {
    const folder = desk();
    await sort(folder, "inbox", "--move");
    const path = join(folder, journalOf(folder));
    const lines = readFileSync(path, "utf8").split("\n");
    const head = lines[0].replace(/"host":"[^"]*"/, '"host":"elsewhere"');
    writeFileSync(path, `${[head, ...lines.slice(1, -2)].join("\n")}\n`);
    const undone = await thresher(["sort", "--undo", path], { cwd: folder });
    expectFault(undone, 1, /a run that may still be at work \(process \d+ on elsewhere\): wait for it, or end it/);
    expect(await sort(folder, "sorted/../inbox", "--quiet")).toMatchObject({ code: 0, stderr: "" });
  });

  it("files every message once if two sort the same inbox", async () => {
    const n = 60;
    const inbox = Object.fromEntries(Array.from({ length: n }, (_, i) => [`${i}`, `${i % 2 ? HAM : SPAM}${i}`]));
    for (const mode of ["--move", "--link"]) {
      const folder = desk(inbox);
      const args = ["sort", "-m", model, "--into", "sorted", "inbox", mode, "--quiet"];
      await each([1, 2], () => thresherProcess(args, { cwd: folder }));
      const sorted = names(join(folder, "sorted"));
      const contents = sorted.map((name) => readFileSync(join(folder, "sorted", name), "utf8"));
      expect(contents.toSorted()).toEqual(Object.values(inbox).toSorted());
      expect(names(join(folder, "inbox"))).toHaveLength(mode === "--move" ? 0 : n);
    }
  });

  it("leaves documents that it may not move, and makes no copy", async () => {
    const folder = desk();
    for (const name of [folder, join(folder, "sorted")]) {
      mkdirSync(name, { recursive: true });
      chmodSync(name, 0o777);
    }
    chmodSync(join(folder, "inbox"), 0o555);
    const args = ["sort", "inbox", "-m", model, "--into", "sorted", "--move"];
    const { code, stderr } = await thresherAsNobody(args, { cwd: folder });
    expect(code).toBe(1);
    expectOneLine(stderr, "left 3 documents in place: inbox/1.txt (permission denied), inbox/2.txt (permission");
    expect(names(join(folder, "sorted"))).toEqual([]);
    expect(names(join(folder, "inbox"))).toEqual(["1.txt", "2.txt", "3.txt"]);
  });

  it("leaves documents whose folder may not be written to, and files the rest", async () => {
    const folder = desk(undefined, { sorted: { ham: {} } });
    for (const name of [".", "inbox", "sorted"]) chmodSync(join(folder, name), 0o777);
    chmodSync(join(folder, "sorted/ham"), 0o555);
    const args = ["sort", "inbox", "-m", model, "--into", "sorted", "--move"];
    const { code, stderr } = await thresherAsNobody(args, { cwd: folder });
    expect(code).toBe(1);
    expectOneLine(stderr, /left \d documents? in place: inbox\/1\.txt \(permission denied\)/);
    expect(names(join(folder, "sorted"))).toEqual(["spam/2.txt"]);
    expect(names(join(folder, "inbox"))).not.toContain("2.txt");
  });

  it.skipIf(OTHER_FILE_SYSTEM === undefined)("moves documents to another file system and back", async () => {
    const folder = desk();
    const into = mkdtempSync(join(String(OTHER_FILE_SYSTEM), "thresher-test-"));
    try {
      const contents = () => names(join(folder, "inbox")).map((name) => `${bytesOf(join(folder, "inbox", name))}`);
      const before = contents();
      const moved = await thresher(["sort", "inbox", "-m", model, "--into", into, "--move"], { cwd: folder });
      const stderr =
        "thresher: moved 3 documents to another file system: extended attributes are not kept, nor owner and mode where you may not set them\n";
      expect(moved).toMatchObject({ code: 0, stderr });
      expect(names(join(folder, "inbox"))).toEqual([]);
      const journal = join(into, journalsIn(into)[0]);
      expect(await thresher(["sort", "--undo", journal], { cwd: folder })).toMatchObject({ code: 0, stderr });
      expect(names(into)).toEqual([]);
      expect(contents()).toEqual(before);
    } finally {
      rmSync(into, { recursive: true });
    }
  });

  it("prints a name with a line break on one line, and files it under the same name", async () => {
    const name = "new\nline\u202e.txt";
    const folder = desk({ [name]: HAM, ["x".repeat(255)]: HAM });
    const { stdout } = await sort(folder, "inbox");
    expect(stdout).toContain("inbox/new\\nline\\u202e.txt");
    expect(names(join(folder, "sorted"))).toEqual([`ham/${name}`, `ham/${"x".repeat(255)}`]);
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

  it("copies the messages of a mailbox to files, and moves none out of it", async () => {
    const message = (text: string) => `From a@b Thu Jan  1 00:00:00 2026\nSubject: x\n\n${text}\n`;
    const folder = folderWith({ "in.mbox": `${message(HAM)}${message(SPAM)}` });
    const moved = await sort(folder, "in.mbox", "--move");
    expect(moved.code).toBe(1);
    expectOneLine(moved.stderr, "left 2 documents in place: in.mbox#1 (it is one of several messages in a file, so it");
    expect(await sort(folder, "in.mbox")).toMatchObject({ code: 0, stderr: "" });
    expect(names(join(folder, "sorted"))).toEqual(["ham/in.mbox-1.eml", "spam/in.mbox-2.eml"]);
    expect(readFileSync(join(folder, "sorted/ham/in.mbox-1.eml"), "utf8")).toBe(`Subject: x\n\n${HAM}`);
  });
});
