import { type Arrays, inconsistent, requiredArray } from "./classifiers/stored-classifier.js";
import { DIGEST_BYTES } from "./email/digest-bytes.js";
import { areRows } from "./features/coded-rows.js";
import { digestOf, type KnownDocuments } from "./known-documents.js";
import { KNOWN, KNOWN_TAIL } from "./model-names.js";

/** Whether a file is one of a model that remembers its documents. */
export function remembers(arrays: Arrays): boolean {
  return Object.hasOwn(arrays, `${KNOWN}times`);
}

/**
 * The documents that `save` wrote; undefined of a model that remembers none, and
 * where the arrays of the tail were left unread.
 *
 * @param labels how many classes there are
 * @throws DataError if an array is missing or does not fit: a file may hold anything.
 */
export function knownOf(arrays: Arrays, labels: number): KnownDocuments | undefined {
  if (!Object.keys(arrays).some((name) => KNOWN_TAIL.includes(name))) return undefined;
  const times = requiredArray(arrays, `${KNOWN}times`, Uint32Array);
  const size = times.length;
  const digests = requiredArray(arrays, `${KNOWN}digests`, Uint8Array, size * DIGEST_BYTES);
  const classes = requiredArray(arrays, `${KNOWN}classes`, undefined, size);
  const rows = {
    gaps: requiredArray(arrays, `${KNOWN}gaps`, Uint16Array),
    gapOffsets: requiredArray(arrays, `${KNOWN}gap-offsets`, Uint32Array, size + 1),
    repeats: requiredArray(arrays, `${KNOWN}repeats`, Uint8Array),
    repeatOffsets: requiredArray(arrays, `${KNOWN}repeat-offsets`, Uint32Array, size + 1),
  };
  if (!areRows(rows)) throw inconsistent(`${KNOWN}rows`);
  for (let n = 0; n < size; n++) {
    if (!(Number.isInteger(classes[n]) && classes[n] < labels)) throw inconsistent(`${KNOWN}classes`);
    if (n > 0 && Buffer.compare(digestOf({ digests }, n - 1), digestOf({ digests }, n)) >= 0) {
      throw inconsistent(`${KNOWN}digests`);
    }
  }
  return { digests, classes, times, rows };
}
