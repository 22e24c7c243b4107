import fs, { constants } from "node:fs";
import { DataError, orDataError } from "../../base/errors.js";
import { ByteWindow, LINE_FEED } from "./byte-window.js";
import { holdLock } from "./file-lock.js";
import { openTrusted, type TrustedKind } from "./guarded-files.js";
import { openChunks, writeAll } from "./open-file.js";
import { ONLY_OWNER, removeAbandoned, writeAtomically } from "./write-file.js";

/** A kind of line file, such as a journal. */
export interface LineFileKind extends TrustedKind {
  /** A power cut can lose this many lines; a killed program loses none. Default 1: `add` returns when a line is on disk. */
  readonly linesPerSync?: number;
}

/** How a file of lines is opened, and whether it must exist. */
const FLAGS = {
  /** Only to read it. */
  read: constants.O_RDONLY,
  /** To write a new file. */
  create: constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
  /** To add lines to a file that was read before: see `continueAfter`. */
  continue: constants.O_RDWR,
  /** To read, and to add lines while other processes may add theirs. Makes the file if it does not exist. */
  share: constants.O_RDWR | constants.O_APPEND | constants.O_CREAT,
} as const;

/** How far a file was read. */
export interface LinesRead {
  /** Device, inode and size of the file, as `fs.Stats` has them. Programs without the types of Node.js use this type. */
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  /** The offset after the last whole line. */
  readonly end: number;
  /** How a last line without an end begins: a process was stopped while it wrote the line. Empty if there is none. */
  readonly torn: string;
}

/** In bytes. Longer lines are refused. A model of a million classes has a million folders in one line of a journal. */
const MAX_LINE = 1 << 26;
/** In bytes. Maximum length of a line that `firstLine` and `lastLine` find. */
const MAX_SHORT = 1 << 14;
/** In bytes. A file should be rewritten when it is longer than twice its size after the last `rewrite` plus this. */
const WASTE = 1 << 20;

/**
 * A file of lines that outlives its process: a journal, a history, a queue, the answers of a user. Lines never change; a
 * later line can override an earlier one. Only this user can read a new file. An existing file is used only if no other
 * user but root can have written it.
 *
 * A last line may be torn: the machine stopped, or the disk was full, while it was written. It is never read as a line.
 */
export class LineFile {
  readonly #path: string;
  readonly #kind: LineFileKind;
  readonly #isShared: boolean;
  readonly #release: () => void;
  /** The descriptor; undefined if there is no file yet. */
  #file: number | undefined;
  /** Where `add` writes. */
  #end = 0;
  /** The size from which the file should be rewritten. */
  #limit = 0;
  /** The number of lines that may not be on disk yet. */
  #unsynced = 0;
  /** The torn last line that `own` has read; empty if there is none. */
  torn = "";

  private constructor(path: string, kind: LineFileKind, how: keyof typeof FLAGS | undefined, release = () => {}) {
    this.#path = path;
    this.#kind = kind;
    this.#isShared = how === "share";
    this.#release = release;
    if (how !== undefined) this.#file = openTrusted(path, kind, FLAGS[how]);
  }

  /** @throws DataError if the file cannot be opened, or another user may have written it */
  static open(path: string, kind: LineFileKind, how: keyof typeof FLAGS): LineFile {
    return new LineFile(path, kind, how);
  }

  /** Opens a file to read it, calls `use` with it, and closes it. @throws as `open`, and what `use` throws */
  static reading<T>(path: string, kind: LineFileKind, use: (file: LineFile) => T): T {
    const file = new LineFile(path, kind, "read");
    try {
      return use(file);
    } finally {
      file.close();
    }
  }

  /**
   * Opens a file that one process uses at a time, reads it if it exists, and keeps it locked until `close`. Call
   * `rewrite` before `add`.
   *
   * @param wait how long to wait for another process, in milliseconds
   * @throws DataError if another process has it, and as `open`; and what `onLine` throws
   */
  static own(path: string, kind: LineFileKind, onLine: (line: string) => void, wait = 0): LineFile {
    const release = holdLock(`${path}.lock`, wait);
    try {
      removeAbandoned(path);
      const isThere = fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
      const file = new LineFile(path, kind, isThere ? "read" : undefined, release);
      if (isThere) file.torn = file.read(onLine).torn;
      return file;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Calls `onLine` with each whole line, from an offset on. @throws DataError if the file cannot be read */
  read(onLine: (line: string) => void, from = 0): LinesRead {
    const { dev, ino, size } = this.status();
    const window = new ByteWindow(openChunks(this.#opened(), from, size));
    const nextEnd = () => window.lineEnd(MAX_LINE) ?? this.#failTooLong();
    for (let end = nextEnd(); end < window.length; end = nextEnd()) {
      onLine(window.view(0, end).toString());
      window.drop(end + 1);
    }
    if (window.fault !== undefined) throw new DataError(`${this.#name} cannot be read: ${window.fault}`);
    return { end: from + window.passed, torn: window.view(0, MAX_SHORT).toString(), dev, ino, size };
  }

  /** Returns the status of the open file. */
  status(): fs.Stats {
    return fs.fstatSync(this.#opened());
  }

  /** Returns the first line, without its end. */
  firstLine(): string {
    return this.#textAt(0).split("\n", 1)[0];
  }

  /** Returns the last whole line, without its end. */
  lastLine(): string {
    const { size } = this.status();
    return (
      this.#textAt(Math.max(0, size - MAX_SHORT))
        .split("\n")
        .at(-2) ?? ""
    );
  }

  /**
   * Removes a torn last line. Added lines then follow the lines that were read.
   *
   * @throws DataError if the file is not the one that was read, or has changed
   */
  continueAfter(read: LinesRead): void {
    const { dev, ino, size } = this.status();
    if (dev !== read.dev || ino !== read.ino || size !== read.size) {
      throw new DataError(`${this.#name} has changed since it was read: run the command again`);
    }
    fs.ftruncateSync(this.#opened(), read.end);
    this.#end = read.end;
  }

  /** Adds a line. If it cannot be written whole, the next line overwrites it. @throws DataError if it cannot be written */
  add(line: string): void {
    const file = this.#opened();
    const write = () => {
      // Nobody can overwrite a torn line of a shared file, so the line begins after it.
      const start = this.#isShared && this.#isTorn(file) ? "\n" : "";
      const bytes = Buffer.from(`${start}${line}\n`);
      writeAll(file, bytes, this.#isShared ? undefined : this.#end);
      this.#unsynced++;
      if (this.#unsynced >= (this.#kind.linesPerSync ?? 1)) this.sync();
      this.#end += bytes.length;
    };
    orDataError(write, (why) => `${this.#name} cannot be written: ${why}`);
  }

  /** Waits until all lines are on disk. */
  sync(): void {
    fs.fdatasyncSync(this.#opened());
    this.#unsynced = 0;
  }

  /** Replaces all lines at once. @throws DataError if they cannot be written; the old lines then stay */
  rewrite(lines: Iterable<string>): void {
    const pieces = Array.from(lines, (line) => Buffer.from(`${line}\n`));
    writeAtomically(this.#path, pieces, { isOwnName: true, mode: ONLY_OWNER });
    this.#close();
    this.#file = fs.openSync(this.#path, constants.O_RDWR | constants.O_NOFOLLOW);
    this.#end = pieces.reduce((sum, { length }) => sum + length, 0);
    this.#limit = 2 * this.#end + WASTE;
  }

  /** Whether enough lines were added since the last `rewrite` that the file should be rewritten. */
  get isWasteful(): boolean {
    return this.#end >= this.#limit;
  }

  /** Sets the time of the file to now. */
  touch(): void {
    const now = new Date();
    fs.futimesSync(this.#opened(), now, now);
  }

  /** Closes the file, so that another process can have it. */
  close(): void {
    this.#close();
    this.#release();
  }

  /** How messages call the file. */
  get #name(): string {
    return `the ${this.#kind.name} ${this.#path}`;
  }

  /** Returns the descriptor of the open file. */
  #opened(): number {
    if (this.#file === undefined) throw new TypeError("the file is closed, or rewrite must come first");
    return this.#file;
  }

  #close(): void {
    if (this.#file !== undefined) fs.closeSync(this.#file);
    this.#file = undefined;
  }

  /** Whether the file ends within a line. */
  #isTorn(file: number): boolean {
    const last = Buffer.alloc(1);
    const { size } = fs.fstatSync(file);
    return size > 0 && fs.readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== LINE_FEED;
  }

  /** Returns the text at an offset, of at most `MAX_SHORT` bytes. */
  #textAt(offset: number): string {
    const bytes = Buffer.alloc(MAX_SHORT);
    return bytes.toString("utf8", 0, fs.readSync(this.#opened(), bytes, 0, MAX_SHORT, offset));
  }

  #failTooLong(): never {
    throw new DataError(`${this.#path} has a line of more than 64 MiB, so it is not a ${this.#kind.name} of thresher`);
  }
}
