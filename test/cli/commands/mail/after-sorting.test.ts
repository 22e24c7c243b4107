import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { each, type Outcome, thresher, thresherProcess } from "../../../helpers/command.js";
import { expectFault } from "../../../helpers/expectations.js";
import { folderWith, isJournal, journalsIn, namesIn, twoClasses } from "../../../helpers/folder.js";
import { trainedModel } from "../../../helpers/trained-model.js";
import { desk, HAM, journalOf, model, names, SPAM, setUp, sort } from "./sorting-desk.js";

setUp();

describe.concurrent("after thresher sort", () => {
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
    expect((await thresher(moving, { cwd: folder })).stdout).toContain("left: you have moved it back");
    renameSync(join(inbox, "1.txt"), join(into, "spam/1.txt"));
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
});

describe("a sort that is stopped", () => {
  /** A module that sends a signal to its own process in a move. @param again code that also runs */
  function signalled(signal: NodeJS.Signals, { at = 3, again = "" } = {}): string {
    return `data:text/javascript,${encodeURIComponent(`
    import fs from "node:fs";
    const { renameSync } = fs;
    let moves = 0;
    fs.renameSync = (...paths) => {
      if (++moves === ${at}) process.kill(process.pid, "${signal}");
      return renameSync(...paths);
    };
    ${again}
  `)}`;
  }

  const SECOND = `
  process.stdout.write = () => {
    process.kill(process.pid, "SIGINT");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
`;

  const model = trainedModel();

  function desk(): string {
    return folderWith({
      inbox: Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`${i}.txt`, `meeting lunch own${i}`])),
    });
  }

  const moving = (...more: string[]) => ["sort", "inbox", "-m", model, "--into", "sorted", "--move", ...more];
  const run = (cwd: string, module: string, args: readonly string[]): Promise<Outcome> =>
    thresherProcess(args, { cwd, node: ["--import", module] });
  const filesIn = (folder: string) => namesIn(folder).filter((name) => name.endsWith(".txt"));

  describe("sorting that is asked to stop", () => {
    it("ends after the present message, says how far it came, and goes on or is taken back after that", async () => {
      const folder = desk();
      const { code, stdout, stderr } = await run(folder, signalled("SIGINT"), moving());
      const [journal] = journalsIn(join(folder, "sorted"));
      expect(stderr).toBe(
        "thresher: stopped by SIGINT at file 4 of 6, 3 documents moved before it: to go on, run the same command again; " +
          `to undo it: thresher sort --undo sorted/${journal}\n`,
      );
      expect(code).toBe(130);
      expect(stdout).toMatch(/2\.txt .*\n\nclass {2}moved\nham {8}3\n$/);
      expect(filesIn(join(folder, "sorted"))).toEqual(["ham/0.txt", "ham/1.txt", "ham/2.txt"]);
      expect(filesIn(join(folder, "inbox"))).toEqual(["3.txt", "4.txt", "5.txt"]);
      expect(await thresher(moving("--quiet"), { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
      expect(filesIn(join(folder, "sorted"))).toHaveLength(6);
      const undo = ["sort", "--undo", `sorted/${journal}`];
      const undone = await run(folder, signalled("SIGTERM", { at: 2 }), undo);
      expect(undone).toMatchObject({ code: 143, stdout: expect.stringMatching(/\n\n2 back where they were\.\n$/) });
      expect(undone.stderr).toBe(
        "thresher: stopped by SIGTERM after 2 of 3 documents: to take back the rest, run the same command again\n",
      );
      const rest = await run(folder, signalled("SIGTERM", { at: 1 }), undo);
      expect(rest).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n\n1 back where it was\.\n$/) });
      expect(filesIn(join(folder, "inbox"))).toEqual(["0.txt", "1.txt", "2.txt"]);
    });

    it("says in JSON that it was stopped, and by what", async () => {
      const folder = desk();
      const { code, stdout } = await run(folder, signalled("SIGTERM"), moving("--json"));
      const report = JSON.parse(stdout);
      expect({ code, stopped: report.stopped, messages: report.messages.length }).toEqual({
        code: 143,
        stopped: "SIGTERM",
        messages: 3,
      });
    });

    it("ends at once the second time, and the next run has nothing to mend", async () => {
      const folder = desk();
      const { code, signal } = await run(folder, signalled("SIGINT", { again: SECOND }), moving());
      expect({ code, signal }).toEqual({ code: null, signal: "SIGINT" });
      expect(await thresher(moving(), { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
      expect(filesIn(join(folder, "sorted"))).toHaveLength(6);
    });
  });
});
