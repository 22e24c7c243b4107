import { firstWhere } from "../../base/lists.js";
import { DIGEST_BYTES } from "../../mail/rewrite/identity.js";
import type { CodedRows } from "../coded-rows.js";

/**
 * The documents that a model has learned, each once. The terms of each are kept, so that exactly these can be
 * subtracted when it is unlearned: a message that comes back may have other header fields.
 */
export interface KnownDocuments {
  /** The digests, `DIGEST_BYTES` bytes each, ascending. */
  readonly digests: Uint8Array;
  /** The class index of each document. */
  readonly classes: ArrayLike<number>;
  /** When each document was written, in seconds since 1970; 0 if unknown. */
  readonly times: Uint32Array;
  /** The counts of the terms of each document. */
  readonly rows: CodedRows;
}

/** Returns the digest of document `n`, as a view. */
export function digestOf({ digests }: Pick<KnownDocuments, "digests">, n: number): Uint8Array {
  return digests.subarray(n * DIGEST_BYTES, (n + 1) * DIGEST_BYTES);
}

/** Returns a digest as a key for a map. */
export function keyOf(digest: Uint8Array): string {
  return Buffer.from(digest.buffer, digest.byteOffset, digest.length).toString("latin1");
}

/** Returns the number of the document with a digest, or -1. */
export function findDigest(known: KnownDocuments, digest: Uint8Array): number {
  const { length } = known.times;
  const compare = (n: number) => Buffer.compare(digestOf(known, n), digest);
  const place = firstWhere(0, length, (n) => compare(n) >= 0);
  return place < length && compare(place) === 0 ? place : -1;
}

/** Converts milliseconds since 1970 to whole seconds, clipped to the years 1970 to 2106; 0 if unknown. */
export function secondsOf(milliseconds: number | undefined): number {
  return milliseconds === undefined ? 0 : Math.min(0xffffffff, Math.max(0, Math.floor(milliseconds / 1000)));
}

/** The digest of a document, and when it was written. */
export interface KnownIdentity {
  readonly digest: Uint8Array;
  readonly seconds: number;
}
