import fs, { constants, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DataError, orDataError, reason } from "../../base/errors.js";
import { openChecked } from "../../documents/files/files.js";
import { WRITABLE_BY_OTHERS } from "../../documents/files/only-ours.js";
import { hasCode, statusOf } from "./file-system.js";

/** One and a half million messages. Larger journals would not fit into memory. */
const MAX_JOURNAL_BYTES = 2 ** 30;

/** An open journal that only the user or root can have written. */
export interface OpenJournal {
  readonly file: number;
  readonly status: Stats;
  /**
   * The folder that the journal must be about, as a real path: the folder that holds it, or that holds its
   * `JOURNAL_FOLDER`.
   */
  readonly folder: string;
}

/**
 * Opens a journal, to read or continue it. Journals decide which files are moved and removed, so only the
 * user or root may be able to write to the file and to a `JOURNAL_FOLDER` around it. The open file is
 * checked, because nobody can replace it. Never waits for a pipe.
 *
 * @param flags added to those that prevent waiting and following a link
 * @throws DataError if it cannot be opened or cannot be trusted, with what to do.
 */
export function openJournal(path: string, flags: number = constants.O_RDONLY): OpenJournal {
  const folder = folderOf(path);
  const check = (status: Stats) => {
    if (!status.isFile()) throw notRegular(path);
    requireTrusted(path, status);
    if (status.size > MAX_JOURNAL_BYTES) {
      throw new DataError(`${path} has ${status.size} bytes; a journal has ${MAX_JOURNAL_BYTES} at most: remove it`);
    }
  };
  const file = openChecked(path, check, () => opened(path, flags));
  return { file, status: fs.fstatSync(file), folder };
}

/** Calls `use` with a journal that is open for reading, and closes it. */
export function withJournal<T>(path: string, use: (journal: OpenJournal) => T): T {
  const journal = openJournal(path);
  const lineOf = (why: string) => `the journal ${path} cannot be read: ${why}`;
  try {
    return orDataError(() => use(journal), lineOf);
  } finally {
    fs.closeSync(journal.file);
  }
}

function opened(path: string, flags: number): number {
  try {
    return fs.openSync(path, flags | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    if (hasCode(error, "ELOOP")) throw new DataError(`${path} is a symbolic link: give the journal that it leads to`);
    // A socket or a device, or a folder that is opened for writing.
    if (hasCode(error, "ENXIO", "ENODEV", "EISDIR")) throw notRegular(path);
    throw new DataError(`the journal ${path} cannot be opened: ${reason(error)}`);
  }
}

function notRegular(path: string): DataError {
  return new DataError(`${path} is not a regular file, so it is not a journal of thresher sort`);
}

function folderOf(path: string): string {
  const typed = dirname(path);
  const lineOf = (why: string) => `the journal ${path} cannot be opened: ${why}`;
  const folder = orDataError(() => fs.realpathSync(typed), lineOf);
  for (const name of [typed, folder]) {
    if (isJournalFolder(basename(name))) requireTrustedFolder(name);
  }
  return isJournalFolder(basename(folder)) ? dirname(folder) : folder;
}

/** @throws DataError if others may have put journals into a folder, or it is a link to one. */
export function requireTrustedFolder(folder: string): void {
  const status = statusOf(folder);
  if (status !== undefined) requireTrusted(folder, status);
}

/**
 * @param status of the open file, or of a folder itself and not of a link to it
 * @throws DataError, with what to do, if somebody other than the user and root may have written a file or folder. Not
 *   if the system has no owners.
 */
function requireTrusted(path: string, status: Stats): void {
  const refused = (why: string) => new DataError(`${path} ${why}`);
  const user = process.geteuid?.();
  if (status.isSymbolicLink()) throw refused("is a symbolic link, so nothing in it is used: remove the link");
  if (user === undefined) return;
  if (status.uid !== user && status.uid !== 0) {
    throw refused(
      `belongs to user ${status.uid}, so nothing in it is used: remove it if nobody needs it, or let that user run the command`,
    );
  }
  if ((status.mode & WRITABLE_BY_OTHERS) !== 0) {
    throw refused(
      "can be written to by other users, so nothing in it is used: look at it, and if it is yours run chmod go-w on it",
    );
  }
}

/**
 * The names of journals in the target folder. They are hidden files and not folders, because mail servers show folders:
 * in a Maildir++, Dovecot shows those whose name begins with a dot; in its layout `fs`, it shows all.
 */
export const JOURNAL_NAME = /^\.thresher-journal-.*\.jsonl$/;

/** The names of journals in a `JOURNAL_FOLDER`. */
export const OLD_JOURNAL_NAME = /^journal-.*\.jsonl$/;

/**
 * Version 0.2 kept journals in `.thresher`, or in `.thresher-UID` if the first belonged to another user.
 */
const JOURNAL_FOLDER = /^\.thresher(-\d+)?$/;

/** Returns whether a file or folder of this name, in a target folder, is a journal or holds journals. */
export function isJournalName(name: string): boolean {
  return JOURNAL_NAME.test(name) || isJournalFolder(name);
}

/** Returns whether a folder of this name holds the journals of version 0.2. */
export function isJournalFolder(name: string): boolean {
  return JOURNAL_FOLDER.test(name);
}

/** Returns the folders in which version 0.2 kept journals. */
export function journalFolders(into: string): string[] {
  const user = process.geteuid?.();
  return [".thresher", ...(user === undefined ? [] : [`.thresher-${user}`])].map((name) => join(into, name));
}
