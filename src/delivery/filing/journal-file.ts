import fs from "node:fs";
import { join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { safeJson } from "../../base/safe-text.js";
import { LineFile } from "../../documents/files/line-file.js";
import { mayRun, thisProcess } from "../../documents/files/running-process.js";
import { statusOf } from "./file-system.js";
import {
  type BeginEntry,
  FOLDER,
  JOURNAL_KIND,
  JOURNAL_VERSION,
  type Journal,
  type JournalEntry,
  type OutcomeEntry,
} from "./journal.js";
import type { FilingStep, MaybePromise } from "./store.js";

/** Returns the time in ISO 8601. */
const now = () => new Date().toISOString();

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
  #file: LineFile | undefined;
  /** Whether anything has been written. */
  isStarted = false;
  /** Whether the outcome of a step is unknown, or a line could not be written. */
  hasOpenStep = false;
  /** The number of the last step. */
  #steps: number;

  /** @param before the content of the file, to continue it */
  constructor(path: string, begin: BeginEntry, before?: Journal) {
    this.path = path;
    this.#begin = begin;
    this.#before = before;
    this.#steps = before?.steps.at(-1)?.number ?? 0;
  }

  /**
   * Carries out a step: writes what will be done, calls `act`, and writes the outcome.
   *
   * @param act returns the id of the message now, if it differs from that of its target
   * @throws DataError if the journal cannot be written, and what `act` throws. A DataError of `act` says that the
   *   outcome is unknown: the step then stays open. Any other error is written as the failure of the step.
   */
  async step(intent: FilingStep, act: () => MaybePromise<string | undefined>): Promise<void> {
    const number = ++this.#steps;
    this.write({ step: "intent", number, time: now(), ...intent });
    let id: string | undefined;
    try {
      id = await act();
    } catch (error) {
      if (error instanceof DataError) this.hasOpenStep = true;
      else this.note(number, "failed", { why: reason(error) });
      throw error;
    }
    this.note(number, "done", { id });
  }

  /** Writes the outcome of a step. @throws as `write` */
  note(number: number, step: OutcomeEntry["step"], more: Pick<OutcomeEntry, "why" | "id" | "back"> = {}): void {
    this.write({ step, number, time: now(), ...more });
  }

  /** Adds a line. @throws DataError if the journal cannot be written. Nothing may be done then. */
  write(entry: JournalEntry): void {
    try {
      this.#opened().add(safeJson(entry));
    } catch (error) {
      this.hasOpenStep = true;
      throw error;
    }
  }

  /** Writes the last line of the session, and closes the file. */
  end(): void {
    this.write({ step: "end", time: now() });
    this.#file?.sync();
    this.#file?.close();
    this.#file = undefined;
  }

  /** Makes or continues the file, and writes the first line of the session. */
  #opened(): LineFile {
    if (this.#file !== undefined) return this.#file;
    const before = this.#before;
    const file = LineFile.open(this.path, JOURNAL_KIND, before === undefined ? "create" : "continue");
    try {
      if (before !== undefined) file.continueAfter(before.read);
      file.add(safeJson(this.#begin));
    } catch (error) {
      file.close();
      // A journal without its first line would be of no use, for instance if the disk is full.
      if (before === undefined) fs.unlinkSync(this.path);
      throw error;
    }
    this.#file = file;
    this.isStarted = true;
    return file;
  }
}

/**
 * Returns a free path for the journal of a session.
 *
 * @param time when the session began, in ISO 8601
 */
export function journalPath(into: string, time: string): string {
  const name = `.thresher-journal-${time.replace(/:/g, "-").replace(/\.\d+Z$/, "")}-${process.pid}`;
  let path = join(into, `${name}.jsonl`);
  for (let n = 2; statusOf(path) !== undefined; n++) path = join(into, `${name}-${n}.jsonl`);
  return path;
}

/** Returns the first entry of a session of this process, which begins now. */
export function beginOf(session: Pick<BeginEntry, "store" | "into" | "folders" | "unsure">): BeginEntry {
  const { store = FOLDER, into, folders, unsure } = session;
  const { pid: process, host, started, namespace } = thisProcess();
  const begin = { step: "begin", version: JOURNAL_VERSION, time: now(), store, into, folders, unsure } as const;
  return { ...begin, host, process, started: started ?? "", namespace };
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
