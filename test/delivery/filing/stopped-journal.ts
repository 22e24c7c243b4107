import { lstatSync, type Stats, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, vi } from "vitest";
import type { IntentEntry, JournalEntry } from "../../../src/delivery/filing/journal.js";
import { unfinishedJournals } from "../../../src/delivery/filing/read-journal.js";
import { folderWith } from "../../helpers/folder.js";
import { begun, intentOf, journalLine } from "./journal-entries.js";
import { type Calls, REAL, replaceCalls, restoringCalls } from "./stopping-files.js";

export const STRANGER = 4711;

export const begin = (into: string) => begun(into, "h");
export const intent = (change: Partial<IntentEntry>) => intentOf("one", change);

export const DONE = { step: "done", number: 1, time: "t" } as const;
export const bytes = (...entries: readonly JournalEntry[]) => Buffer.from(entries.map(journalLine).join(""));

/** A folder with the journal of a session that was stopped. */
export function stopped(...entries: readonly JournalEntry[]) {
  const into = folderWith({});
  const path = join(into, ".thresher-journal-0.jsonl");
  writeFileSync(path, bytes(begin(into), ...entries), { mode: 0o600 });
  return { into, path };
}

/** Makes something there look as if it belonged to others or had another mode, until the test ends. */
export function seenAs(path: string, change: Partial<Stats>, user = process.geteuid?.()): Calls {
  const { ino } = lstatSync(path, { throwIfNoEntry: false }) ?? { ino: -1 };
  const changed = (status: Stats | undefined) =>
    status?.ino === ino ? Object.assign(Object.create(status), change) : status;
  const calls = {
    fstatSync: (file: number) => changed(REAL.fstatSync(file)),
    lstatSync: (name: string) => changed(REAL.lstatSync(name, { throwIfNoEntry: false })),
  };
  replaceCalls(calls);
  vi.spyOn(process, "geteuid").mockReturnValue(user as number);
  return calls;
}

/** The journals of stopped runs, and why others are not used. */
export function journalsIn(into: string) {
  const refused: string[] = [];
  return { found: unfinishedJournals(into, ({ message }) => refused.push(message)), refused };
}

export const WRITABLE =
  "can be written to by other users, so nothing in it is used: look at it, and if it is yours run chmod go-w on it";

/** To be called by each test file that uses these helpers. */
export function setUp(): void {
  restoringCalls();
  afterEach(() => vi.restoreAllMocks());
}
