import { DIGEST_BYTES } from "./email/digest-bytes.js";
import type { CodedRows } from "./features/coded-rows.js";

/**
 * The documents that a model has learned, each once: what can be learned no second time, and
 * what can be unlearned. A message that comes back may have other header fields than the one
 * that was learned, so that its terms are kept: what leaves the counts is what went in.
 */
export interface KnownDocuments {
  /** `DIGEST_BYTES` bytes a document, ascending. */
  readonly digests: Uint8Array;
  /** The class of each, as an index into the labels. */
  readonly classes: ArrayLike<number>;
  /** When each was written, in seconds since 1970; 0 where that is not known. */
  readonly times: Uint32Array;
  /** How often each has each term of the training documents. */
  readonly rows: CodedRows;
}

/** The digest of the n-th document: a view. */
export function digestOf({ digests }: Pick<KnownDocuments, "digests">, n: number): Uint8Array {
  return digests.subarray(n * DIGEST_BYTES, (n + 1) * DIGEST_BYTES);
}

/** A digest as a key of a map. */
export function keyOf(digest: Uint8Array): string {
  return Buffer.from(digest.buffer, digest.byteOffset, digest.length).toString("latin1");
}

/** Which document has a digest; -1 if none has. */
export function findDigest(known: KnownDocuments, digest: Uint8Array): number {
  let low = 0;
  let high = known.times.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = Buffer.compare(digestOf(known, middle), digest);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Milliseconds since 1970 as they are kept: whole seconds, what lies outside 1970 to 2106 at its ends. */
export function secondsOf(milliseconds: number | undefined): number {
  return milliseconds === undefined ? 0 : Math.min(0xffffffff, Math.max(0, Math.floor(milliseconds / 1000)));
}

/** What is known of a document beside its terms and its class. */
export interface KnownIdentity {
  readonly digest: Uint8Array;
  readonly seconds: number;
}
