import { basename, join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { FILE_SYSTEM, type FileSystem, statusOf } from "./file-system.js";
import { type Journal, parseJournal } from "./journal.js";
import {
  journalFolders,
  newJournalFolder,
  type OpenJournal,
  requireTrustedFolder,
  withJournal,
} from "./open-journal.js";

const CHUNK_BYTES = 1 << 16;

/**
 * Reads a journal that may be obeyed: of a file that nobody but the user or root can have
 * written, about the folder that it lies in, itself or in `.thresher`.
 *
 * @param into the folder that the journal must be about, as a real path; default: the one that it lies in
 * @throws DataError if there is none, or it may not be obeyed, with the way out.
 */
export function readJournal(path: string, files: FileSystem = FILE_SYSTEM, into?: string): Journal {
  return withJournal(files, path, (open) => {
    const { dev, ino, size } = open.status;
    const journal = parseJournal(path, chunksOf(files, open));
    const folder = into ?? open.folder;
    const other = journal.runs.find((run) => !isOneFolder(files, run.into, folder));
    if (other !== undefined) throw elsewhere(path, other.into, into);
    return { ...journal, file: { dev, ino, size } };
  });
}

/** Where file systems take two spellings for one name, the folder tells. */
function isOneFolder(files: FileSystem, one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [statusOf(files, one), statusOf(files, other)];
  return a?.isDirectory() === true && a.ino !== 0 && a.ino === b?.ino && a.dev === b.dev;
}

function elsewhere(path: string, about: string, into: string | undefined): DataError {
  const wayOut =
    into === undefined
      ? `which it does not lie in, so it is not obeyed: if that is the folder you mean, name it, too (--into ${about})`
      : `not about ${into}: choose another journal or another folder`;
  return new DataError(`${path} is about ${about}, ${wayOut}`);
}

function* chunksOf(files: FileSystem, { file, status }: OpenJournal): Generator<Uint8Array> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0; position < status.size; ) {
    const read = files.readSync(file, chunk, 0, Math.min(chunk.length, status.size - position), position);
    if (read === 0) return;
    yield chunk.subarray(0, read);
    position += read;
  }
}

/** A path for the journal of a run that nobody else has. */
export function journalPath(files: FileSystem, into: string, time: string): string {
  const folder = newJournalFolder(files, into);
  const name = `journal-${time.replace(/:/g, "-").replace(/\.\d+Z$/, "")}-${process.pid}`;
  let path = join(folder, `${name}.jsonl`);
  for (let n = 2; statusOf(files, path) !== undefined; n++) path = join(folder, `${name}-${n}.jsonl`);
  return path;
}

/** Told of each journal, or folder of journals, that may not be obeyed. */
export type OnRefused = (error: DataError) => void;

/**
 * The journals of a folder whose runs have not come to their end. One that may not be obeyed
 * keeps nobody from reading the others.
 *
 * @param into a real path
 * @param onRefused told of each that is passed over, and why; default: nobody is
 */
export function unfinishedJournals(
  into: string,
  files: FileSystem = FILE_SYSTEM,
  onRefused: OnRefused = () => undefined,
): Journal[] {
  return journalsIn(into, files, onRefused, (path) => !hasEnded(files, path)).filter(
    // One that was stopped within its first line has done nothing.
    ({ runs, isFinished }) => runs.length > 0 && !isFinished,
  );
}

/** All journals of a folder that something has been filed by, the oldest first; as `unfinishedJournals`. */
export function folderJournals(into: string, files: FileSystem, onRefused: OnRefused): Journal[] {
  return journalsIn(into, files, onRefused, () => true).filter(({ runs }) => runs.length > 0);
}

function journalsIn(
  into: string,
  files: FileSystem,
  onRefused: OnRefused,
  isWanted: (path: string) => boolean,
): Journal[] {
  const orRefused = <T>(call: () => T[]): T[] => {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      onRefused(error);
      return [];
    }
  };
  return journalFolders(files, into)
    .flatMap((folder) => orRefused(() => journalPaths(files, folder)))
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1))
    .flatMap((path) => orRefused(() => (isWanted(path) ? [readJournal(path, files)] : [])));
}

function journalPaths(files: FileSystem, folder: string): string[] {
  if (statusOf(files, folder) === undefined) return [];
  requireTrustedFolder(files, folder);
  try {
    const names = files.readdirSync(folder).filter((name) => /^journal-.*\.jsonl$/.test(name));
    return names.map((name) => join(folder, name));
  } catch (error) {
    throw new DataError(`the journals in ${folder} cannot be listed: ${reason(error)}`);
  }
}

/** So much at the end of a journal shows whether its run has ended. */
const END_BYTES = 256;

function hasEnded(files: FileSystem, path: string): boolean {
  return withJournal(files, path, ({ file, status: { size } }) => {
    const end = Buffer.alloc(Math.min(size, END_BYTES));
    files.readSync(file, end, 0, end.length, size - end.length);
    return /\n\{"step":"end"[^\n]*\}\n$/.test(end.toString("latin1"));
  });
}
