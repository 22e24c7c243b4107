import { chmodSync, chownSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../../../../src/delivery/filing/journal.js";
import { begun, intentOf, journalLine } from "../../../delivery/filing/journal-entries.js";
import { COMMAND, each, execute, thresher, thresherProcess } from "../../../helpers/command.js";
import { expectFault, outputOf } from "../../../helpers/expectations.js";
import { folderWith, isJournal, journalsIn, namesIn, twoClasses } from "../../../helpers/folder.js";
import { desk, HAM, journalOf, model, names, SPAM, setUp, sort } from "./sorting-desk.js";

setUp();

describe.concurrent("after thresher sort", () => {
  it("moves, with the unsure in a folder of their own, and takes it back", async () => {
    const cwd = desk();
    const moved = await sort(cwd, "inbox --move --unsure-below 60% --unsure-to unsure");
    expect(moved).toMatchObject({ code: 0, stderr: "" });
    expect(names(join(cwd, "sorted"))).toEqual(["ham/1.txt", "spam/2.txt", "unsure/3.txt"]);
    const undo = `sort --undo ${journalOf(cwd)}`;
    expect(await outputOf(`${undo} --dry-run`, { cwd })).toContain("Would be: 3 back where they were.");
    expect(names(join(cwd, "inbox"))).toEqual([]);
    const lines = ["unsure/3", "spam/2", "ham/1"].map((name) => `sorted/${name}.txt  → inbox/${name.at(-1)}.txt\n`);
    expect(await outputOf(undo, { cwd })).toBe(`${lines.join("")}\n3 back where they were.\n`);
    expect(names(join(cwd, "inbox"))).toEqual(["1.txt", "2.txt", "3.txt"]);
    expect(namesIn(join(cwd, "sorted")).filter((name) => !isJournal(name))).toEqual([]);
    expect(await outputOf(undo, { cwd })).toBe("Nothing to take back.\n");
  });

  it("combines the journals of a folder, where the latest move of a message counts, and says what to do next", async () => {
    const cwd = desk({ "1.txt": HAM, "2.txt": SPAM });
    await outputOf(["train", folderWith(twoClasses()), "-m", join(cwd, "my model"), "--remember"]);
    const moving = ["sort", "inbox", "-m", "my model", "--into", "sorted mail", "--move"];
    expect(await outputOf(moving, { cwd })).toMatch(
      /^To undo it: thresher sort --undo 'sorted mail\/\.thresher-journal-[\w-]+\.jsonl'\nTo learn from files that you then move yourself: thresher sort --learn-moves 'sorted mail' -m 'my model'\n$/m,
    );
    const [into, inbox] = [join(cwd, "sorted mail"), join(cwd, "inbox")];
    renameSync(join(into, "ham/1.txt"), join(inbox, "1.txt"));
    renameSync(join(into, "spam/2.txt"), join(into, "ham/2.txt"));
    expect((await thresher(moving, { cwd })).stdout).toContain("left: you have moved it back");
    renameSync(join(inbox, "1.txt"), join(into, "spam/1.txt"));
    const learning = ["sort", "--learn-moves", "sorted mail", "-m", "my model"];
    expect((await thresher([...learning, "--dry-run"], { cwd })).stdout).toMatch(
      /^learned {2}spam {2}sorted mail\/spam\/1\.txt\nlearned {2}ham {2}sorted mail\/ham\/2\.txt\nWould be: 2 learned\. /,
    );
    const learned = await thresher(learning, { cwd });
    expect(learned).toMatchObject({ code: 0, stdout: expect.stringContaining("2 learned.") });
    const undone = await thresher(["sort", "--undo", "sorted mail"], { cwd });
    expectFault(undone, 1, /sorted mail is a folder: --undo takes one journal; its last journal is sorted mail\/\.th/);
    const none = await thresher(["sort", "--learn-moves", "inbox", "-m", "my model"], { cwd });
    expectFault(none, 1, /inbox is neither a journal nor a folder with a trusted journal/);
  });

  it.each(["--move", "--link"])("files every message once if two sort the same inbox: %s", async (mode) => {
    const n = 60;
    const inbox = Object.fromEntries(Array.from({ length: n }, (_, i) => [`${i}`, `${i % 2 ? HAM : SPAM}${i}`]));
    const cwd = desk(inbox);
    await each([1, 2], () => thresherProcess(`sort -m ${model} --into sorted inbox ${mode} --quiet`, { cwd }));
    const contents = names(join(cwd, "sorted")).map((name) => readFileSync(join(cwd, "sorted", name), "utf8"));
    expect(contents.toSorted()).toEqual(Object.values(inbox).toSorted());
    expect(names(join(cwd, "inbox"))).toHaveLength(mode === "--move" ? 0 : n);
  });
});

describe("a sort that is stopped", () => {
  const six = () => desk(Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`${i}.txt`, `${HAM}own${i}`])));
  const moving = () => `sort inbox -m ${model} --into sorted --move`;

  /** Runs a command that sends itself a signal in a move. @param again code that also runs */
  function signalled(cwd: string, signal: NodeJS.Signals, at: number, words: string, again = "") {
    const module = `
      import fs from "node:fs";
      const { renameSync } = fs;
      let moves = 0;
      fs.renameSync = (...paths) => {
        if (++moves === ${at}) process.kill(process.pid, "${signal}");
        return renameSync(...paths);
      };
      ${again}`;
    return thresherProcess(words, { cwd, node: ["--import", `data:text/javascript,${encodeURIComponent(module)}`] });
  }

  it("ends after the present message, says how far it came, and goes on or is taken back after that", async () => {
    const cwd = six();
    const { code, stdout, stderr } = await signalled(cwd, "SIGINT", 3, moving());
    const journal = journalOf(cwd);
    expect(stderr).toBe(
      `thresher: stopped by SIGINT at file 4 of 6, 3 documents moved before it: to go on, run the same command again; to undo it: thresher sort --undo ${journal}\n`,
    );
    expect(code).toBe(130);
    expect(stdout).toMatch(/2\.txt .*\n\nclass {2}moved\nham {8}3\n$/);
    expect(names(join(cwd, "sorted"))).toEqual(["ham/0.txt", "ham/1.txt", "ham/2.txt"]);
    expect(names(join(cwd, "inbox"))).toEqual(["3.txt", "4.txt", "5.txt"]);
    await outputOf(`${moving()} --quiet`, { cwd });
    expect(names(join(cwd, "sorted"))).toHaveLength(6);
    const undone = await signalled(cwd, "SIGTERM", 2, `sort --undo ${journal}`);
    expect(undone).toMatchObject({ code: 143, stdout: expect.stringMatching(/\n\n2 back where they were\.\n$/) });
    expect(undone.stderr).toBe(
      "thresher: stopped by SIGTERM after 2 of 3 documents: to take back the rest, run the same command again\n",
    );
    const rest = await signalled(cwd, "SIGTERM", 1, `sort --undo ${journal}`);
    expect(rest).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n\n1 back where it was\.\n$/) });
    expect(names(join(cwd, "inbox"))).toEqual(["0.txt", "1.txt", "2.txt"]);
  });

  it("says in JSON that it was stopped, and by what", async () => {
    const { code, stdout } = await signalled(six(), "SIGTERM", 3, `${moving()} --json`);
    const { stopped, messages } = JSON.parse(stdout);
    expect([code, stopped, messages.length]).toEqual([143, "SIGTERM", 3]);
  });

  it("ends at once the second time, and the next run has nothing to mend", async () => {
    const cwd = six();
    const again = `process.stdout.write = () => {
      process.kill(process.pid, "SIGINT");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    };`;
    expect(await signalled(cwd, "SIGINT", 3, moving(), again)).toMatchObject({ code: null, signal: "SIGINT" });
    await outputOf(moving(), { cwd });
    expect(names(join(cwd, "sorted"))).toHaveLength(6);
  });
});

describe("a journal of an earlier run", () => {
  const SECRET = "a letter of mine\n";
  /** Any user but root. */
  const STRANGER = 65534;

  /** A desk with a file that is nobody's business, a copy of it in the folder to sort into, and a journal about the two. */
  function forged() {
    const cwd = desk({ "1.txt": HAM }, { home: { secret: SECRET }, sorted: { ham: { copy: SECRET } } });
    const [sorted, secret] = [join(cwd, "sorted"), join(cwd, "home/secret")];
    const journal = join(sorted, ".thresher-journal-0.jsonl");
    chmodSync(secret, 0o600);
    const intent = intentOf(SECRET, { target: "ham/copy", source: secret });
    const entries: JournalEntry[] = [begun(sorted, hostname()), intent];
    writeFileSync(journal, entries.map(journalLine).join(""), { mode: 0o600 });
    return { cwd, sorted, secret, journal };
  }

  it.skipIf(process.geteuid?.() !== 0)(
    "deletes nothing, is named, and keeps nobody from sorting, if it is a stranger's (as root, who can give files away)",
    async () => {
      const { cwd, sorted, secret, journal } = forged();
      chownSync(journal, STRANGER, STRANGER);
      const { code, stderr } = await sort(cwd, "inbox");
      expect(code).toBe(0);
      expect(stderr).toMatch(/^thresher: .*sorted has 1 journal of other users, which are not used\n$/);
      expect(readFileSync(secret, "utf8")).toBe(SECRET);
      expect(readFileSync(join(sorted, "ham/1.txt"), "utf8")).toBe(HAM);
      // The journal of this user is there too, and its sort can be undone.
      const [, name] = journalsIn(sorted);
      expect(await outputOf(`sort --undo sorted/${name}`, { cwd })).toContain("1 copy removed.");
      expect(namesIn(join(sorted, "ham"))).toEqual(["copy"]);
    },
  );

  it("is repaired before the next run, touches no file outside the folder, and shows each file that it removes", async () => {
    const { cwd, sorted, secret } = forged();
    writeFileSync(join(sorted, "ham/.thresher-1-x-1.tmp"), "a let");
    const lines = (removed: string, order: string) => `\
thresher: an earlier run was stopped: 1 document ${order} (sorted/.thresher-journal-0.jsonl)
thresher: ${removed} sorted/ham/.thresher-1-x-1.tmp, which is not a whole document
thresher: home/secret is in sorted/ham/copy, too: sort it again, or take that run back, to have it once
`;
    expect((await sort(cwd, "inbox --dry-run")).stderr).toBe(lines("would remove", "to put in order"));
    expect(namesIn(join(sorted, "ham"))).toEqual([".thresher-1-x-1.tmp", "copy"]);
    expect(await sort(cwd, "inbox")).toMatchObject({ code: 0, stderr: lines("removed", "put in order") });
    expect(namesIn(join(sorted, "ham"))).toEqual(["1.txt", "copy"]);
    expect(readFileSync(secret, "utf8")).toBe(SECRET);
    expect(namesIn(cwd)).toContain("inbox/1.txt");
  });
});

it("sorts out of and into whole paths from a folder that has been removed, to its last line", async () => {
  const folder = desk();
  const [gone, into] = [join(folder, "gone"), join(folder, "sorted")];
  mkdirSync(gone);
  const command = `${process.execPath} ${COMMAND} sort ${folder}/inbox -m ${model} --into ${into} --move`;
  const { code, stdout, stderr } = await execute("sh", ["-c", `cd ${gone} && rmdir ${gone} && exec ${command}`]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`To undo it: thresher sort --undo ${into}/.thresher-journal-`);
  expect(namesIn(join(folder, "inbox"))).toEqual([]);
});
