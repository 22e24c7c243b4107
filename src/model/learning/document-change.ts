import { MAX_BASE_128_BYTES, readBase128, writeBase128 } from "../../base/base128.js";
import { DataError } from "../../base/errors.js";
import type { ReadDocument } from "../../features/analyzer.js";
import type { KnownIdentity } from "../../features/corpus/known-documents.js";
import { RowBuilder } from "../../features/row-builder.js";
import { DIGEST_BYTES } from "../../mail/rewrite/identity.js";
import { ByteTable } from "../../text/byte-table.js";
import type { Fate, Learner } from "./learner.js";

/**
 * The kinds of changes that a server keeps on disk until they are in the model file. `learn`: a document is learned or,
 * if it is known, gets the label. `relabel`: a known document gets the label. `unlearn`: a known document is unlearned.
 * `forget`: the same, because of its age.
 */
export const CHANGE_KINDS = ["learn", "relabel", "unlearn", "forget"] as const;

/** A change of one document. It includes the terms, so the document itself is not needed. */
export interface DocumentChange {
  readonly kind: (typeof CHANGE_KINDS)[number];
  /** Identifies the document: `DIGEST_BYTES` bytes. */
  readonly digest: Uint8Array;
  /** The new class of the document; empty for `unlearn` and `forget`. */
  readonly label: string;
  /** For `learn`, the time and the counts of the document: see `countedBytes`. Otherwise empty. */
  readonly counted: Uint8Array;
}

/** Maximum size of a label in bytes of UTF-8. Names of folders have at most 255. */
const MAX_LABEL_BYTES = 1024;

/** @throws DataError if the change is not one that this version of Thresher can write. */
export function requireChange({ kind, digest, label, counted }: DocumentChange): void {
  const hasLabel = kind === "learn" || kind === "relabel";
  const bytes = Buffer.byteLength(label);
  const isValid =
    CHANGE_KINDS.includes(kind) &&
    digest.length === DIGEST_BYTES &&
    (hasLabel ? bytes >= 1 && bytes <= MAX_LABEL_BYTES : bytes === 0) &&
    (kind === "learn" || counted.length === 0);
  if (!isValid) throw new DataError("this is not a change of a document");
  if (kind === "learn") countedDocument(counted);
}

/**
 * Makes a change. The order of changes matters only for the same document, where the last one decides. So a
 * model can make the same changes again, in their order, with the same result.
 *
 * @returns what has happened to the document: see `Fate`
 * @throws DataError if the change is not valid. The model stays as it was.
 */
export function makeChange(model: Learner, change: DocumentChange): Fate {
  requireChange(change);
  const { kind, digest, label, counted } = change;
  if (kind !== "learn") return model.moveKnown(digest, kind === "relabel" ? label : undefined);
  const { seconds, document } = countedDocument(counted);
  return model.learnRead(label, { digest, seconds }, () => document);
}

/** Maximum size in bytes of a document that `countedBytes` encodes. Without n-grams, a document of 16 MiB needs less. */
export const MAX_COUNTED_BYTES = 32 * 2 ** 20;
/** Maximum number of tokens of a document: one for each byte of the largest document. */
const MAX_TOKENS = 2 ** 24;

/** The bytes of the time, before the terms. */
const TIME_BYTES = 4;

/**
 * Encodes the time and the terms of a document: seconds since 1970 in 32 bits, big-endian; then, for each term, its
 * length, its bytes and its count. Terms are sorted by their bytes. Numbers are in base 128, the lowest digit first.
 *
 * @throws DataError if the document is too large for a queue of changes.
 */
export function countedBytes({ seconds }: Pick<KnownIdentity, "seconds">, document: ReadDocument): Uint8Array {
  const rows = new RowBuilder(new ByteTable(), 1);
  rows.add(document);
  const { vocabulary, x } = rows.finishSorted();
  const { pool, offsets } = vocabulary.contents();
  const counts = new Float64Array(vocabulary.size);
  for (let i = 0; i < x.ids.length; i++) counts[x.ids[i]] = x.values[i];
  // Enough room: each term has two numbers.
  const bytes = Buffer.alloc(TIME_BYTES + pool.length + 2 * MAX_BASE_128_BYTES * vocabulary.size);
  let at = bytes.writeUInt32BE(seconds);
  for (let term = 0; term < vocabulary.size; term++) {
    at = writeBase128(offsets[term + 1] - offsets[term], bytes, at);
    bytes.set(pool.subarray(offsets[term], offsets[term + 1]), at);
    at += offsets[term + 1] - offsets[term];
    at = writeBase128(counts[term], bytes, at);
  }
  if (at > MAX_COUNTED_BYTES) {
    throw new DataError(`cannot learn this document: its terms have ${at} bytes, more than ${MAX_COUNTED_BYTES}`);
  }
  return bytes.subarray(0, at);
}

/**
 * Decodes the bytes that `countedBytes` wrote. Every value is checked, because the bytes may be forged.
 *
 * @throws DataError if the bytes are not valid.
 */
export function countedDocument(bytes: Uint8Array): { readonly seconds: number; readonly document: ReadDocument } {
  if (bytes.length < TIME_BYTES || bytes.length > MAX_COUNTED_BYTES) throw damagedTerms();
  const terms: { start: number; end: number; count: number }[] = [];
  let at = TIME_BYTES;
  const nextNumber = () => {
    const number = readBase128(() => bytes[at++]);
    if (number === undefined) throw damagedTerms();
    return number;
  };
  let tokens = 0;
  while (at < bytes.length) {
    const length = nextNumber();
    const start = at;
    at += length;
    const end = at;
    const count = nextNumber();
    const before = terms.at(-1);
    const isSorted =
      before === undefined || Buffer.compare(bytes.subarray(before.start, before.end), bytes.subarray(start, end)) < 0;
    tokens += count;
    if (length < 1 || count < 1 || tokens > MAX_TOKENS || at > bytes.length || !isSorted) throw damagedTerms();
    terms.push({ start, end, count });
  }
  const document: ReadDocument = {
    isBinary: false,
    tokens: (sink) => {
      for (const { start, end, count } of terms) for (let n = 0; n < count; n++) sink(bytes, start, end);
    },
  };
  return { seconds: Buffer.from(bytes.buffer, bytes.byteOffset, TIME_BYTES).readUInt32BE(), document };
}

/** Returns the error for bytes that `countedBytes` did not write. */
function damagedTerms(): DataError {
  return new DataError("the terms of a change are damaged");
}
