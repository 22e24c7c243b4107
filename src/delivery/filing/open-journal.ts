import fs, { constants, type Stats } from "node:fs";
import { dirname } from "node:path";
import { DataError, orDataError, reason } from "../../base/errors.js";
import { WRITABLE_BY_OTHERS } from "../../documents/files/only-ours.js";
import { closing, openChecked } from "../../documents/files/open-file.js";
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

/**
 * Opens a journal, to read or continue it. Journals decide which files are moved and removed, so only the
 * user or root may be able to write to the file. The open file is checked, because nobody can replace it. Never
 * waits for a pipe.
 *
 * @param flags added to those that prevent waiting and following a link
 * @throws DataError if it cannot be opened or cannot be trusted, with what to do.
 */
export function openJournal(path: string, flags: number = constants.O_RDONLY): OpenJournal {
  const messageOf = (why: string) => `the journal ${path} cannot be opened: ${why}`;
  const folder = orDataError(() => fs.realpathSync(dirname(path)), messageOf);
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
  const messageOf = (why: string) => `the journal ${path} cannot be read: ${why}`;
  return closing(journal.file, () => orDataError(() => use(journal), messageOf));
}

/** Opens a file. Never waits or follows a link. @throws DataError with what to do */
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

/** Makes the error for a folder, pipe or device in place of a journal. */
function notRegular(path: string): DataError {
  return new DataError(`${path} is not a regular file, so it is not a journal of thresher sort`);
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
