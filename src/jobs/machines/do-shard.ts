import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { openOwn } from "../../documents/files/guarded-files.js";
import type { Problem } from "../../documents/problem.js";
import { countShard, requireShard } from "../../model/parts/merged-model.js";
import { countsOfPart, ifWhole, partName } from "../../model/parts/part.js";
import { isToClassify, type Plan, readPlan } from "../../model/parts/plan.js";
import { type Follower, tell } from "../follower.js";
import { writeWaiting } from "../inputs/standard-streams.js";
import { problemLines } from "../notices/corpus-lines.js";
import { classifyShard } from "./classify-shard.js";
import { makePartsFolder, putFile } from "./parts-folder.js";

/** The options of a shard. */
export interface ShardOptions extends Follower {
  /** The folder for parts, which is made if it is missing. */
  readonly output: string;
  /** Where the documents lie on this machine. Default: where they were planned. */
  readonly root?: string | undefined;
  readonly jobs?: number | undefined;
}

/** A shard whose part is in a file: where it is, and what was found if it was done now. */
export interface DoneShard {
  readonly part: string;
  readonly shard: number;
  readonly shards: number;
  /** Whether it was counted now, or classified. */
  readonly counted?: boolean;
  readonly classified?: boolean;
  readonly documents?: number;
  readonly terms?: number;
  readonly answers?: number;
  readonly problems?: readonly Problem[];
}

/** Counts or classifies a shard of a plan, unless its part is there already. @param path that of the plan */
export function doShard(path: string, shard: number, options: ShardOptions, plan = readPlan(path)): DoneShard {
  const { output, root = plan.root } = options;
  requireShard(plan, shard);
  makePartsFolder(output);
  const parts = resolve(output);
  const done: Partial<DoneShard> = isToClassify(plan)
    ? classifyShard(plan, shard, { root, parts, models: dirname(path) })
    : countInto(parts, plan, shard, { ...options, root });
  tell(options, problemLines(done.problems ?? []));
  return { part: join(output, partName(plan, shard)), shard, shards: plan.shards.length, ...done };
}

/** Counts a shard into a part. */
function countInto(parts: string, plan: Plan, shard: number, options: ShardOptions & { readonly root: string }) {
  const { root, jobs, onProgress, signal } = options;
  const name = partName(plan, shard);
  if (ifWhole(() => countsOfPart(join(parts, name), plan, shard))) return { counted: false };
  const { bytes, ...found } = countShard(plan, shard, root, { jobs, onProgress, signal });
  putFile(parts, name, bytes);
  return { counted: true, ...found };
}

/** Does the shards whose numbers are on standard input, one on a line, and writes a line of JSON for each. */
export async function doGivenShards(path: string, options: ShardOptions): Promise<void> {
  const plan = readPlan(path, openOwn);
  try {
    for await (const line of createInterface({ input: process.stdin })) {
      writeWaiting(1, Buffer.from(`${JSON.stringify(doShard(path, Number(line), options, plan))}\n`));
    }
  } finally {
    // After a fault, the process would wait for the end of its input.
    process.stdin.destroy();
  }
}
