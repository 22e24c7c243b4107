import { lstatSync, readFileSync, rmSync } from "node:fs";
import { crc32 } from "node:zlib";
import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { LineFile, type LineFileKind } from "../../documents/files/line-file.js";
import { DIGEST_BYTES } from "../../mail/rewrite/identity.js";
import {
  CHANGE_KINDS,
  type DocumentChange,
  MAX_COUNTED_BYTES,
  requireChange,
} from "../../model/learning/document-change.js";

/** Maximum bytes of waiting changes, on disk and in memory: some ten thousand messages. */
const MAX_QUEUE_BYTES = 2 ** 26;
/** The first line. Versions before 0.3 wrote another one, and binary records after it. */
const HEAD = '{"thresher":"queue","version":2}';
/** With room for a last change of the largest size, because base64 takes four characters for three bytes. */
const QUEUE: LineFileKind = { name: "queue", most: MAX_QUEUE_BYTES + 2 * MAX_COUNTED_BYTES };

/**
 * The changes of a model that are not in its file yet, in a file for its user alone. A change is on disk before it is
 * confirmed. Only one server of a model can have its queue at a time.
 */
export class ChangeQueue {
  readonly #path: string;
  readonly #file: LineFile;
  /** The waiting changes, the oldest first. */
  changes: DocumentChange[] = [];
  /** The bytes of their lines. */
  bytes = 0;

  /**
   * Opens the queue of a model, or makes it. A last change that was written in part is dropped: it was never confirmed.
   *
   * @throws DataError if the file cannot be used, or another user may have written to it.
   */
  constructor(model: string) {
    const path = queuePath(model);
    this.#path = path;
    const lines: string[] = [];
    this.#file = LineFile.own(path, QUEUE, (line) => lines.push(line));
    try {
      this.changes = changesIn(lines, path);
      this.#rewrite();
    } catch (error) {
      this.#file.close();
      throw error;
    }
  }

  /** Puts a change on the disk. @throws DataError if there is no room. */
  add(change: DocumentChange): void {
    requireChange(change);
    const line = lineOf(change);
    if (this.bytes + line.length > MAX_QUEUE_BYTES) {
      throw new DataError(`${this.#path}: ${this.changes.length} changes wait, and there is no room for more`);
    }
    this.#file.add(line);
    this.changes.push(change);
    this.bytes += line.length;
  }

  /** Drops all changes: they are in the model file now. */
  clear(): void {
    this.changes = [];
    this.#rewrite();
  }

  /** Closes the queue. Its file stays if changes wait. */
  close(): void {
    if (this.changes.length === 0) rmSync(this.#path, { force: true });
    this.#file.close();
  }

  #rewrite(): void {
    const lines = this.changes.map(lineOf);
    this.bytes = sumOf(lines.map(({ length }) => length));
    this.#file.rewrite([HEAD, ...lines]);
  }
}

/** Returns the path of the queue of a model: the file with its changes that wait. */
export function queuePath(model: string): string {
  return `${model}.queue`;
}

/** Returns the number of changes that wait for a model. @throws DataError if the queue cannot be used, or is damaged */
export function waitingChanges(model: string): number {
  const path = queuePath(model);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return 0;
  const lines: string[] = [];
  LineFile.reading(path, QUEUE, (file) => file.read((line) => lines.push(line)));
  return changesIn(lines, path).length;
}

/** Returns a change as a line: a checksum in hexadecimal, and JSON. */
function lineOf({ kind, digest, label, counted }: DocumentChange): string {
  const [id, terms] = [digest, counted].map((bytes) => Buffer.from(bytes).toString("base64"));
  const text = JSON.stringify([kind, id, label, terms]);
  return `${checksumOf(text)} ${text}`;
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}

/** Returns the changes in the lines of a queue, which may not exist yet. @throws DataError if it is damaged */
function changesIn([head, ...lines]: readonly string[], path: string): DocumentChange[] {
  if (head === undefined && (lstatSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return [];
  try {
    if (head !== HEAD && head.startsWith('{"thresher":"queue"')) return earlierChanges(readFileSync(path));
    if (head !== HEAD) throw new DataError("not a queue");
    return lines.map((line) => {
      // After the eight digits of the checksum, and a blank.
      const text = line.slice(9);
      if (!line.startsWith(`${checksumOf(text)} `)) throw new DataError("wrong checksum");
      const [kind, id, label, terms] = JSON.parse(text);
      return { kind, digest: Buffer.from(id, "base64"), label, counted: Buffer.from(terms, "base64") };
    });
  } catch {
    throw new DataError(`${path}: this queue of changes is damaged: move it away; the changes in it are lost`);
  }
}

/**
 * Reads the queue of a version before 0.3: a line, then a record for each change. A record begins with its length, a
 * checksum of the length, and one of the rest. A last record that is not whole is left out.
 */
function earlierChanges(content: Buffer): DocumentChange[] {
  const changes: DocumentChange[] = [];
  const frame = 12;
  for (let at = content.indexOf("\n") + 1; at + frame <= content.length; ) {
    const end = at + frame + content.readUInt32BE(at);
    const isLength = crc32(content.subarray(at, at + 4)) === content.readUInt32BE(at + 4);
    const record = content.subarray(at + frame, end);
    const isWhole = isLength && end <= content.length && crc32(record) === content.readUInt32BE(at + 8);
    if (!isWhole) {
      // A crash leaves a part of the last record, or zeros.
      const isTorn = isLength ? end >= content.length : content.subarray(at).every((byte) => byte === 0);
      if (isTorn) break;
      throw new DataError("wrong checksum");
    }
    const labelAt = 1 + DIGEST_BYTES + 2;
    const countedAt = labelAt + record.readUInt16BE(labelAt - 2);
    const change: DocumentChange = {
      kind: CHANGE_KINDS[record[0]],
      digest: record.subarray(1, 1 + DIGEST_BYTES),
      label: record.toString("utf8", labelAt, countedAt),
      counted: record.subarray(countedAt),
    };
    requireChange(change);
    changes.push(change);
    at = end;
  }
  return changes;
}
