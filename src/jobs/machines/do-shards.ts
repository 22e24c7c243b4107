import { followed } from "../../base/following.js";
import type { RedisAddress } from "../../base/redis.js";
import { type Plan, planBytes } from "../../model/parts/plan.js";
import type { Follower } from "../follower.js";
import { doShard } from "./do-shard.js";
import { planName, putFile } from "./parts-folder.js";
import { ShardProcesses } from "./shard-processes.js";
import { shardsByWorkers } from "./shards-by-workers.js";

/** Who does shards. */
export interface DoShardsOptions extends Follower {
  /** How many processes classify. Default: this one does. */
  readonly jobs?: number | undefined;
  /** The Redis server, if workers do them. */
  readonly address?: RedisAddress | undefined;
}

/**
 * Does all shards of a plan that are not done yet.
 *
 * @param folder for the parts and the plan
 * @returns the shards that workers started more than once
 */
export async function doShards(plan: Plan, folder: string, options: DoShardsOptions): Promise<readonly number[]> {
  const { jobs = 1, address } = options;
  const { digest, shards, root } = plan;
  const path = putFile(folder, planName(digest), planBytes(plan));
  if (address !== undefined) return shardsByWorkers(plan, address, folder, options);
  const report = followed(options, "classifying", shards.length);
  const several = Math.min(jobs, shards.length);
  const processes = new ShardProcesses(folder, root, false);
  const open = shards.keys();
  let done = 0;
  const work = async () => {
    for (const shard of open) {
      if (several === 1) doShard(path, shard, { output: folder }, plan);
      else await processes.do(digest, shard);
      report(++done);
    }
  };
  try {
    await Promise.all(Array.from({ length: several }, work));
    return [];
  } finally {
    processes.kill();
  }
}
