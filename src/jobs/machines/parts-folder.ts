import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { codeOf, DataError, reason } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { A_DAY, ONLY_OWNER, removeAbandoned, writeAtomically } from "../../documents/files/write-file.js";
import { PART_ENDING, type Part, partName, partsOfPlan } from "../../model/parts/merged-model.js";
import type { Plan } from "../../model/parts/plan.js";
import { type Follower, tell } from "../follower.js";
import { problemLines } from "../notices/corpus-lines.js";
import { namedLines } from "../notices/names.js";

/** Makes a folder for counts, unless it is there. @throws DataError if it cannot be made */
export function makePartsFolder(place: string): void {
  try {
    // Not recursive: for a folder in /proc, Node would try for ever.
    mkdirSync(place);
  } catch (error) {
    if (codeOf(error) !== "EEXIST")
      throw new DataError(`${place}: the folder for the counts cannot be made: ${reason(error)}`);
  }
}

/** Writes a plan or counts for this user only, because they have words and names of documents. @returns the path */
export function putFile(folder: string, name: string, bytes: Uint8Array | Iterable<Uint8Array>): string {
  const path = join(folder, name);
  // Removes temporary files that killed processes left more than a day ago.
  removeAbandoned(path, A_DAY);
  writeAtomically(path, bytes, { isOwnName: true, mode: ONLY_OWNER });
  return path;
}

/**
 * Returns the parts of a plan in a folder. Tells what could not be read, and that there are parts of other plans.
 *
 * @throws DataError as `partsOfPlan`
 */
export function partsIn(folder: string, plan: Plan, follower: Follower): Part[] {
  const planned = new Set(plan.shards.map((_, shard) => partName(plan, shard)));
  const others = partNames(folder).filter((name) => !planned.has(name));
  const leftOut = (n: number) => `left out ${plural(n, "part")} of another plan`;
  tell(follower, namedLines(others, leftOut));
  const parts = partsOfPlan(folder, plan);
  tell(follower, problemLines(parts.flatMap(({ problems }) => problems)));
  return parts;
}

/** Returns the names of all files with counts in a folder, sorted. @throws DataError if it cannot be read */
function partNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(PART_ENDING) && !name.startsWith("."))
      .sort();
  } catch (error) {
    const why = codeOf(error) === "ENOTDIR" ? "it is a file" : reason(error);
    throw new DataError(`${folder}: cannot read the folder with the counts: ${why}`);
  }
}
