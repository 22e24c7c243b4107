import { resolve } from "node:path";
import { DataError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { type RedisAddress, redisAddress, redisFault } from "../../base/redis.js";
import { commandLine } from "../../base/shell-words.js";
import { type Plan, planBytes, requireCountable } from "../../model/parts/plan.js";
import { requireClasses } from "../../model/reading.js";
import { type Follower, tell } from "../follower.js";
import type { TrainedModel } from "../learning/new-model.js";
import { corpusToLearn, type TrainModelOptions } from "../learning/train-model.js";
import { namedLines } from "../notices/names.js";
import { settingsOf } from "../settings.js";
import { planName } from "./count-apart.js";
import { countByJobs, type FlowEvent } from "./flow.js";
import { makePartsFolder, modelOfParts, putFile } from "./parts-folder.js";
import { plannedShards } from "./plan-count-merge.js";
import { bullmq, connectionTeller, connectionTo, PREFIX, queueName, requireQueue } from "./queue.js";

/** The options of training by workers. */
export interface WorkersOptions {
  /** The address of the Redis server. */
  readonly workers: string;
  /** The most shards. Default 100. */
  readonly shards?: number | undefined;
  /** The folder for counts, which all machines share. */
  readonly parts: string;
}

/** The number of shards that a line names. */
const MAX_NAMED = 10;

/**
 * Does what `trainModel` does with workers on other machines: plans the corpus, has workers count its shards, and adds
 * these up.
 *
 * @throws UsageError if the settings cannot be counted in parts, DataError if Redis cannot be used or a shard cannot be
 *   counted.
 */
export async function trainByWorkers(
  paths: readonly string[],
  options: TrainModelOptions & WorkersOptions,
): Promise<TrainedModel> {
  const { workers, shards = 100, parts } = options;
  const settings = settingsOf(options);
  const corpus = corpusToLearn(paths, options);
  const address = redisAddress(workers, "--workers");
  const folder = resolve(parts);
  requireCountable(settings);
  if (corpus.labels !== undefined) requireClasses(corpus.labels);
  await requireQueue(address, "--workers");
  makePartsFolder(parts);
  const { plan } = plannedShards(corpus, settings, { ...options, shards });
  putFile(folder, planName(plan.digest), planBytes(plan));
  const repeated = await countedByWorkers(plan, address, folder, options);
  const again = (n: number) => `${plural(n, "shard was", "shards were")} started again, as a worker was lost or failed`;
  const kept = `the counts stay in ${folder}, for training again; they can be deleted`;
  const made = modelOfParts(folder, plan, options, { problems: corpus.problems, repeated });
  tell(options, namedLines(repeated.map(String), again, MAX_NAMED), kept);
  return made;
}

/** Has workers count the shards of a plan, @returns the shards that were started more than once */
async function countedByWorkers(
  plan: Plan,
  address: RedisAddress,
  folder: string,
  options: Follower,
): Promise<readonly number[]> {
  const { Queue } = bullmq("--workers");
  const queue = new Queue(queueName(address), { connection: connectionTo(address), prefix: PREFIX });
  const { thresher, unicode, digest, root, settings } = plan;
  const shards = plan.shards.length;
  const told = (line: string) => tell(options, line);
  const { onError, onAnswer } = connectionTeller(address, told);
  queue.on("error", onError);
  const versions = { thresher, unicode, ...(settings.icu !== undefined && { icu: settings.icu }) };
  const words = ["thresher", "worker", address.shown, "--root", root, "--parts", folder];
  const onEvent = (found: FlowEvent) => {
    if (found === "no workers") return told(`no workers yet: start them with ${commandLine(words)}`);
    if (found === "jobs lost") return told(`${address.shown}: Redis has lost the jobs: adding them again`);
    onAnswer();
    options.onProgress?.({ phase: "counting", done: found, total: shards });
  };
  try {
    const repeated = await countByJobs(queue, { plan: digest, shards, versions }, onEvent);
    return [...repeated].sort((a, b) => a - b);
  } catch (error) {
    throw error instanceof DataError ? error : redisFault(error, address.shown);
  } finally {
    await queue.close();
  }
}
