import { constants } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { reason } from "../documents/files.js";
import { DataError } from "../errors.js";
import { FILE_SYSTEM, type FileSystem, hasCode, statusOf } from "./file-system.js";
import { type BeginEntry, beginEntry, type Journal, type JournalEntry, journalLine, parseJournal } from "./journal.js";
import { JOURNAL_FOLDER } from "./label-folders.js";

/** So many lines may be lost in a power cut; a program that is killed loses none. No message depends on them. */
const LINES_PER_SYNC = 256;

/** The journal of a run, while it is written. There is no file until there is a line for it. */
export class JournalFile {
  readonly path: string;
  readonly #files: FileSystem;
  readonly #begin: BeginEntry;
  readonly #before: Journal | undefined;
  #file: number | undefined;
  #isStarted = false;
  #unsynced = 0;
  #numbers: number;

  /** @param before what is in the file, if it is to be continued */
  constructor(files: FileSystem, path: string, begin: BeginEntry, before?: Journal) {
    this.path = path;
    this.#files = files;
    this.#begin = begin;
    this.#before = before;
    this.#numbers = before?.steps.at(-1)?.number ?? 0;
  }

  /** Whether anything has been written. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** The number of the next intent. */
  next(): number {
    return ++this.#numbers;
  }

  /** @throws DataError if it cannot be written: nothing may be done then. */
  write(entry: JournalEntry): void {
    try {
      const file = this.#opened();
      this.#append(file, journalLine(entry));
      if (++this.#unsynced >= LINES_PER_SYNC) this.#sync(file);
    } catch (error) {
      throw new DataError(`${this.path}: required a journal that can be written to, found: ${reason(error)}`);
    }
  }

  /** Says that the run has come to its end. */
  end(time: string): void {
    this.write({ step: "end", time });
    const file = this.#opened();
    this.#sync(file);
    this.#files.closeSync(file);
    this.#file = undefined;
  }

  #opened(): number {
    if (this.#file !== undefined) return this.#file;
    this.#file = this.#open();
    this.#isStarted = true;
    this.#append(this.#file, journalLine(this.#begin));
    return this.#file;
  }

  #open(): number {
    const { O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    if (this.#before === undefined) {
      return this.#files.openSync(this.path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, 0o600);
    }
    const file = this.#files.openSync(this.path, O_RDWR | O_APPEND | O_NOFOLLOW);
    this.#files.ftruncateSync(file, this.#before.length);
    return file;
  }

  #append(file: number, line: string): void {
    const bytes = Buffer.from(line);
    for (let written = 0; written < bytes.length; ) written += this.#files.writeSync(file, bytes, written);
  }

  #sync(file: number): void {
    this.#files.fsyncSync(file);
    this.#unsynced = 0;
  }
}

/**
 * What this process is told by: its number alone is given again to others.
 *
 * @param run where it files
 */
export function beginOf(files: FileSystem, run: Pick<BeginEntry, "time" | "into" | "folders" | "unsure">): BeginEntry {
  return beginEntry({ ...run, host: hostname(), process: process.pid, started: startOf(files, process.pid) });
}

/** Whether the process that wrote the last run of a journal may be at work still: one of another computer may. */
export function mayBeRunning({ runs, isFinished }: Journal, files: FileSystem = FILE_SYSTEM): boolean {
  const last = runs.at(-1);
  if (isFinished || last === undefined) return false;
  if (last.host !== hostname()) return true;
  try {
    process.kill(last.process, 0);
  } catch (error) {
    return hasCode(error, "EPERM");
  }
  return last.started === startOf(files, last.process);
}

/** When a process began, as Linux has it (proc(5), field 22 of stat): behind the name, which may hold anything. */
function startOf(files: FileSystem, id: number): string {
  try {
    const text = new TextDecoder().decode(files.readFileSync(`/proc/${id}/stat`));
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

/** @throws DataError if there is no such journal, or it is none. */
export function readJournal(path: string, files: FileSystem = FILE_SYSTEM): Journal {
  let bytes: Uint8Array;
  try {
    if (statusOf(files, path)?.isFile() === false) throw new Error("no regular file");
    bytes = files.readFileSync(path);
  } catch (error) {
    throw new DataError(`${path}: required a journal of thresher sort, found: ${reason(error)}`);
  }
  return parseJournal(path, bytes);
}

/** A path for the journal of a run that nobody else has. */
export function journalPath(files: FileSystem, into: string, time: string): string {
  const name = `journal-${time.replace(/:/g, "-").replace(/\.\d+Z$/, "")}-${process.pid}`;
  let path = join(into, JOURNAL_FOLDER, `${name}.jsonl`);
  for (let n = 2; statusOf(files, path) !== undefined; n++) path = join(into, JOURNAL_FOLDER, `${name}-${n}.jsonl`);
  return path;
}

/** So much at the end of a journal shows whether its run has ended. */
const END_BYTES = 256;

/**
 * The journals of a folder whose runs have not come to their end. One that is about another
 * folder, such as that of a copy that was made of this one, is none: nobody has asked for that.
 *
 * @param into a real path
 */
export function unfinishedJournals(into: string, files: FileSystem = FILE_SYSTEM): Journal[] {
  return journalPaths(files, into)
    .filter((path) => !hasEnded(files, path) && hasBegun(files, path))
    .map((path) => readJournal(path, files))
    .filter(({ runs }) => runs.every((run) => run.into === into));
}

/** The journals of a folder that something has been filed by, the oldest first. */
export function begunJournals(into: string, files: FileSystem = FILE_SYSTEM): string[] {
  return journalPaths(files, into).filter((path) => hasBegun(files, path));
}

function journalPaths(files: FileSystem, into: string): string[] {
  const folder = join(into, JOURNAL_FOLDER);
  if (statusOf(files, folder)?.isDirectory() !== true) return [];
  const names = files.readdirSync(folder).filter((name) => /^journal-.*\.jsonl$/.test(name));
  return names
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => statusOf(files, path)?.isFile() && isReadable(files, path));
}

/** In a folder that several share, the runs of others are theirs to put in order. */
function isReadable(files: FileSystem, path: string): boolean {
  try {
    files.closeSync(files.openSync(path, "r"));
    return true;
  } catch (error) {
    if (hasCode(error, "EACCES")) return false;
    throw error;
  }
}

/** A run that was stopped within its first line has done nothing. */
function hasBegun(files: FileSystem, path: string): boolean {
  return files.readFileSync(path).includes(10);
}

function hasEnded(files: FileSystem, path: string): boolean {
  const size = statusOf(files, path)?.size ?? 0;
  const end = Buffer.alloc(Math.min(size, END_BYTES));
  const file = files.openSync(path, "r");
  try {
    files.readSync(file, end, 0, end.length, size - end.length);
  } finally {
    files.closeSync(file);
  }
  return /\n\{"step":"end"[^\n]*\}\n$/.test(end.toString("latin1"));
}
