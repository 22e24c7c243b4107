import { firstWhere } from "../../base/binary-search.js";
import { DIGEST_BYTES } from "../../mail/rewrite/identity.js";
import type { CodedRows } from "../coded-rows.js";

/**
 * The documents that a model has learned, each once. A message that comes back may have other header fields; so its
 * terms are kept, and exactly those are subtracted when it is unlearned.
 */
export interface KnownDocuments {
  /** The digests, `DIGEST_BYTES` bytes each, ascending. */
  readonly digests: Uint8Array;
  /** The class index of each. */
  readonly classes: ArrayLike<number>;
  /** When each was written, in seconds since 1970; 0 if unknown. */
  readonly times: Uint32Array;
  /** The counts of the terms of each. */
  readonly rows: CodedRows;
}

/** The digest of document `n`: a view. */
export function digestOf({ digests }: Pick<KnownDocuments, "digests">, n: number): Uint8Array {
  return digests.subarray(n * DIGEST_BYTES, (n + 1) * DIGEST_BYTES);
}

/** A digest as a key of a map. */
export function keyOf(digest: Uint8Array): string {
  return Buffer.from(digest.buffer, digest.byteOffset, digest.length).toString("latin1");
}

/** The number of the document with a digest, or -1. */
export function findDigest(known: KnownDocuments, digest: Uint8Array): number {
  const { length } = known.times;
  const compare = (n: number) => Buffer.compare(digestOf(known, n), digest);
  const place = firstWhere(0, length, (n) => compare(n) >= 0);
  return place < length && compare(place) === 0 ? place : -1;
}

/** Milliseconds since 1970 as whole seconds, clipped to 1970 to 2106; 0 if unknown. */
export function secondsOf(milliseconds: number | undefined): number {
  return milliseconds === undefined ? 0 : Math.min(0xffffffff, Math.max(0, Math.floor(milliseconds / 1000)));
}

/** The digest of a document, and when it was written. */
export interface KnownIdentity {
  readonly digest: Uint8Array;
  readonly seconds: number;
}
