import { symlinkSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FILE_SYSTEM, type FileSystem } from "../../src/filing/file-system.js";
import { type BeginEntry, beginEntry, type JournalEntry, journalLine, parseJournal } from "../../src/filing/journal.js";
import {
  beginOf,
  begunJournals,
  JournalFile,
  mayBeRunning,
  readJournal,
  unfinishedJournals,
} from "../../src/filing/journal-file.js";
import { bytesOf, folderWith, write } from "../helpers/folder.js";

const begin = beginEntry({
  time: "t",
  into: "/into",
  folders: [["ham", "ham"]],
  unsure: "",
  host: "h",
  process: 1,
  started: "",
});
const intent: JournalEntry = {
  step: "intent",
  number: 1,
  time: "t",
  mode: "move",
  source: "/in/new\nline\u202e",
  target: "ham/1",
  temporary: "ham/.thresher-1-x-1.tmp",
  label: "ham",
  probability: 0.5,
  digest: "0".repeat(64),
  size: 3,
};
const bytes = (...entries: readonly (JournalEntry | object | string)[]) =>
  Buffer.from(
    entries.map((entry) => (typeof entry === "string" ? entry : journalLine(entry as JournalEntry))).join(""),
  );

describe("a journal", () => {
  it("is read as it was written, later lines of a number in place of earlier ones", () => {
    const journal = parseJournal(
      "j",
      bytes(begin, { step: "make", path: "ham" }, intent, { step: "done", number: 1, time: "t" }),
    );
    expect(journal).toMatchObject({ runs: [begin], made: ["/into/ham"], isFinished: false });
    expect(journal.steps).toEqual([{ ...intent, into: "/into", state: "done" }]);
    expect(parseJournal("j", bytes(begin, intent)).steps[0].state).toBe("open");
    expect(parseJournal("j", bytes(begin, intent, { step: "end", time: "t" })).isFinished).toBe(true);
  });

  it("has lines that are safe to look at", () => {
    expect(journalLine(intent)).toContain("/in/new\\nline\\u202e");
    expect(journalLine({ ...intent, source: "/\u{e0041}\u009b" })).toContain("/\\udb40\\udc41\\u009b");
  });

  it("may end in a line that was being written when the run was stopped", () => {
    const whole = bytes(begin, intent);
    const journal = parseJournal("j", Buffer.concat([whole, Buffer.from('{"step":"do')]));
    expect(journal).toMatchObject({ length: whole.length, steps: [{ state: "open" }] });
  });

  it("is refused with the line that is none", () => {
    const fault = "required a line of a journal of thresher sort, found another";
    const cases: [Buffer, number][] = [
      [bytes("no\n"), 1],
      [bytes("null\n"), 1],
      [bytes(intent), 1],
      [bytes({ ...begin, version: 2 }), 1],
      [bytes({ ...begin, into: "relative" }), 1],
      [bytes({ ...begin, folders: [["ham", 1]] }), 1],
      [bytes(begin, { step: "__proto__" }), 2],
      [bytes(begin, intent, intent), 3],
      [bytes(begin, { step: "done", number: 1, time: "t" }), 2],
      [bytes(begin, { step: "make", path: "../x" }), 2],
      ...[
        { target: "../x" },
        { target: "/x" },
        { target: "ham/../../x" },
        { temporary: "x/.." },
        { temporary: "x/../.thresher-1-x-1.tmp" },
        { temporary: "letters/1" },
        { mode: "delete" },
        { digest: "" },
        { size: -1 },
        { number: 0.5 },
        { source: "relative" },
        { probability: "1" },
        { label: 1 },
        { archive: 1 },
      ].map((change): [Buffer, number] => [bytes(begin, { ...intent, ...change }), 2]),
    ];
    for (const [content, line] of cases) {
      expect(() => parseJournal("j", content), String(content)).toThrow(`j, line ${line}: ${fault}`);
    }
    expect(() => parseJournal("j", bytes())).toThrow("j: required a journal of thresher sort, found no line of one");
  });

  it("that is not there, is a folder or a link is refused", () => {
    const folder = folderWith({ j: {}, real: bytes(begin) });
    symlinkSync("real", join(folder, "link"));
    const read = (name: string) => () => readJournal(join(folder, name));
    expect(read("none")).toThrow(/required a journal of thresher sort, found: no such file or folder$/);
    expect(read("j")).toThrow(/found: no regular file$/);
    expect(read("link")).toThrow(/found: no regular file$/);
  });

  it("is continued behind its last whole line", () => {
    const folder = folderWith({ j: Buffer.concat([bytes(begin, intent), Buffer.from("{torn")]) });
    const path = join(folder, "j");
    const file = new JournalFile(FILE_SYSTEM, path, begin, readJournal(path));
    expect(file.next()).toBe(2);
    file.end("t");
    expect(bytesOf(path)).toEqual(bytes(begin, intent, begin, { step: "end", time: "t" }));
  });

  it("never takes the place of a file", () => {
    const folder = folderWith({ j: "letter" });
    const file = new JournalFile(FILE_SYSTEM, join(folder, "j"), begin);
    expect(() => file.write(intent)).toThrow(/j: required a journal that can be written to, found: EEXIST$/);
    expect(bytesOf(join(folder, "j")).toString()).toBe("letter");
  });
});

describe("a run that has not come to its end", () => {
  const run = (change: Partial<BeginEntry>) =>
    parseJournal(
      "j",
      bytes({ ...beginOf(FILE_SYSTEM, { time: "t", into: "/into", folders: [], unsure: "" }), ...change }),
    );

  it("may be at work if its process is there, or on another computer", () => {
    expect(mayBeRunning(run({}))).toBe(true);
    expect(mayBeRunning(run({ host: `not ${hostname()}` }))).toBe(true);
  });

  it("is not if its process is gone, or another has its number", () => {
    expect(mayBeRunning(run({ process: 2 ** 22 + 1 }))).toBe(false);
    expect(mayBeRunning(run({ started: "long ago" }))).toBe(false);
    expect(mayBeRunning(parseJournal("j", bytes(begin, { step: "end", time: "t" })))).toBe(false);
  });

  it("is found by the end of its journal; one without a whole line has done nothing, one of another folder is not asked for", () => {
    const into = folderWith({});
    const here = bytes({ ...begin, into }, intent);
    const elsewhere = bytes(begin, intent, { ...begin, into });
    write(into, {
      ".thresher": { "journal-1.jsonl": here, "journal-2.jsonl": "{", "journal-4.jsonl": elsewhere, other: "x" },
    });
    write(into, { ".thresher": { "journal-3.jsonl": bytes({ ...begin, into }, { step: "end", time: "t" }) } });
    expect(unfinishedJournals(into).map(({ path }) => path)).toEqual([join(into, ".thresher/journal-1.jsonl")]);
    expect(unfinishedJournals(folderWith({}))).toEqual([]);
    const others: FileSystem = {
      ...FILE_SYSTEM,
      openSync: (path, flags) => {
        if (path.endsWith("-1.jsonl")) throw Object.assign(new Error("no"), { code: "EACCES" });
        return FILE_SYSTEM.openSync(path, flags);
      },
    };
    expect(unfinishedJournals(into, others)).toEqual([]);
    expect(begunJournals(into, others)).not.toContain(join(into, ".thresher/journal-1.jsonl"));
  });
});
