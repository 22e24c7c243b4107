import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { hostname } from "node:os";
import { crc32 } from "node:zlib";
import { isWhole } from "../../base/checks.js";
import { DataError, reason } from "../../base/errors.js";
import { holdLock } from "../../documents/files/file-lock.js";
import { writeAtomically } from "../../documents/files/write-file.js";
import { DIGEST_BYTES } from "../../mail/rewrite/identity.js";
import {
  MOST_COUNTED_BYTES,
  requireChange,
  SHARED_KINDS,
  type SharedChange,
} from "../../model/learning/shared-change.js";
import type { SentChange } from "./change-stream.js";

/** Bytes of changes that may wait, on disk and in memory: some ten thousand messages. */
const MOST_BYTES = 2 ** 26;
/** Bytes of sent changes that are worth rewriting the file. */
const WASTE = 2 ** 20;
/** The first line is shorter. */
const MOST_HEAD = 500;
/** Before a change: its length, a checksum of the length, and one of the change, in 32 bits each. */
const FRAME = 12;
/** Before the terms: the kind, the digest, and the length of the label in 16 bits. */
const FIXED = 1 + DIGEST_BYTES + 2;

interface Waiting {
  readonly change: SentChange;
  readonly bytes: number;
}

/**
 * The changes that a host has taken and not yet sent, in a file for its user alone. A change is on the disk before it is
 * confirmed to anyone. The first line has the id of the host and the sequence number of the first change, so that
 * changes that are sent again after a crash have the numbers that they had. Checksums cover every byte that counts.
 */
export class ChangeQueue {
  readonly #path: string;
  readonly #release: () => void;
  #file: number;
  readonly #host: string;
  /** The sequence of the next change. */
  #next: number;
  #waiting: Waiting[] = [];
  #bytes = 0;
  #size = 0;

  /**
   * Opens the file, or makes it. A last change that was written in part, because the machine stopped, is dropped.
   *
   * @throws DataError if it cannot be used, or another user may have written to it.
   */
  constructor(path: string) {
    this.#path = path;
    // Two servers of one model would write over each other's changes.
    this.#release = holdLock(`${path}.lock`);
    try {
      const content = ownContent(path);
      const head = content && headOf(path, content);
      // A copy of the queue on another machine is another host.
      this.#host = head?.machine === hostname() ? head.host : randomBytes(8).toString("hex");
      this.#next = head?.first ?? 1;
      if (content !== undefined && head !== undefined) this.#readAll(content, head.end);
      this.#file = this.#rewritten();
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  /** The id of the host. */
  get host(): string {
    return this.#host;
  }

  /** The sequence of the last change, sent or not. */
  get last(): number {
    return this.#next - 1;
  }

  /** How many changes wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /** The changes that wait, the oldest first. */
  first(most: number): SentChange[] {
    return this.#waiting.slice(0, most).map(({ change }) => change);
  }

  /** Puts a change on the disk. @returns its sequence. @throws DataError if there is no room. */
  add(change: SharedChange): number {
    requireChange(change);
    const record = recordOf(change);
    if (this.#bytes + record.length > MOST_BYTES) {
      throw new DataError(`${this.#path}: ${this.length} changes wait for Redis, and there is no room for more`);
    }
    try {
      for (let at = 0; at < record.length; )
        at += fs.writeSync(this.#file, record, at, record.length - at, this.#size + at);
      fs.fdatasyncSync(this.#file);
    } catch (error) {
      throw new DataError(`${this.#path}: the change cannot be kept: ${reason(error)}`);
    }
    this.#size += record.length;
    this.#push(change, record.length);
    return this.#next - 1;
  }

  /** Drops the changes up to a sequence, which have been sent. */
  drop(sequence: number): void {
    const from = this.#waiting.findIndex(({ change }) => change.sequence > sequence);
    this.#waiting = from < 0 ? [] : this.#waiting.slice(from);
    this.#bytes = this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    // If this fails, changes are sent again, and do not count again.
    if (this.#size > 2 * this.#bytes + WASTE) this.#replace();
  }

  close(): void {
    this.#replace();
    fs.closeSync(this.#file);
    this.#release();
  }

  #replace(): void {
    const old = this.#file;
    this.#file = this.#rewritten();
    fs.closeSync(old);
  }

  /** Writes what waits into a new file. */
  #rewritten(): number {
    const first = this.#waiting[0]?.change.sequence ?? this.#next;
    const head = headText(this.#host, hostname(), first);
    const records = this.#waiting.map(({ change }) => recordOf(change));
    const isNew = fs.lstatSync(this.#path, { throwIfNoEntry: false }) === undefined;
    // The new file of a rewrite has the mode of the old one.
    if (isNew) fs.closeSync(fs.openSync(this.#path, "wx", 0o600));
    writeAtomically(this.#path, [head, ...records]);
    this.#size = head.length + this.#bytes;
    return fs.openSync(this.#path, "r+");
  }

  #push(change: SharedChange, bytes: number): void {
    this.#waiting.push({ change: { ...change, sequence: this.#next++ }, bytes });
    this.#bytes += bytes;
  }

  #readAll(content: Buffer, start: number): void {
    for (let at = start; at + FRAME <= content.length; ) {
      const length = content.readUInt32BE(at);
      const end = at + FRAME + length;
      if (crc32(content.subarray(at, at + 4)) !== content.readUInt32BE(at + 4)) {
        // The place of a last change that nobody was told of, which has not been written.
        if (content.subarray(at).every((byte) => byte === 0)) return;
        throw damaged(this.#path);
      }
      // A last change that has been written in part.
      if (end > content.length) return;
      const record = content.subarray(at + FRAME, end);
      if (crc32(record) !== content.readUInt32BE(at + 8)) {
        if (end === content.length) return;
        throw damaged(this.#path);
      }
      const change = changeOf(record);
      try {
        requireChange(change);
      } catch {
        throw damaged(this.#path);
      }
      this.#push(change, FRAME + length);
      at = end;
    }
  }
}

function recordOf({ kind, digest, label, counted }: SharedChange): Buffer {
  const name = Buffer.from(label);
  const fixed = Buffer.alloc(FRAME + FIXED);
  fixed[FRAME] = SHARED_KINDS.indexOf(kind);
  fixed.set(digest, FRAME + 1);
  fixed.writeUInt16BE(name.length, FRAME + FIXED - 2);
  const record = Buffer.concat([fixed, name, counted]);
  record.writeUInt32BE(record.length - FRAME, 0);
  record.writeUInt32BE(crc32(record.subarray(0, 4)), 4);
  record.writeUInt32BE(crc32(record.subarray(FRAME)), 8);
  return record;
}

/** The inverse of `recordOf`, without the frame. Whatever is wrong, `requireChange` finds. */
function changeOf(record: Buffer): SharedChange {
  const end = FIXED + (record.length < FIXED ? 0 : record.readUInt16BE(FIXED - 2));
  return {
    kind: SHARED_KINDS[record[0]],
    digest: record.subarray(1, 1 + DIGEST_BYTES),
    label: record.toString("utf8", FIXED, end),
    counted: record.subarray(end),
  };
}

/** The content of a file of this user that nobody else can read or write; undefined if there is no file. */
function ownContent(path: string): Buffer | undefined {
  let file: number;
  try {
    file = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new DataError(`${path}: the queue cannot be read: ${reason(error)}`);
  }
  try {
    const status = fs.fstatSync(file);
    const isOwn = status.isFile() && status.uid === process.geteuid?.() && (status.mode & 0o077) === 0;
    if (!isOwn) {
      throw new DataError(
        `${path}: other users may have written to this queue: remove it, or chmod 600 if it is sound`,
      );
    }
    if (status.size > MOST_BYTES + MOST_COUNTED_BYTES) throw damaged(path);
    return fs.readFileSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** The first line of the file. */
function headText(host: string, machine: string, first: number): Buffer {
  const check = crc32(JSON.stringify([host, machine, first]));
  return Buffer.from(`${JSON.stringify({ thresher: "queue", host, machine, first, check })}\n`);
}

function headOf(
  path: string,
  content: Buffer,
): { host: string; machine: unknown; first: number; end: number } | undefined {
  // Made, and not yet written.
  if (content.length === 0) return undefined;
  const end = content.subarray(0, MOST_HEAD).indexOf("\n") + 1;
  try {
    const { host, machine, first } = JSON.parse(content.toString("utf8", 0, end)) as Record<string, unknown>;
    const isSound =
      /^[0-9a-f]{16}$/.test(String(host)) &&
      isWhole(first) &&
      headText(String(host), String(machine), first as number).equals(content.subarray(0, end));
    if (isSound) return { host: String(host), machine, first: first as number, end };
  } catch {
    // Not JSON.
  }
  throw damaged(path);
}

function damaged(path: string): DataError {
  return new DataError(`${path}: this queue of changes is damaged: move it away; the changes in it are lost`);
}
