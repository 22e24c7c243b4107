import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../../../src/delivery/filing/journal.js";
import { readJournal } from "../../../src/delivery/filing/read-journal.js";
import { repair } from "../../../src/delivery/filing/undo.js";
import { bytesOf, folderWith, namesIn } from "../../helpers/folder.js";
import { allUndone } from "./journal-entries.js";
import { begin, bytes, DONE, intent, STRANGER, seenAs, setUp, stopped } from "./stopped-journal.js";

setUp();

describe("a repair", () => {
  it("removes incomplete files in the folder and reports them, and no file outside", async () => {
    const home = folderWith({ letter: "one" });
    const { into, path } = stopped(intent({ source: join(home, "letter") }));
    mkdirSync(join(into, "ham"));
    writeFileSync(join(into, "ham/1"), "one");
    writeFileSync(join(into, "ham/.thresher-1-x-1.tmp"), "on");
    const before = bytesOf(path);
    const trial = await repair(readJournal(path), { dryRun: true });
    expect(bytesOf(path)).toEqual(before);
    expect(namesIn(join(into, "ham"))).toEqual([".thresher-1-x-1.tmp", "1"]);
    const repaired = await repair(readJournal(path));
    expect(trial).toEqual(repaired);
    expect(repaired).toMatchObject({
      documents: 1,
      removed: [join(into, "ham/.thresher-1-x-1.tmp")],
      twice: [{ source: join(home, "letter") }],
      steps: [{ state: "done" }],
    });
    expect(namesIn(home)).toEqual(["letter"]);
    // Taken back, it is in one place.
    expect((await allUndone(readJournal(path))).map(({ outcome }) => outcome)).toEqual(["back"]);
    expect(namesIn(home)).toEqual(["letter"]);
    expect(namesIn(join(into, "ham"))).toEqual([]);
  });

  it("does not follow a link in place of a folder", async () => {
    const home = folderWith({ ".thresher-1-x-1.tmp": "mine", letter: "one" });
    const { into, path } = stopped(intent({}));
    symlinkSync(home, join(into, "ham"));
    await expect(repair(readJournal(path))).rejects.toThrow(/ham is a symbolic link, which is not followed/);
    expect(namesIn(home)).toEqual([".thresher-1-x-1.tmp", "letter"]);
  });
});

describe("an undone move", () => {
  function moved(source: string, ...entries: readonly JournalEntry[]) {
    const made = stopped(intent({ source }), DONE, ...entries, { step: "end", time: "t" });
    mkdirSync(join(made.into, "ham"));
    writeFileSync(join(made.into, "ham/1"), "one");
    return made;
  }

  it("goes outside the target folder only into a folder that the user owns", async () => {
    const home = folderWith({ in: {}, theirs: {} });
    symlinkSync("theirs", join(home, "alias"));
    for (const [folder, mine] of [["theirs"], ["theirs/deep/deeper"], ["alias"], ["in", true]] as const) {
      const { into, path } = moved(join(home, folder, "1"));
      seenAs(join(home, "theirs"), { uid: STRANGER });
      for (const dryRun of [true, false]) {
        const [{ outcome, why }] = await allUndone(readJournal(path), { dryRun });
        const kept = `it came from ${join(home, "theirs")}, which belongs to another user: move it there yourself`;
        expect([outcome, why]).toEqual(mine ? ["back", undefined] : ["kept", kept]);
      }
      expect(namesIn(join(into, "ham"))).toEqual(mine ? [] : ["1"]);
    }
    expect(namesIn(join(home, "theirs"))).toEqual([]);
    expect(namesIn(join(home, "in"))).toEqual(["1"]);
  });

  it("may go back within the target folder, whoever owns it", async () => {
    const { into, path } = moved("/x");
    mkdirSync(join(into, "inbox"));
    writeFileSync(path, bytes(begin(into), intent({ source: join(into, "inbox/1") }), DONE));
    seenAs(join(into, "inbox"), { uid: STRANGER });
    expect((await allUndone(readJournal(path))).map(({ outcome }) => outcome)).toEqual(["back"]);
  });

  it("leaves a folder behind a link, even if the journal says that it was made", async () => {
    const home = folderWith({ empty: {} });
    const { into, path } = moved("/x", { step: "make", path: "link/empty" });
    symlinkSync(home, join(into, "link"));
    await allUndone(readJournal(path));
    expect(namesIn(home)).toEqual(["empty/"]);
  });
});
