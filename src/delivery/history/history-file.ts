import fs from "node:fs";
import { DataError } from "../../base/errors.js";
import { safeJson } from "../../base/safe-text.js";
import { withLock } from "../../documents/files/file-lock.js";
import { LineFile, type LineFileKind } from "../../documents/files/line-file.js";
import { A_DAY } from "../../documents/files/write-file.js";
import type { HistoryEntry } from "./history-entry.js";

/** A file with this much is full: a new one begins. */
const MOST = { lines: 50_000, bytes: 2 ** 25, age: 45 * A_DAY } as const;
/** In bytes. Longer lines are not kept: no path is so long. */
const MAX_LINE = 1 << 14;
/** In milliseconds, for another process to begin the new file. */
const PATIENCE = 1000;
/** A power cut may lose decisions, because no message depends on them. */
const HISTORY: LineFileKind = { name: "history", most: 2 * MOST.bytes, linesPerSync: Number.POSITIVE_INFINITY };

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
  const file = LineFile.open(path, HISTORY, "share");
  try {
    const { ino, size } = file.status();
    const last = Number(/^\{"n":(\d{1,9}),/.exec(file.lastLine())?.[1] ?? 0);
    const began = Date.parse(/"time":"([^"]*)"/.exec(file.firstLine())?.[1] ?? "");
    if (size >= MOST.bytes || last >= MOST.lines || Date.now() - began >= MOST.age) {
      // Another process may have begun the new file by now.
      const isSame = () => fs.lstatSync(path, { throwIfNoEntry: false })?.ino === ino;
      withLock(`${path}.lock`, PATIENCE, () => isSame() && fs.renameSync(path, previousOf(path)));
      addToHistory(path, entry);
      return;
    }
    // The number of the line, so that nobody has to count. Lines that two processes add at once may have the same one.
    const line = safeJson({ n: last + 1, ...entry });
    if (line.length >= MAX_LINE) throw new DataError(`the history ${path} cannot be written: the entry is too long`);
    file.add(line);
  } finally {
    file.close();
  }
}

/**
 * Opens a history, to read it. Never waits for a pipe, or follows a link.
 *
 * @throws DataError if it cannot be opened, or others may have written to it.
 */
export function openHistory(path: string): LineFile {
  return LineFile.open(path, HISTORY, "read");
}
