import fs from "node:fs";
import { DataError, orDataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { writeAll } from "../../documents/files/all-bytes.js";
import { holdLock } from "../../documents/files/file-lock.js";
import { ONLY_OWNER, writeAtomically } from "../../documents/files/write-file.js";
import { type DocumentChange, requireChange } from "../../model/learning/document-change.js";
import { HEAD, readQueue, recordOf } from "./queue-file.js";

/** Upper bound for the bytes of waiting changes, on disk and in memory: some ten thousand messages. */
export const MAX_QUEUE_BYTES: number = 2 ** 26;

/**
 * The changes of a model that are not in its file yet, in a file for its user alone. A change is on disk before it is
 * confirmed.
 */
export class ChangeQueue {
  readonly #path: string;
  readonly #release: () => void;
  /** The descriptor of the open file. */
  #file: number;
  #changes: DocumentChange[] = [];
  /** The bytes of their records in the file. */
  #bytes = 0;

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
      this.#changes = kept?.changes ?? [];
      if (kept?.isCut) tell(`${path}: its last change was not written whole, or is damaged, and is left out`);
      this.#file = this.#rewritten();
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  /** The number of waiting changes. */
  get length(): number {
    return this.#changes.length;
  }

  /** The bytes of the waiting changes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the waiting changes, the oldest first. */
  get changes(): readonly DocumentChange[] {
    return this.#changes;
  }

  /** Puts a change on the disk. @throws DataError if there is no room. */
  add(change: DocumentChange): void {
    requireChange(change);
    const record = recordOf(change);
    if (this.#bytes + record.length > MAX_QUEUE_BYTES) {
      throw new DataError(`${this.#path}: ${this.length} changes wait, and there is no room for more`);
    }
    const write = () => {
      writeAll(this.#file, record, HEAD.length + this.#bytes);
      fs.fdatasyncSync(this.#file);
    };
    orDataError(write, (why) => `${this.#path}: the change cannot be kept: ${why}`);
    this.#changes.push(change);
    this.#bytes += record.length;
  }

  /** Drops all changes: they are in the model file now. */
  clear(): void {
    const old = this.#file;
    this.#changes = [];
    this.#file = this.#rewritten();
    fs.closeSync(old);
  }

  /** Closes the queue. Its file stays if changes wait. */
  close(): void {
    if (this.length === 0) fs.rmSync(this.#path, { force: true });
    fs.closeSync(this.#file);
    this.#release();
  }

  /** Writes the waiting changes into a new file, and opens it. */
  #rewritten(): number {
    const records = this.#changes.map(recordOf);
    this.#bytes = sumOf(records.map(({ length }) => length));
    writeAtomically(this.#path, [HEAD, ...records], { isOwnName: true, mode: ONLY_OWNER });
    return fs.openSync(this.#path, fs.constants.O_RDWR | fs.constants.O_NOFOLLOW);
  }
}

/** Returns the file of the changes that wait, beside a model. */
export function queuePath(model: string): string {
  return `${model}.queue`;
}
