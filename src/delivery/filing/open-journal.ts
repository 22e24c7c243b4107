import fs, { constants, type Stats } from "node:fs";
import { dirname } from "node:path";
import { DataError, orDataError, reason } from "../../base/errors.js";
import { WRITABLE_BY_OTHERS } from "../../documents/files/only-ours.js";
import { closing, openChecked } from "../../documents/files/open-file.js";
import { ONLY_OWNER } from "../../documents/files/write-file.js";
import { hasCode } from "./file-system.js";

/** One and a half million messages. Larger journals would not fit into memory. */
const MAX_JOURNAL_BYTES = 2 ** 30;

/** An open journal that only the user or root can have written. */
export interface OpenJournal {
  readonly file: number;
  readonly status: Stats;
  /** The folder that holds the journal, as a real path. The journal must be about this folder. */
  readonly folder: string;
}

/** Opens a journal, to read or continue it. @throws as `openTrusted` */
export function openJournal(path: string, flags?: number): OpenJournal {
  const messageOf = (why: string) => `the journal ${path} cannot be opened: ${why}`;
  const folder = orDataError(() => fs.realpathSync(dirname(path)), messageOf);
  const file = openTrusted(path, "journal", MAX_JOURNAL_BYTES, flags);
  return { file, status: fs.fstatSync(file), folder };
}

/**
 * Opens a file that decides which files are moved and removed, so only the user or root may be able to write to it. The
 * open file is checked, because nobody can replace it. Never waits for a pipe. A file that is made belongs to the user
 * alone.
 *
 * @param kind for messages
 * @param most the largest size in bytes
 * @param flags added to those that prevent waiting and following a link
 * @returns its descriptor
 * @throws DataError if it cannot be opened or cannot be trusted, with what to do.
 */
export function openTrusted(
  path: string,
  kind: "journal" | "history",
  most: number,
  flags: number = constants.O_RDONLY,
): number {
  const notRegular = () => new DataError(`${path} is not a regular file, so it is not a ${kind} of thresher`);
  const check = (status: Stats) => {
    if (!status.isFile()) throw notRegular();
    requireTrusted(path, status);
    if (status.size > most) {
      throw new DataError(`${path} has ${status.size} bytes; a ${kind} has ${most} at most: remove it`);
    }
  };
  const open = () => {
    try {
      return fs.openSync(path, flags | constants.O_NONBLOCK | constants.O_NOFOLLOW, ONLY_OWNER);
    } catch (error) {
      if (hasCode(error, "ELOOP")) throw new DataError(`${path} is a symbolic link: give the ${kind} that it leads to`);
      // A socket or a device, or a folder that is opened for writing.
      if (hasCode(error, "ENXIO", "ENODEV", "EISDIR")) throw notRegular();
      throw new DataError(`the ${kind} ${path} cannot be opened: ${reason(error)}`);
    }
  };
  return openChecked(path, check, open);
}

/** Calls `use` with a journal that is open for reading, and closes it. */
export function withJournal<T>(path: string, use: (journal: OpenJournal) => T): T {
  const journal = openJournal(path);
  const messageOf = (why: string) => `the journal ${path} cannot be read: ${why}`;
  return closing(journal.file, () => orDataError(() => use(journal), messageOf));
}

/**
 * Checks that nobody else can have written a file.
 *
 * @param status of the open file
 * @throws DataError, with what to do, if somebody other than the user and root may have written the file. Not if the
 *   system has no owners.
 */
function requireTrusted(path: string, status: Stats): void {
  const refused = (why: string) => new DataError(`${path} ${why}`);
  const user = process.geteuid?.();
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
