import { DataError } from "../../base/errors.js";
import { megabytes } from "../../base/numbers.js";

/** In bytes of JSON. It is parsed as a string, and a string in V8 has at most 2^29 characters. */
export const MAX_PLAN_BYTES = 500_000_000;

/** Makes the error for a plan above MAX_PLAN_BYTES. A plan lists the files of each shard. */
export function tooManyFiles(): DataError {
  return new DataError(
    `the plan would have more than ${megabytes(MAX_PLAN_BYTES)}, as it names every file: pack the files of each class into tar archives or mailboxes, or plan parts of the corpus and merge each onto the model of those before`,
  );
}

/**
 * Checks that a plan has room for the paths of these files. Call it before reading their sizes, which takes longer.
 *
 * @throws DataError if the plan would exceed MAX_PLAN_BYTES
 */
export function requirePlannable(ids: Iterable<string>): void {
  let bytes = 0;
  for (const id of ids) bytes += Buffer.byteLength(id) + MIN_FILE_BYTES;
  if (bytes > MAX_PLAN_BYTES) throw tooManyFiles();
}

/** The bytes of a file in a plan, in addition to its path: two quotes, two commas and a digit of its size. */
const MIN_FILE_BYTES = 5;
