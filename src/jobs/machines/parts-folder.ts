import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { statusOf } from "../../documents/files/open-file.js";
import { A_DAY, ONLY_OWNER, removeAbandoned, writeAtomically } from "../../documents/files/write-file.js";

/** The file name of a plan in a folder for parts. */
export const planName = (digest: string) => `${digest}.plan`;

/** Makes a folder for parts, unless it is there. @throws DataError if it cannot be made */
export function makePartsFolder(place: string): void {
  try {
    // Not recursive: for a folder in /proc, Node would try for ever.
    mkdirSync(place);
  } catch (error) {
    if (!statusOf(place)?.isDirectory())
      throw new DataError(`${place}: the folder for the parts cannot be made: ${reason(error)}`);
  }
}

/** Writes a plan, a part or a model for this user only, because they have words and names of documents. @returns the path */
export function putFile(folder: string, name: string, bytes: Uint8Array | Iterable<Uint8Array>): string {
  const path = join(folder, name);
  // Removes temporary files that killed processes left more than a day ago.
  removeAbandoned(path, A_DAY);
  writeAtomically(path, bytes, { isOwnName: true, mode: ONLY_OWNER });
  return path;
}
