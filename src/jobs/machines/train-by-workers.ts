import { resolve } from "node:path";
import { plural } from "../../base/numbers.js";
import { requireCountable } from "../../model/parts/plan.js";
import { requireClasses } from "../../model/reading.js";
import { tell } from "../follower.js";
import type { TrainedModel } from "../learning/new-model.js";
import type { TrainModelOptions } from "../learning/train-model.js";
import { namedLines, problemLines } from "../notices/corpus-lines.js";
import { settingsOf } from "../settings.js";
import { doShards } from "./do-shards.js";
import { modelOfParts } from "./merge-parts.js";
import { makePartsFolder } from "./parts-folder.js";
import { queueAt } from "./queue.js";
import { planCounting } from "./write-plan.js";

/** The number of shards that a line names. */
const MAX_NAMED = 10;

/**
 * Does what `trainModel` does with workers on other machines: plans the corpus, has workers count its shards, and adds
 * these up.
 *
 * @param options also `workers`: the address of the Redis server; `parts`: the folder for counts, which all machines
 *   share; `shards`: how many, at most. Default 100
 * @throws UsageError if the settings cannot be counted in parts, DataError if Redis cannot be used or a shard cannot be
 *   counted.
 */
export async function trainByWorkers(
  paths: readonly string[],
  options: TrainModelOptions & Record<"workers" | "parts", string> & { readonly shards?: number },
): Promise<TrainedModel> {
  const { workers, shards = 100, parts } = options;
  const folder = resolve(parts);
  requireCountable(settingsOf(options));
  const address = await queueAt(workers, "--workers");
  const { plan, problems, labels } = planCounting(paths, { ...options, shards });
  tell(options, problemLines(problems));
  if (labels !== undefined) requireClasses(labels);
  makePartsFolder(parts);
  const repeated = await doShards(plan, folder, { ...options, address });
  const again = (n: number) => `${plural(n, "shard was", "shards were")} started again, as a worker was lost or failed`;
  const kept = `the counts stay in ${folder}, for training again; they can be deleted`;
  const made = modelOfParts(folder, plan, options, { problems, repeated });
  tell(options, namedLines(repeated.map(String), again, MAX_NAMED), kept);
  return made;
}
