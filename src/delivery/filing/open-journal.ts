import { constants } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { type FileStatus, type FileSystem, hasCode, statusOf } from "./file-system.js";

/** A million messages and a half; what is in them has to fit into memory. */
const MAX_JOURNAL_BYTES = 2 ** 30;

/** A journal that is open, and that nobody but the user or root has written. */
export interface OpenJournal {
  readonly file: number;
  readonly status: FileStatus;
  /** The folder that it must be about: the one that it lies in, as a real path. */
  readonly folder: string;
}

/**
 * Opens a journal. Whoever reads one or goes on with one opens it here, since it is obeyed: it
 * must be a regular file of the user or of root that nobody else can write to, and so must a
 * `.thresher` that it lies in. All of that is asked of the open file, which nobody can swap.
 * Never waits for a pipe.
 *
 * @param flags besides those that keep from waiting and from following a link
 * @throws DataError if it cannot be opened or may not be obeyed, with the way out.
 */
export function openJournal(files: FileSystem, path: string, flags: number = constants.O_RDONLY): OpenJournal {
  const folder = folderOf(files, path);
  const file = opened(files, path, flags);
  try {
    const status = files.fstatSync(file);
    if (!status.isFile()) throw notRegular(path);
    const why = whyNotTrusted(files, status);
    if (why !== undefined) throw new DataError(`${path} ${why}`);
    if (status.size > MAX_JOURNAL_BYTES) {
      throw new DataError(`${path} has ${status.size} bytes; a journal has ${MAX_JOURNAL_BYTES} at most: remove it`);
    }
    return { file, status, folder };
  } catch (error) {
    files.closeSync(file);
    throw error;
  }
}

/** Calls `use` with a journal that is open for reading as long as the call takes. */
export function withJournal<T>(files: FileSystem, path: string, use: (journal: OpenJournal) => T): T {
  const journal = openJournal(files, path);
  try {
    return use(journal);
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw new DataError(`the journal ${path} cannot be read: ${reason(error)}`);
  } finally {
    files.closeSync(journal.file);
  }
}

function opened(files: FileSystem, path: string, flags: number): number {
  try {
    return files.openSync(path, flags | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    if (hasCode(error, "ELOOP")) throw new DataError(`${path} is a symbolic link: give the journal that it leads to`);
    // What only a socket or a device says; and a folder, when it is opened for writing.
    if (hasCode(error, "ENXIO", "ENODEV", "EISDIR")) throw notRegular(path);
    throw new DataError(`the journal ${path} cannot be opened: ${reason(error)}`);
  }
}

function notRegular(path: string): DataError {
  return new DataError(`${path} is not a regular file, so it is not a journal of thresher sort`);
}

function folderOf(files: FileSystem, path: string): string {
  const typed = dirname(path);
  let folder: string;
  try {
    folder = files.realpathSync(typed);
  } catch (error) {
    throw new DataError(`the journal ${path} cannot be opened: ${reason(error)}`);
  }
  for (const name of [typed, folder]) {
    if (isJournalFolder(basename(name))) requireTrustedFolder(files, name);
  }
  return isJournalFolder(basename(folder)) ? dirname(folder) : folder;
}

/** @throws DataError if others may have put journals into a folder, or it is a link to one. */
export function requireTrustedFolder(files: FileSystem, folder: string): void {
  const status = statusOf(files, folder);
  const why = status === undefined ? undefined : whyNotTrusted(files, status);
  if (why !== undefined) throw new DataError(`${folder} ${why}`);
}

/** Whether a folder of this name, in one that is filed into, is for journals. */
export function isJournalFolder(name: string): boolean {
  return /^\.thresher(-\d+)?$/.test(name);
}

/**
 * Where the journals of a folder may lie: in `.thresher`; and in one with the number of the
 * user behind its name, for those who find that the first is not their own.
 */
export function journalFolders(files: FileSystem, into: string): string[] {
  const user = files.userId();
  return [".thresher", ...(user === undefined ? [] : [`.thresher-${user}`])].map((name) => join(into, name));
}

/** Where a new journal goes: the first of the folders that is not there yet, or is the user's own. */
export function newJournalFolder(files: FileSystem, into: string): string {
  const folders = journalFolders(files, into);
  const free = folders.find((folder) => {
    const status = statusOf(files, folder);
    return status === undefined || (isOurs(files, status) && whyNotTrusted(files, status) === undefined);
  });
  return free ?? folders[folders.length - 1];
}

/** What a mode has if the group or everybody else may write. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Why the content of a file or folder may be that of somebody else than the user or root, and
 * what can be done; undefined if it is not, or the system knows no owners.
 *
 * @param status of the open file, or of a folder itself: a link to one says nothing of it
 */
export function whyNotTrusted(files: FileSystem, status: FileStatus): string | undefined {
  const user = files.userId();
  if (status.isSymbolicLink()) return "is a symbolic link, so nothing in it is obeyed: remove the link";
  if (user === undefined) return undefined;
  if (status.uid !== user && status.uid !== 0) {
    return `belongs to user ${status.uid}, so nothing in it is obeyed: remove it if nobody needs it, or let that user run the command`;
  }
  if ((status.mode & WRITABLE_BY_OTHERS) !== 0) {
    return "can be written to by other users, so nothing in it is obeyed: look at it, and if it is yours run chmod go-w on it";
  }
  return undefined;
}

/** Whether something belongs to the user, where there are owners. */
export function isOurs(files: FileSystem, { uid }: FileStatus): boolean {
  const user = files.userId();
  return user === undefined || uid === user;
}
