import { renameSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../../../src/delivery/filing/journal.js";
import { beginOf, JournalFile, mayBeRunning } from "../../../src/delivery/filing/journal-file.js";
import { movesSince } from "../../../src/delivery/filing/moves.js";
import { readJournal, unfinishedJournals } from "../../../src/delivery/filing/read-journal.js";
import { repair } from "../../../src/delivery/filing/undo.js";
import { bytesOf, folderWith, namesIn, write } from "../../helpers/folder.js";
import { REAL, refusal, replaceCalls, setUp } from "./desk.js";
import { allUndone, begun, intentOf, journalLine } from "./journal-entries.js";

setUp();
const begin = begun("/into", "h");
const intent = intentOf("one", { source: "/in/new\nline\u202e" });
const lineOf = (entry: object | string) => (typeof entry === "string" ? entry : journalLine(entry as JournalEntry));
const bytes = (...entries: readonly (object | string)[]) => Buffer.from(entries.map(lineOf).join(""));

/** Reads a journal with this content about `/into`. */
const parsed = (content: Uint8Array) => readJournal(join(folderWith({ j: content }), "j"), "/into");

describe("a journal", () => {
  it("is read as it was written, without a line that was cut; later lines replace earlier ones of the same number", async () => {
    const journal = parsed(bytes(begin, { step: "make", path: "ham" }, intent, { step: "done", number: 1, time: "t" }));
    expect(journal).toMatchObject({ sessions: [begin], made: ["/into/ham"], isFinished: false });
    expect(journal.steps).toEqual([{ ...intent, id: "ham/1", into: "/into", state: "done" }]);
    const cut = parsed(bytes(begin, intent, '{"step":"do'));
    expect(cut).toMatchObject({ read: { end: bytes(begin, intent).length }, steps: [{ state: "open" }] });
    expect(parsed(bytes(begin, intent, { step: "end", time: "t" })).isFinished).toBe(true);
  });

  it.each<unknown[]>([
    ...["no\n", "null\n", intent].map((entry) => [1, entry]),
    ...[
      ...[{ version: 2 }, { into: "relative" }, { into: "/into/../etc" }],
      ...[{ folders: [["ham", 1]] }, { folders: [["ham"]] }],
    ].map((change) => [1, { ...begin, ...change }]),
    [2, begin, { step: "__proto__" }],
    [3, begin, intent, intent],
    [2, begin, { step: "done", number: 1, time: "t" }],
    [2, begin, { step: "make", path: "../x" }],
    ...[
      ...["../x", "/x", "ham/../../x", "ham/\0"].map((target) => ({ target })),
      ...["x/..", "x/../.thresher-1-x-1.tmp", "letters/1"].map((temporary) => ({ temporary })),
      ...["relative", "/in/../etc/x", "/in\0"].map((source) => ({ source })),
      { archive: "/in/a.tar", source: "/in/a.tar#../../x" },
      { archive: "/in/a.tar", source: "/etc/x", mode: "copy" },
      ...[{ mode: "delete" }, { digest: "" }, { size: -1 }, { size: 2 ** 60 }, { number: 0.5 }],
      ...[{ number: 2 ** 53 - 1 }, { probability: "1" }, { label: 1 }, { archive: 1 }],
    ].map((change) => [2, begin, { ...intent, ...change }]),
  ])("is refused with the number of the first wrong line, %d: %j %j", (line, ...entries) => {
    const fault = `/j, line ${line}: this is not a line of a journal of thresher sort`;
    expect(() => parsed(bytes(...(entries as object[])))).toThrow(fault);
  });

  it("is refused without a line of a journal", () => {
    expect(() => parsed(bytes("letter"))).toThrow("/j is not a journal of thresher sort");
  });

  it("that was stopped within its first line has done nothing", async () => {
    for (const content of ["", '{"st', '{"step":"begin","ver']) {
      expect(parsed(bytes(content))).toMatchObject({ sessions: [], steps: [], read: { end: 0 } });
    }
    const path = join(folderWith({ j: '{"step":"beg' }), "j");
    expect(await allUndone(readJournal(path))).toEqual([]);
    expect(movesSince(readJournal(path))).toEqual([]);
    expect(await repair(readJournal(path))).toEqual({ steps: [], documents: 0, removed: [], twice: [] });
    expect(bytesOf(path).toString()).toBe('{"step":"beg');
    new JournalFile(path, begin, readJournal(path)).end();
    expect(parsed(bytesOf(path))).toMatchObject({ sessions: [begin], isFinished: true });
  });

  it("is continued after its last complete line, with the next number", async () => {
    const path = join(folderWith({ j: bytes(begin, intent, "{torn") }), "j");
    const file = new JournalFile(path, begin, readJournal(path, "/into"));
    const { mode, source, target, temporary, probability, digest, size } = intent;
    await file.step({ mode, source, target, temporary, probability, digest, size }, () => undefined);
    file.end();
    const steps = [intent, { number: 2, state: "done" }];
    expect(parsed(bytesOf(path))).toMatchObject({ sessions: [begin, begin], steps, isFinished: true });
  });

  it("is not continued if it was replaced or has grown", () => {
    const folder = folderWith({ j: bytes(begin, intent), other: bytes(begin, intent) });
    const path = join(folder, "j");
    const before = readJournal(path, "/into");
    const going = () => new JournalFile(path, begin, before).end();
    renameSync(join(folder, "other"), path);
    expect(going).toThrow(/j has changed since it was read: run the command again$/);
    const grown = readJournal(path, "/into");
    writeFileSync(path, bytes(begin, intent, begin));
    expect(() => new JournalFile(path, begin, grown).end()).toThrow(/has changed since/);
    expect(bytesOf(path)).toEqual(bytes(begin, intent, begin));
  });

  it("never replaces a file, and leaves no file without a line", () => {
    const folder = folderWith({ j: "letter" });
    const file = new JournalFile(join(folder, "j"), begin);
    const fault = /the journal .*j cannot be opened: something of that name exists already$/;
    expect(() => file.write(intent)).toThrow(fault);
    expect(bytesOf(join(folder, "j")).toString()).toBe("letter");
    for (const room of [0, 10]) {
      let writes = 0;
      replaceCalls({
        writeSync: (to: number, content: Uint8Array) => {
          if (room === 0 || writes++ > 0) return refusal("ENOSPC");
          return REAL.writeSync(to, content.subarray(0, room));
        },
      });
      expect(() => new JournalFile(join(folder, "new"), begin).write(intent)).toThrow(/no space left/);
      expect(namesIn(folder)).toEqual(["j"]);
    }
  });
});

describe("an unfinished run", () => {
  it.each([
    [true, "its process exists", {}],
    [true, "it was on another computer", { host: `not ${hostname()}` }],
    [false, "its process is gone", { process: 2 ** 22 + 1 }],
    [false, "its PID was reused", { started: "long ago" }],
  ])("may still run (%s) if %s", (may, _, change) => {
    const begun = { ...beginOf({ into: "/into", folders: [], unsure: "" }), ...change };
    expect(mayBeRunning(parsed(bytes(begun)))).toBe(may);
    expect(mayBeRunning(parsed(bytes(begun, { step: "end", time: "t" })))).toBe(false);
  });

  it("is found by the end of its journal, unless that has no complete line or is about another folder", () => {
    const into = folderWith({});
    const here = bytes({ ...begin, into }, intent);
    const elsewhere = bytes(begin, intent, { ...begin, into });
    const ended = bytes({ ...begin, into }, { step: "end", time: "t" });
    const journals = [here, "{", ended, elsewhere, here];
    write(into, Object.fromEntries(journals.map((journal, i) => [`.thresher-journal-${i}.jsonl`, journal])));
    write(into, { "journal-5.jsonl": here });
    const found = unfinishedJournals(into).map(({ path }) => relative(into, path));
    expect(found).toEqual([0, 4].map((i) => `.thresher-journal-${i}.jsonl`));
    expect(unfinishedJournals(folderWith({}))).toEqual([]);
  });
});
