import fs, { constants } from "node:fs";
import { DataError, orDataError, reason } from "../../base/errors.js";
import { writeAll } from "../../documents/files/all-bytes.js";
import { mayRun, thisProcess } from "../../documents/files/running-process.js";
import {
  type BeginEntry,
  FOLDER,
  type IntentEntry,
  JOURNAL_VERSION,
  type Journal,
  type JournalEntry,
  journalLine,
  type OutcomeEntry,
} from "./journal.js";
import { openJournal } from "./open-journal.js";
import type { MaybePromise } from "./store.js";

/** A power cut may lose this many lines; a program that is killed loses none. No message depends on them. */
const LINES_PER_SYNC = 256;

/**
 * The journal of a session while it is being written. The file is made with the first line. Each step has two lines:
 * one before anything is done, and one with the outcome.
 */
export class JournalFile {
  readonly path: string;
  /** The first line of the session. */
  readonly #begin: BeginEntry;
  readonly #before: Journal | undefined;
  /** Undefined until the first line is written, and after the last one. */
  #file: number | undefined;
  #isStarted = false;
  #hasOpenStep = false;
  /** How many lines have been written since the last sync. */
  #unsynced = 0;
  /** The number of the last step. */
  #steps: number;

  /** @param before the content of the file, to continue it */
  constructor(path: string, begin: BeginEntry, before?: Journal) {
    this.path = path;
    this.#begin = begin;
    this.#before = before;
    this.#steps = before?.steps.at(-1)?.number ?? 0;
  }

  /** Whether anything has been written. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Whether the outcome of a step is unknown, or a line could not be written. */
  get hasOpenStep(): boolean {
    return this.#hasOpenStep;
  }

  /**
   * Carries out a step: writes what will be done, calls `act`, and writes the outcome.
   *
   * @returns what `act` returns; its `id` goes into the journal
   * @throws DataError if the journal cannot be written, and what `act` throws. A DataError of `act` says that the
   *   outcome is unknown: the step then stays open. Any other error is written as the failure of the step.
   */
  async step<T extends Pick<OutcomeEntry, "id">>(
    intent: Omit<IntentEntry, "step" | "number" | "time">,
    act: () => MaybePromise<T>,
  ): Promise<T> {
    const number = ++this.#steps;
    const time = () => new Date().toISOString();
    this.write({ step: "intent", number, time: time(), ...intent });
    let result: T;
    try {
      result = await act();
    } catch (error) {
      if (error instanceof DataError) this.#hasOpenStep = true;
      else this.write({ step: "failed", number, time: time(), why: reason(error) });
      throw error;
    }
    this.write({ step: "done", number, time: time(), id: result.id });
    return result;
  }

  /** Adds a line. @throws DataError if the journal cannot be written. Nothing may be done then. */
  write(entry: JournalEntry): void {
    const add = () => {
      const file = this.#opened();
      writeAll(file, Buffer.from(journalLine(entry)));
      if (++this.#unsynced >= LINES_PER_SYNC) this.#sync(file);
    };
    try {
      orDataError(add, (why) => `the journal ${this.path} cannot be written: ${why}`);
    } catch (error) {
      // A part of the line may be there, so no other line can follow in this session. A repair cuts it off.
      this.#hasOpenStep = true;
      throw error;
    }
  }

  /** Writes the last line of the session, and closes the file. */
  end(): void {
    this.write({ step: "end", time: new Date().toISOString() });
    const file = this.#opened();
    this.#sync(file);
    fs.closeSync(file);
    this.#file = undefined;
  }

  /** Makes or continues the file, and writes the first line of the session. */
  #opened(): number {
    if (this.#file !== undefined) return this.#file;
    const before = this.#before;
    const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = constants;
    const file =
      before === undefined
        ? fs.openSync(this.path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, 0o600)
        : openJournal(this.path, O_RDWR | O_APPEND).file;
    try {
      if (before !== undefined) this.#cut(file, before);
      writeAll(file, Buffer.from(journalLine(this.#begin)));
    } catch (error) {
      fs.closeSync(file);
      // The disk has no room for the first line.
      if (before === undefined) fs.unlinkSync(this.path);
      throw error;
    }
    this.#file = file;
    this.#isStarted = true;
    return file;
  }

  /**
   * Removes an incomplete last line of the journal that is continued.
   *
   * @throws DataError if the file is not the one that was read.
   */
  #cut(file: number, { file: read, length }: Journal): void {
    const { dev, ino, size } = fs.fstatSync(file);
    if (read !== undefined && (dev !== read.dev || ino !== read.ino || size !== read.size)) {
      throw new DataError(`the journal ${this.path} has changed since it was read: run the command again`);
    }
    fs.ftruncateSync(file, length);
  }

  /** Makes all lines durable. */
  #sync(file: number): void {
    fs.fsyncSync(file);
    this.#unsynced = 0;
  }
}

/** Returns the first entry of a session of this process, which begins now. */
export function beginOf(session: Pick<BeginEntry, "store" | "into" | "folders" | "unsure">): BeginEntry {
  const { store = FOLDER, into, folders, unsure } = session;
  const { pid, host, started, namespace } = thisProcess();
  const time = new Date().toISOString();
  const ours = { host, process: pid, started: started ?? "", namespace };
  return { step: "begin", version: JOURNAL_VERSION, time, store, into, folders, unsure, ...ours };
}

/**
 * Continues a journal with a new session about the same folders as its last one.
 *
 * @returns undefined in a dry run, or if the journal has no session
 */
export function continued(journal: Journal, isDry = false): JournalFile | undefined {
  const last = journal.sessions.at(-1);
  return isDry || last === undefined ? undefined : new JournalFile(journal.path, beginOf(last), journal);
}

/**
 * Returns whether the process of the last session of a journal may still be running. True for a process on
 * another computer.
 */
export function mayBeRunning({ sessions, isFinished }: Journal): boolean {
  const last = sessions.at(-1);
  if (isFinished || last === undefined) return false;
  const { process: pid, host, started, namespace = thisProcess().namespace } = last;
  return mayRun({ pid, host, started: started === "" ? null : started, namespace });
}
