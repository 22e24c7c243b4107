import {
  type Arrays,
  compact,
  inconsistent,
  type NumberArray,
  requiredArray,
  requireRanges,
} from "../../classifiers/stored-arrays.js";
import { digestOf, type KnownDocuments } from "../../features/corpus/known-documents.js";
import { DIGEST_BYTES } from "../../mail/rewrite/identity.js";
import { KNOWN } from "./array-names.js";

/** Returns the arrays of a model file that hold the remembered documents. */
export function arraysOfKnown({ digests, classes, times, rows }: KnownDocuments): Record<string, NumberArray> {
  return {
    [`${KNOWN}digests`]: digests,
    [`${KNOWN}classes`]: compact(classes),
    [`${KNOWN}times`]: times,
    [`${KNOWN}gap-offsets`]: rows.gapOffsets,
    [`${KNOWN}repeat-offsets`]: rows.repeatOffsets,
    [`${KNOWN}gaps`]: rows.gaps,
    [`${KNOWN}repeats`]: rows.repeats,
  };
}

/**
 * Returns the remembered documents of a model file, of which there may be none; undefined if the model does not remember
 * documents. If only some of the arrays are there, the file is refused.
 *
 * @param documents how many documents each class has
 * @throws DataError if an array is missing or does not fit: a file may be forged.
 */
export function knownOf(arrays: Arrays, documents: Float64Array): KnownDocuments | undefined {
  if (!Object.keys(arrays).some((name) => name.startsWith(KNOWN))) return undefined;
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
  requireRanges(`${KNOWN}gap-offsets`, rows.gapOffsets, rows.gaps.length);
  requireRanges(`${KNOWN}repeat-offsets`, rows.repeatOffsets, rows.repeats.length);
  // Documents are found by binary search, so the digests ascend, each once.
  for (let n = 1; n < size; n++) {
    const isAscending = Buffer.compare(digestOf({ digests }, n - 1), digestOf({ digests }, n)) < 0;
    if (!isAscending) throw inconsistent(`${KNOWN}digests`);
  }
  // Unlearning subtracts documents, so each class has as many as it counts.
  const remembered = new Float64Array(documents.length);
  for (const c of classes) {
    if (!(Number.isInteger(c) && c < documents.length)) throw inconsistent(`${KNOWN}classes`);
    remembered[c]++;
  }
  if (documents.some((count, c) => count !== remembered[c])) throw inconsistent("classes.documents");
  return { digests, classes, times, rows };
}
