import { resolve } from "node:path";
import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { plural } from "../../base/numbers.js";
import { type RedisAddress, redisAddress, redisFault } from "../../base/redis.js";
import { commandLine } from "../../base/shell-words.js";
import { mergedModel, partsOfPlan } from "../../model/parts/merged-model.js";
import { type Plan, planBytes, requireCountable } from "../../model/parts/plan.js";
import { requireClasses } from "../../model/reading.js";
import { type Follower, tell } from "../follower.js";
import { type TrainedModel, writeModel } from "../learning/new-model.js";
import { corpusToLearn, type TrainModelOptions } from "../learning/train-model.js";
import { problemLines } from "../notices/corpus-lines.js";
import { namedLines } from "../notices/names.js";
import { settingsOf } from "../settings.js";
import { planName } from "./count-apart.js";
import { CountingFlow } from "./flow.js";
import { makePartsFolder, putFile } from "./parts-folder.js";
import { plannedShards, tellClasses } from "./plan-count-merge.js";
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
  const counted = partsOfPlan(folder, plan);
  const countProblems = counted.flatMap(({ problems }) => problems);
  const kept = `the counts stay in ${folder}, for training again; they can be deleted`;
  const again = (n: number) => `${plural(n, "shard was", "shards were")} started again, as a worker was lost or failed`;
  tell(options, problemLines(countProblems), namedLines(repeated.map(String), again, MAX_NAMED), kept);
  const model = mergedModel(plan, counted);
  tellClasses(model, plan, options);
  const problems = [...corpus.problems, ...countProblems];
  return writeModel(
    options.model,
    { model, settings, documents: sumOf(model.counts.documents), problems, repeated },
    options,
  );
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
  try {
    const flow = new CountingFlow(queue, { plan: digest, shards, versions });
    for await (const found of flow.work()) {
      if (found === "no workers") told(`no workers yet: start them with ${commandLine(words)}`);
      else if (found === "jobs lost") told(`${address.shown}: Redis has lost the jobs: adding them again`);
      else {
        onAnswer();
        options.onProgress?.({ phase: "counting", done: found, total: shards });
      }
    }
    return flow.repeated.sort((a, b) => a - b);
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw redisFault(error, address.shown);
  } finally {
    await queue.close();
  }
}
