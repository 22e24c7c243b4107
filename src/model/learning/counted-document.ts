import { MAX_BASE_128_BYTES, readBase128, writeBase128 } from "../../base/base128.js";
import { DataError } from "../../base/errors.js";
import type { ReadDocument } from "../../features/analyzer.js";
import type { KnownIdentity } from "../../features/corpus/known-documents.js";
import { RowBuilder } from "../../features/row-builder.js";
import { ByteTable } from "../../text/byte-table.js";

/** The most bytes of a document that `countedBytes` encodes. Without n-grams, a document of 16 MiB needs less. */
export const MAX_COUNTED_BYTES = 32 * 2 ** 20;
/** The most tokens of a document: one for each byte of the largest document. */
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
