import { constants } from "node:fs";
import { DataError, reason } from "../../base/errors.js";
import { mayRun, thisProcess } from "../../documents/files/running-process.js";
import type { FileSystem } from "./file-system.js";
import { type BeginEntry, beginEntry, type Journal, type JournalEntry, journalLine } from "./journal.js";
import { openJournal } from "./open-journal.js";

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
      if (error instanceof DataError) throw error;
      throw new DataError(`the journal ${this.path} cannot be written: ${reason(error)}`);
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
    this.#file = this.#before === undefined ? this.#created() : this.#reopened(this.#before);
    this.#isStarted = true;
    return this.#file;
  }

  /** A disk that has no room for the first line has no use for the file. */
  #created(): number {
    const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = constants;
    const file = this.#files.openSync(this.path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, 0o600);
    try {
      this.#append(file, journalLine(this.#begin));
      return file;
    } catch (error) {
      this.#files.closeSync(file);
      this.#files.unlinkSync(this.path);
      throw error;
    }
  }

  #reopened(before: Journal): number {
    const { file, status } = openJournal(this.#files, this.path, constants.O_RDWR | constants.O_APPEND);
    try {
      const read = before.file;
      if (read !== undefined && (status.dev !== read.dev || status.ino !== read.ino || status.size !== read.size)) {
        throw new DataError(`the journal ${this.path} was changed meanwhile: run the command again`);
      }
      this.#files.ftruncateSync(file, before.length);
      this.#append(file, journalLine(this.#begin));
      return file;
    } catch (error) {
      this.#files.closeSync(file);
      throw error;
    }
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
 * The first line of a run of this process.
 *
 * @param run where it files
 */
export function beginOf(run: Pick<BeginEntry, "time" | "into" | "folders" | "unsure">): BeginEntry {
  const { pid, host, started, namespace } = thisProcess();
  return beginEntry({ ...run, host, process: pid, started: started ?? "", namespace });
}

/** Whether the process that wrote the last run of a journal may be at work still: one of another computer may. */
export function mayBeRunning({ runs, isFinished }: Journal): boolean {
  const last = runs.at(-1);
  if (isFinished || last === undefined) return false;
  const { process: pid, host, started, namespace = thisProcess().namespace } = last;
  return mayRun({ pid, host, started: started === "" ? null : started, namespace });
}
