import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, renameSync, rmSync, type Stats, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { JournalFile } from "../../../src/delivery/filing/journal-file.js";
import { readJournal, unfinishedJournals } from "../../../src/delivery/filing/read-journal.js";
import { bytesOf, folderWith } from "../../helpers/folder.js";
import { begin, bytes, intent, journalsIn, STRANGER, seenAs, setUp, stopped, WRITABLE } from "./stopped-journal.js";
import { REAL, replaceCalls } from "./stopping-files.js";

setUp();

describe("a journal that others may have written", () => {
  it.each<[string, Partial<Stats>, fault: string, told?: string]>([
    ["belongs to somebody else", { uid: STRANGER }, "belongs to user 4711", "has 1 journal of other users"],
    ["can be written to by a group", { mode: 0o100620 }, WRITABLE],
  ])("is not used if it %s", (_, change, fault, told = fault) => {
    const { into, path } = stopped(intent({}));
    seenAs(path, change);
    expect(journalsIn(into)).toEqual({ found: [], refused: [expect.stringContaining(told)] });
    expect(() => readJournal(path)).toThrow(`${path} ${fault}`);
  });

  it("is used if it belongs to root, refused to root if it is an ordinary user's, and used where nobody owns files", () => {
    const { path } = stopped(intent({}));
    seenAs(path, { uid: 0, mode: 0o100644 });
    expect(readJournal(path).steps).toHaveLength(1);
    seenAs(path, { uid: STRANGER }, 0);
    expect(() => readJournal(path)).toThrow("belongs to user 4711");
    vi.spyOn(process, "geteuid").mockReturnValue(undefined as unknown as number);
    expect(readJournal(path).steps).toHaveLength(1);
  });

  it("is judged by the file that was opened, whatever was there before and is there afterwards", () => {
    const { into, path } = stopped(intent({}));
    const other = join(into, "other");
    writeFileSync(other, bytesOf(path), { mode: 0o600 });
    replaceCalls({
      ...seenAs(other, { uid: STRANGER }),
      openSync: (name: string, flags: number) => {
        renameSync(name, `${name}.own`);
        renameSync(other, name);
        return REAL.openSync(name, flags);
      },
    });
    expect(() => readJournal(path)).toThrow("belongs to user 4711");
  });

  it("is not written to when it has been swapped for another file of the user's own", () => {
    const { into, path } = stopped(intent({}));
    const journal = readJournal(path);
    writeFileSync(join(into, "letter"), "dear ann".repeat(100), { mode: 0o600 });
    rmSync(path);
    linkSync(join(into, "letter"), path);
    expect(() => new JournalFile(path, begin(into), journal).end()).toThrow("has changed since it was read");
    expect(bytesOf(join(into, "letter")).toString()).toBe("dear ann".repeat(100));
  });
});

describe("a journal about another folder", () => {
  it("is refused, even if only one run is, and however the folder is spelt", () => {
    const { into, path } = stopped(intent({}));
    for (const other of ["/", "/home/ann/.ssh", `${into}/ham`, into.toUpperCase()]) {
      writeFileSync(path, bytes(begin(into), begin(other), intent({})));
      expect(() => readJournal(path), other).toThrow(
        `${path} is about ${other}, but does not lie in it, so it is not used: if you mean that folder, give it as into`,
      );
      expect(unfinishedJournals(into)).toEqual([]);
    }
    writeFileSync(path, bytes(begin(`${into}/../x`)));
    expect(() => readJournal(path)).toThrow("line 1: this is not a line of a journal");
  });

  it("is refused if a link leads to the folder, so that nobody can write one for any place", () => {
    const { into, path } = stopped(intent({}));
    const alias = join(folderWith({}), "alias");
    symlinkSync(into, alias);
    mkdirSync(join(into, "sorted"));
    renameSync(path, join(into, "sorted/log"));
    const link = `${alias}/sorted`;
    writeFileSync(join(into, "sorted/log"), bytes(begin(link), intent({})));
    expect(() => readJournal(join(into, "sorted/log"))).toThrow(`is about ${link}, but does not lie in it`);
    expect(() => readJournal(join(into, "sorted/log"), join(into, "sorted"))).toThrow("choose another journal");
  });

  it("is used if the folder is named, or if it lies in the folder", () => {
    const { into, path } = stopped(intent({}));
    const outside = join(folderWith({}), "log");
    renameSync(path, outside);
    expect(() => readJournal(outside)).toThrow("but does not lie in it");
    expect(readJournal(outside, into).steps).toHaveLength(1);
    expect(() => readJournal(outside, folderWith({}))).toThrow("choose another journal or another folder");
    renameSync(outside, join(into, "log"));
    expect(readJournal(join(into, "log")).steps).toHaveLength(1);
  });
});

describe("a file that is no journal", () => {
  it("is refused without waiting for it: a pipe, a device", () => {
    const { into, path } = stopped();
    rmSync(path);
    execFileSync("mkfifo", ["-m", "600", path]);
    expect(() => readJournal(path)).toThrow(`${path} is not a regular file, so it is not a journal of thresher`);
    expect(() => readJournal("/dev/null")).toThrow(/is not a regular file|belongs to user/);
    expect(unfinishedJournals(into)).toEqual([]);
  });

  it("is refused at its first line, however large it is", () => {
    const { path } = stopped();
    writeFileSync(path, "\n".repeat(5e6));
    expect(() => readJournal(path)).toThrow(`${path}, line 1: this is not a line of a journal of thresher sort`);
    truncateSync(path, 2 ** 34);
    expect(() => readJournal(path)).toThrow(/has 17179869184 bytes; a journal has 1073741824 at most: remove it/);
    truncateSync(path, 0);
    truncateSync(path, 2 ** 29);
    expect(() => readJournal(path)).toThrow(/has a line of more than 64 MiB, so it is not a journal/);
  });
});
