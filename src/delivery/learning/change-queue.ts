import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { hostname } from "node:os";
import { DataError, orDataError } from "../../base/errors.js";
import { writeAll } from "../../documents/files/all-bytes.js";
import { holdLock } from "../../documents/files/file-lock.js";
import { ONLY_OWNER, writeAtomically } from "../../documents/files/write-file.js";
import { requireChange, type SharedChange } from "../../model/learning/shared-change.js";
import { headText, type KeptChange, readQueue, recordOf } from "./queue-file.js";

/** A change with its number. */
export interface NumberedChange extends SharedChange {
  /** Ascends for each host, so that a change that is sent twice counts once. */
  readonly sequence: number;
}

/** Upper bound for the bytes of waiting changes, on disk and in memory: some ten thousand messages. */
export const MAX_QUEUE_BYTES: number = 2 ** 26;
/** In bytes. The file is rewritten if the sent changes in it have more bytes than the waiting ones and this. */
const WASTE = 2 ** 20;

/** A change that waits, and the bytes of its record in the file. */
interface Waiting extends KeptChange {
  readonly change: NumberedChange;
}

/**
 * The changes of a model that are neither in its file nor sent to Redis, in a file for its user alone. A change is on
 * disk before it is confirmed. The first line has the id of the host and the sequence number of the first change, so
 * that changes that are sent again after a crash keep their numbers.
 */
export class ChangeQueue {
  readonly #path: string;
  readonly #release: () => void;
  /** The descriptor of the open file. */
  #file: number;
  /** The id of the host. */
  readonly host: string;
  /** The sequence of the next change. */
  #next: number;
  #waiting: Waiting[] = [];
  /** The bytes of the records of the waiting changes. */
  #bytes = 0;
  /** The bytes of the file, with those of changes that were sent. */
  #size = 0;

  /**
   * Opens the queue of a model, or makes it. A last change that was written in part, because the machine stopped, is
   * dropped.
   *
   * @param tell called if a change was dropped
   * @throws DataError if the file cannot be used, or another user may have written to it.
   */
  constructor(model: string, tell: (line: string) => void) {
    const path = queuePath(model);
    this.#path = path;
    // Two servers of one model would write over each other's changes.
    this.#release = holdLock(`${path}.lock`);
    try {
      const kept = readQueue(path, MAX_QUEUE_BYTES);
      // A copy of the queue on another machine is another host.
      this.host = kept?.machine === hostname() ? kept.host : randomBytes(8).toString("hex");
      this.#next = kept?.first ?? 1;
      for (const { change, bytes } of kept?.changes ?? []) this.#push(change, bytes);
      if (kept?.isCut) tell(`${path}: its last change was not written whole, or is damaged, and is left out`);
      this.#file = this.#rewritten();
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  /** The sequence of the last change, sent or not. */
  get last(): number {
    return this.#next - 1;
  }

  /** The number of waiting changes. */
  get length(): number {
    return this.#waiting.length;
  }

  /** The bytes of the waiting changes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the waiting changes, the oldest first. @param most the number of changes. Default: all */
  first(most?: number): NumberedChange[] {
    return this.#waiting.slice(0, most).map(({ change }) => change);
  }

  /** Puts a change on the disk. @returns its sequence. @throws DataError if there is no room. */
  add(change: SharedChange): number {
    requireChange(change);
    const record = recordOf(change);
    if (this.#bytes + record.length > MAX_QUEUE_BYTES) {
      throw new DataError(`${this.#path}: ${this.length} changes wait, and there is no room for more`);
    }
    const write = () => {
      writeAll(this.#file, record, this.#size);
      fs.fdatasyncSync(this.#file);
    };
    orDataError(write, (why) => `${this.#path}: the change cannot be kept: ${why}`);
    this.#size += record.length;
    this.#push(change, record.length);
    return this.#next - 1;
  }

  /** Drops all changes: they are in the model file now. */
  clear(): void {
    this.#waiting = [];
    this.#bytes = 0;
    this.#replace();
  }

  /** Drops the changes up to a sequence, which have been sent. */
  drop(sequence: number): void {
    this.#waiting = this.#waiting.filter(({ change }) => change.sequence > sequence);
    this.#bytes = this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    // If this fails, changes are sent again, but count only once.
    if (this.#size > 2 * this.#bytes + WASTE) this.#replace();
  }

  /**
   * Closes the queue. Its file keeps only the changes that wait.
   *
   * @param keep whether the file stays if no change waits. Without it, a later queue of the model has another host
   */
  close(keep = true): void {
    if (keep || this.length > 0) this.#replace();
    else fs.rmSync(this.#path, { force: true });
    fs.closeSync(this.#file);
    this.#release();
  }

  /** Replaces the file by one with only the changes that wait. */
  #replace(): void {
    const old = this.#file;
    this.#file = this.#rewritten();
    fs.closeSync(old);
  }

  /** Writes the waiting changes into a new file, and opens it. */
  #rewritten(): number {
    const first = this.#waiting[0]?.change.sequence ?? this.#next;
    const head = headText(this.host, hostname(), first);
    const records = this.#waiting.map(({ change }) => recordOf(change));
    writeAtomically(this.#path, [head, ...records], { isOwnName: true, mode: ONLY_OWNER });
    this.#size = head.length + this.#bytes;
    return fs.openSync(this.#path, fs.constants.O_RDWR | fs.constants.O_NOFOLLOW);
  }

  /** Notes a change that is in the file. @param bytes of its record */
  #push(change: SharedChange, bytes: number): void {
    this.#waiting.push({ change: { ...change, sequence: this.#next++ }, bytes });
    this.#bytes += bytes;
  }
}

/** Returns the file of the changes that wait, beside a model. */
export function queuePath(model: string): string {
  return `${model}.queue`;
}
