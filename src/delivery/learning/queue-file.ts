import { crc32 } from "node:zlib";
import { isRecord } from "../../base/checks.js";
import { DataError, orElse } from "../../base/errors.js";
import { readPrivate } from "../../documents/files/guarded-files.js";
import { DIGEST_BYTES } from "../../mail/rewrite/identity.js";
import { MAX_COUNTED_BYTES } from "../../model/learning/counted-document.js";
import { CHANGE_KINDS, type DocumentChange, requireChange } from "../../model/learning/document-change.js";

/*
 * A queue file is a line of JSON, then a record for each change. Checksums cover all bytes of the records. So a fault of the disk can
 * be taken for an incomplete write in the last record only.
 */

/** The first line. Only its first value means something; earlier versions read the others. */
export const HEAD: Buffer = Buffer.from(
  '{"thresher":"queue","host":"0000000000000000","machine":"","first":1,"check":1513913092}\n',
);
/** The first line is shorter, also that of an earlier version, which names a machine. */
const MAX_HEAD_BYTES = 500;
/** Before a change: its length, a checksum of the length, and one of the change, in 32 bits each. */
const FRAME = 12;
/** Before the terms: the kind, the digest, and the length of the label in 16 bits. */
const FIXED = 1 + DIGEST_BYTES + 2;

/** The contents of a queue file. */
export interface KeptQueue {
  readonly changes: DocumentChange[];
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
  const changes: DocumentChange[] = [];
  let at = headEnd(path, content);
  while (at + FRAME <= content.length) {
    const length = content.readUInt32BE(at);
    const end = at + FRAME + length;
    if (crc32(content.subarray(at, at + 4)) !== content.readUInt32BE(at + 4)) {
      // The file was made longer for a last change, which was not written.
      if (content.subarray(at).every((byte) => byte === 0)) break;
      throw damaged(path);
    }
    if (end > content.length) break;
    const record = content.subarray(at + FRAME, end);
    if (crc32(record) !== content.readUInt32BE(at + 8)) {
      if (end === content.length) break;
      throw damaged(path);
    }
    const change = changeOf(record);
    try {
      requireChange(change);
    } catch {
      throw damaged(path);
    }
    changes.push(change);
    at = end;
  }
  return { changes, isCut: at < content.length };
}

/** Encodes a change as a record of the file. */
export function recordOf({ kind, digest, label, counted }: DocumentChange): Buffer {
  const name = Buffer.from(label);
  const fixed = Buffer.alloc(FRAME + FIXED);
  fixed[FRAME] = CHANGE_KINDS.indexOf(kind);
  fixed.set(digest, FRAME + 1);
  fixed.writeUInt16BE(name.length, FRAME + FIXED - 2);
  const record = Buffer.concat([fixed, name, counted]);
  record.writeUInt32BE(record.length - FRAME, 0);
  record.writeUInt32BE(crc32(record.subarray(0, 4)), 4);
  record.writeUInt32BE(crc32(record.subarray(FRAME)), 8);
  return record;
}

/** Decodes a record of `recordOf`, without its frame. The values are not checked: see `requireChange`. */
function changeOf(record: Buffer): DocumentChange {
  const end = FIXED + (record.length < FIXED ? 0 : record.readUInt16BE(FIXED - 2));
  return {
    kind: CHANGE_KINDS[record[0]],
    digest: record.subarray(1, 1 + DIGEST_BYTES),
    label: record.toString("utf8", FIXED, end),
    counted: record.subarray(end),
  };
}

/** Returns where the first line ends. @throws DataError if it is something else. */
function headEnd(path: string, content: Buffer): number {
  const end = content.subarray(0, MAX_HEAD_BYTES).indexOf("\n") + 1;
  const head: unknown = orElse(() => JSON.parse(content.toString("utf8", 0, end)), undefined);
  if (isRecord(head) && head.thresher === "queue") return end;
  throw damaged(path);
}

/** Makes the error for a damaged queue. */
function damaged(path: string): DataError {
  return new DataError(`${path}: this queue of changes is damaged: move it away; the changes in it are lost`);
}
