import fs, { constants } from "node:fs";
import { orDataError } from "../../base/errors.js";
import { safeJson } from "../../base/safe-text.js";
import { withLock } from "../../documents/files/file-lock.js";
import { closing } from "../../documents/files/open-file.js";
import { A_DAY } from "../../documents/files/write-file.js";
import { openTrusted } from "../filing/open-journal.js";
import type { HistoryEntry } from "./history-entry.js";

/** A file that has so much is full: a new one begins. */
const MOST = { lines: 50_000, bytes: 2 ** 25, age: 45 * A_DAY } as const;
/** In bytes. Longer lines are not kept: no path is so long. */
const MAX_LINE = 1 << 14;
/** In milliseconds, for another process to begin the new file. */
const PATIENCE = 1000;

/** Returns the file before the present one. */
export function previousOf(path: string): string {
  return `${path}.previous`;
}

/**
 * Adds an entry to a history. The file belongs to the user alone. A file with 50,000 lines or 32 MB, or whose first line
 * is 45 days old, becomes `FILE.previous`, in place of the one before. Several processes may add to one history.
 *
 * @throws DataError if the entry cannot be written.
 */
export function addToHistory(path: string, entry: HistoryEntry): void {
  const add = (file: number) => {
    const { ino, size } = fs.fstatSync(file);
    const [begin, end] = [0, Math.max(0, size - MAX_LINE)].map((place) => textAt(file, place));
    const last = Number([...end.matchAll(/^\{"n":(\d{1,9}),/gm)].at(-1)?.[1] ?? 0);
    const began = Date.parse(/"time":"([^"]*)"/.exec(begin)?.[1] ?? "");
    if (size >= MOST.bytes || last >= MOST.lines || Date.now() - began >= MOST.age) {
      // Another process may have begun the new file by now.
      const isSame = () => fs.lstatSync(path, { throwIfNoEntry: false })?.ino === ino;
      withLock(`${path}.lock`, PATIENCE, () => isSame() && fs.renameSync(path, previousOf(path)));
      return addToHistory(path, entry);
    }
    // The number of the line, so that nobody has to count. Lines that two processes add at once may have the same one.
    const line = Buffer.from(`${safeJson({ n: last + 1, ...entry })}\n`);
    if (line.length > MAX_LINE) throw new Error("the entry is too long");
    // A line that was not written whole, because the disk was full, spoils no other one.
    fs.writeSync(file, /(?:^|\n)$/.test(end) ? line : Buffer.concat([Buffer.from("\n"), line]));
  };
  const { O_RDWR, O_APPEND, O_CREAT } = constants;
  const messageOf = (why: string) => `the history ${path} cannot be written: ${why}`;
  orDataError(() => closing(openHistory(path, O_RDWR | O_APPEND | O_CREAT), add), messageOf);
}

/** Returns at most `MAX_LINE` bytes of a file, from a place on. */
function textAt(file: number, place: number): string {
  const bytes = Buffer.alloc(MAX_LINE);
  return bytes.toString("latin1", 0, fs.readSync(file, bytes, 0, MAX_LINE, place));
}

/**
 * Opens a history that only this user, or root, can have written. Never waits for a pipe, or follows a link.
 *
 * @param flags default: to read
 * @throws DataError if it cannot be opened, or others may have written to it.
 */
export function openHistory(path: string, flags?: number): number {
  return openTrusted(path, "history", 2 * MOST.bytes, flags);
}
