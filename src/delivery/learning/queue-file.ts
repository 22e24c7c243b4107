import { crc32 } from "node:zlib";
import { isText, isWhole } from "../../base/checks.js";
import { DataError, orElse } from "../../base/errors.js";
import { readPrivate } from "../../documents/files/guarded-files.js";
import { DIGEST_BYTES } from "../../mail/rewrite/identity.js";
import { MAX_COUNTED_BYTES } from "../../model/learning/counted-document.js";
import { requireChange, SHARED_KINDS, type SharedChange } from "../../model/learning/shared-change.js";

/*
 * A queue file is a line of JSON, then a record for each change. Checksums cover all bytes. So a fault of the disk can
 * be taken for an incomplete write in the last record only.
 */

/** The first line is shorter. */
const MAX_HEAD_BYTES = 500;
/** Before a change: its length, a checksum of the length, and one of the change, in 32 bits each. */
const FRAME = 12;
/** Before the terms: the kind, the digest, and the length of the label in 16 bits. */
const FIXED = 1 + DIGEST_BYTES + 2;

/** A change, and the bytes of its record. */
export interface KeptChange {
  readonly change: SharedChange;
  readonly bytes: number;
}

/** The contents of a queue file. */
export interface KeptQueue {
  /** The id of the host: sixteen hexadecimal digits. */
  readonly host: string;
  /** The name of the machine that wrote it. */
  readonly machine: string;
  /** The sequence of the first change. */
  readonly first: number;
  readonly changes: readonly KeptChange[];
  /** Whether a last change was written in part, because the machine stopped. It is left out: it was never confirmed. */
  readonly isCut: boolean;
}

/**
 * Reads a queue file that only this user can read or write. Returns undefined if there is none, or nothing in it.
 *
 * @param most the largest size in bytes, without the last change
 * @throws DataError if the file cannot be used, or is damaged
 */
export function readQueue(path: string, most: number): KeptQueue | undefined {
  const limit = most + MAX_COUNTED_BYTES;
  const content = readPrivate(path, limit + 1);
  if (content === undefined || content.length === 0) return undefined;
  if (content.length > limit) throw damaged(path);
  const { end, ...head } = headOf(path, content);
  const changes = [...changesIn(path, content, end)];
  return { ...head, changes, isCut: changes.reduce((sum, { bytes }) => sum + bytes, end) < content.length };
}

/** Yields the changes after the first line. @throws DataError if anything but the last one is damaged. */
function* changesIn(path: string, content: Buffer, start: number): Generator<KeptChange> {
  for (let at = start; at + FRAME <= content.length; ) {
    const length = content.readUInt32BE(at);
    const end = at + FRAME + length;
    if (crc32(content.subarray(at, at + 4)) !== content.readUInt32BE(at + 4)) {
      // The file was made longer for a last change, which was not written.
      if (content.subarray(at).every((byte) => byte === 0)) return;
      throw damaged(path);
    }
    if (end > content.length) return;
    const record = content.subarray(at + FRAME, end);
    if (crc32(record) !== content.readUInt32BE(at + 8)) {
      if (end === content.length) return;
      throw damaged(path);
    }
    const change = changeOf(record);
    try {
      requireChange(change);
    } catch {
      throw damaged(path);
    }
    yield { change, bytes: FRAME + length };
    at = end;
  }
}

/** Encodes a change as a record of the file. */
export function recordOf({ kind, digest, label, counted }: SharedChange): Buffer {
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

/** Decodes a record of `recordOf`, without its frame. The values are not checked: see `requireChange`. */
function changeOf(record: Buffer): SharedChange {
  const end = FIXED + (record.length < FIXED ? 0 : record.readUInt16BE(FIXED - 2));
  return {
    kind: SHARED_KINDS[record[0]],
    digest: record.subarray(1, 1 + DIGEST_BYTES),
    label: record.toString("utf8", FIXED, end),
    counted: record.subarray(end),
  };
}

/** Returns the first line of the file, with a checksum of its values. */
export function headText(host: string, machine: string, first: number): Buffer {
  const check = crc32(JSON.stringify([host, machine, first]));
  return Buffer.from(`${JSON.stringify({ thresher: "queue", host, machine, first, check })}\n`);
}

/** Returns the contents of the first line, and where it ends. @throws DataError if it is something else. */
function headOf(path: string, content: Buffer): { host: string; machine: string; first: number; end: number } {
  const end = content.subarray(0, MAX_HEAD_BYTES).indexOf("\n") + 1;
  const parsed: unknown = orElse(() => JSON.parse(content.toString("utf8", 0, end)), undefined);
  const { host, machine, first } = Object(parsed) as Record<string, unknown>;
  if (isText(host) && /^[0-9a-f]{16}$/.test(host) && isText(machine) && isWhole(first)) {
    if (headText(host, machine, first).equals(content.subarray(0, end))) return { host, machine, first, end };
  }
  throw damaged(path);
}

/** Makes the error for a damaged queue. */
function damaged(path: string): DataError {
  return new DataError(`${path}: this queue of changes is damaged: move it away; the changes in it are lost`);
}
