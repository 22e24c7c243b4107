import { MOST_BASE_128_BYTES, readBase128, writeBase128 } from "../../base/base128.js";
import { DataError } from "../../base/errors.js";
import type { ReadDocument } from "../../features/analyzer.js";
import type { KnownIdentity } from "../../features/corpus/known-documents.js";
import { RowBuilder } from "../../features/row-builder.js";
import { DIGEST_BYTES } from "../../mail/rewrite/identity.js";
import { ByteTable } from "../../text/byte-table.js";
import type { Fate, IncrementalModel } from "./incremental-model.js";

/** The changes that hosts with one model tell each other. To forget a document is to unlearn it because of its age. */
export const SHARED_KINDS = ["learn", "relabel", "unlearn", "forget"] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];

/** A change of one document, as it travels. A host needs no document to make it: the terms come along. */
export interface SharedChange {
  readonly kind: SharedKind;
  readonly digest: Uint8Array;
  /** The class that the document gets; empty for `unlearn` and `forget`. */
  readonly label: string;
  /** The time and the counts of a document to learn: see `countedBytes`. Otherwise empty. */
  readonly counted: Uint8Array;
}

/** A document of 16 MiB has fewer bytes of terms than this, unless it has n-grams. */
export const MOST_COUNTED_BYTES = 32 * 2 ** 20;
/** In bytes of UTF-8: names of folders have at most 255. */
export const MOST_LABEL_BYTES = 1024;
/** Tokens of a document: one for each byte of the largest. */
const MOST_TOKENS = 2 ** 24;

const TIME_BYTES = 4;

/**
 * The time and the terms of a document: seconds since 1970 in 32 bits, then for each term, ascending, its length, its
 * bytes and its count. Numbers are in base 128, the lowest digit first.
 *
 * @throws DataError if it is too large to be shared.
 */
export function countedBytes({ seconds }: Pick<KnownIdentity, "seconds">, document: ReadDocument): Uint8Array {
  const rows = new RowBuilder(new ByteTable());
  rows.add(document);
  const { vocabulary, x } = rows.finishSorted();
  const { pool, offsets } = vocabulary.contents();
  const counts = new Float64Array(vocabulary.size);
  for (let i = 0; i < x.ids.length; i++) counts[x.ids[i]] = x.values[i];
  const bytes = Buffer.alloc(TIME_BYTES + pool.length + 2 * MOST_BASE_128_BYTES * vocabulary.size);
  let at = bytes.writeUInt32BE(seconds);
  for (let term = 0; term < vocabulary.size; term++) {
    at = writeBase128(offsets[term + 1] - offsets[term], bytes, at);
    bytes.set(pool.subarray(offsets[term], offsets[term + 1]), at);
    at += offsets[term + 1] - offsets[term];
    at = writeBase128(counts[term], bytes, at);
  }
  if (at > MOST_COUNTED_BYTES) throw new DataError(`the terms of this document have ${at} bytes: too many to share`);
  return bytes.subarray(0, at);
}

/** A document as `countedBytes` wrote it. @throws DataError if it did not: whatever comes from outside may be forged. */
export function countedDocument(bytes: Uint8Array): { readonly seconds: number; readonly document: ReadDocument } {
  if (bytes.length < TIME_BYTES || bytes.length > MOST_COUNTED_BYTES) throw notCounted();
  const terms: { start: number; end: number; count: number }[] = [];
  let at = TIME_BYTES;
  const next = () => {
    const number = readBase128(() => bytes[at++]);
    if (number === undefined) throw notCounted();
    return number;
  };
  let tokens = 0;
  while (at < bytes.length) {
    const length = next();
    const start = at;
    at += length;
    const end = at;
    const count = next();
    const last = terms.at(-1);
    const isNext =
      last === undefined || Buffer.compare(bytes.subarray(last.start, last.end), bytes.subarray(start, end)) < 0;
    tokens += count;
    if (length < 1 || count < 1 || tokens > MOST_TOKENS || at > bytes.length || !isNext) throw notCounted();
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

function notCounted(): DataError {
  return new DataError("these are not the terms of a document");
}

/** @throws DataError unless the change can be one of a host of this version. */
export function requireChange({ kind, digest, label, counted }: SharedChange): void {
  const hasLabel = kind === "learn" || kind === "relabel";
  const bytes = Buffer.byteLength(label);
  const isSound =
    SHARED_KINDS.includes(kind) &&
    digest.length === DIGEST_BYTES &&
    (hasLabel ? bytes >= 1 && bytes <= MOST_LABEL_BYTES : bytes === 0) &&
    (kind === "learn" || counted.length === 0);
  if (!isSound) throw new DataError("this is not a change of a document");
  if (kind === "learn") countedDocument(counted);
}

/**
 * Makes a change. Changes of different documents commute. Of one document, the last one decides; so changes that a
 * model has made before may be made again, in their order, and the outcome is the same.
 *
 * @throws DataError if it is not a change. The model has not changed then.
 */
export function makeChange(model: IncrementalModel, change: SharedChange): Fate {
  requireChange(change);
  const { kind, digest, label, counted } = change;
  if (kind !== "learn") return model.moveKnown(digest, kind === "relabel" ? label : undefined).fate;
  const { seconds, document } = countedDocument(counted);
  return model.learnRead({ digest, seconds }, label, document).fate;
}
