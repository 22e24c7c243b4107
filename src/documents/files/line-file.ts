import fs, { constants } from "node:fs";
import { orDataError } from "../../base/errors.js";
import { writeAll } from "./all-bytes.js";
import { holdLock } from "./file-lock.js";
import { readPrivate } from "./guarded-files.js";
import { ONLY_OWNER, removeAbandoned, writeAtomically } from "./write-file.js";

/** In bytes. The file should be written anew when it has grown by its size after the last `rewrite` plus this. */
const WASTE = 1 << 20;

/**
 * A file of lines that only its user can read and write, and only one process at a time. A line is on disk when `add`
 * returns. Lines never change; a later line replaces what an earlier one says, and now and then the file is written anew
 * without the earlier ones.
 */
export class LineFile {
  readonly #path: string;
  readonly #release: () => void;
  /** Open for writing; undefined before the first `rewrite`. */
  #file: number | undefined;
  /** The bytes of the file, and the number from which on it is wasteful. */
  #size = 0;
  #limit = 0;

  /**
   * Reads a file if it exists. A last line that was written in part, because the machine stopped, is left out.
   *
   * @param onLine gets each line
   * @throws DataError if another process has the file, other users may have written it, or it cannot be read; and what
   *   `onLine` throws.
   */
  constructor(path: string, onLine: (line: string) => void) {
    this.#path = path;
    this.#release = holdLock(`${path}.lock`);
    try {
      removeAbandoned(path);
      for (const line of (readPrivate(path)?.toString() ?? "").split("\n").slice(0, -1)) onLine(line);
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  /** Whether enough lines were added, so that the file should be written anew. Also before the first `rewrite`. */
  get isWasteful(): boolean {
    return this.#size >= this.#limit;
  }

  /** Replaces the lines, all at once. Call it before the first `add`. @throws DataError if they cannot be written */
  rewrite(lines: Iterable<string>): void {
    const pieces = Array.from(lines, (line) => Buffer.from(`${line}\n`));
    this.#size = pieces.reduce((sum, { length }) => sum + length, 0);
    this.#limit = 2 * this.#size + WASTE;
    writeAtomically(this.#path, pieces, { isOwnName: true, mode: ONLY_OWNER });
    this.#close();
    this.#file = fs.openSync(this.#path, constants.O_WRONLY | constants.O_NOFOLLOW);
  }

  /** Adds a line. @throws DataError if it cannot be written. Later lines then take its place */
  add(line: string): void {
    const file = this.#file;
    if (file === undefined) throw new TypeError("rewrite comes first");
    const bytes = Buffer.from(`${line}\n`);
    const write = () => {
      writeAll(file, bytes, this.#size);
      fs.fdatasyncSync(file);
    };
    orDataError(write, (why) => `${this.#path} cannot be written: ${why}`);
    this.#size += bytes.length;
  }

  /** Sets the time of the file to now. */
  touch(): void {
    const now = new Date();
    if (this.#file !== undefined) fs.futimesSync(this.#file, now, now);
  }

  /** Closes the file, so that another process can have it. */
  close(): void {
    this.#close();
    this.#release();
  }

  #close(): void {
    if (this.#file !== undefined) fs.closeSync(this.#file);
    this.#file = undefined;
  }
}
