import { statSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../../base/version.js";
import { countShard, partName, requireShard } from "../../model/parts/count-shard.js";
import { isPart } from "../../model/parts/part.js";
import { readPlan } from "../../model/parts/plan.js";
import { type Follower, tell } from "../follower.js";
import { problemLines } from "../notices/corpus-lines.js";
import { makePartsFolder, partsFolder, putFile } from "./parts-folder.js";

/** The options of `countPlanned`. */
export interface CountOptions extends Follower {
  /** The number of the shard; the first is 0. */
  readonly shard: number;
  /** The folder for counts, which is made if it is missing. */
  readonly output: string;
  /** Where the corpus lies on this machine. Default: where it was planned. */
  readonly root?: string | undefined;
  readonly jobs?: number | undefined;
}

/** A shard whose counts are in a file. */
export type CountedShard = ReturnType<typeof countPlanned>;

/** Counts a shard of a plan, unless its counts are there already. @param path that of the plan */
export function countPlanned(path: string, options: CountOptions) {
  const { shard, output, jobs, onProgress, signal } = options;
  const plan = readPlan(path, VERSION);
  requireShard(plan, shard);
  const part = join(output, partName(plan, shard));
  // Refuses a URL before anything is made. The folder itself is made by the next line.
  const folder = partsFolder(output);
  makePartsFolder(output);
  const where = { part, shard, shards: plan.shards.length };
  if (isPart(part, plan, shard)) return { ...where, counted: false as const };
  const made = countShard(plan, shard, options.root ?? plan.root, { jobs, onProgress, signal });
  const { documents, terms, problems } = made;
  tell(options, problemLines(problems));
  const { size } = statSync(putFile(folder, partName(plan, shard), made.bytes));
  return { ...where, counted: true as const, documents, terms, bytes: size, problems };
}
