import { DataError } from "../../../base/errors.js";
import { sumOf } from "../../../base/lists.js";
import { plural } from "../../../base/numbers.js";
import { type RedisAddress, redisAddress, redisFault } from "../../../base/redis.js";
import { shellWord } from "../../../base/shell-words.js";
import type { Corpus } from "../../../documents/corpora/corpus.js";
import { mergedModel, partsOfPlan } from "../../../model/parts/merged-model.js";
import { type Plan, planBytes, requireCountable } from "../../../model/parts/plan.js";
import { requireSeveral } from "../../../model/reading.js";
import type { Settings } from "../../../model/settings.js";
import type { LearningOptions } from "../../options/model-options.js";
import { labelColumnLines } from "../../output/label-column-lines.js";
import { namedLines, tell } from "../../output/notices.js";
import { problemLines } from "../../output/problem-lines.js";
import { progressBar } from "../../output/progress.js";
import { CountingFlow } from "./flow.js";
import { makePartsFolder, partsFolder, putFile } from "./parts-folder.js";
import { planTelling } from "./plan.js";
import { bullmq, connectionTeller, connectionTo, PREFIX, queueName, requireQueue } from "./queue.js";
import { planName } from "./tasks.js";

/** The options of training by workers. */
export type WorkersOptions = LearningOptions & {
  readonly model: string;
  readonly workers: string;
  readonly shards?: number;
  readonly parts: string;
};

/** The default of `--shards`. */
const SHARDS = 100;
/** The number of shards that a line names. */
const MAX_NAMED = 10;

/**
 * Plans a corpus, has workers count its shards, and adds these up to the model that this process alone would make.
 *
 * @returns what was learned, and the shards that were started more than once
 * @throws UsageError if the settings cannot be counted in parts, DataError if Redis cannot be used or a shard cannot be
 *   counted.
 */
export async function learnByWorkers(corpus: Corpus, settings: Settings, options: WorkersOptions) {
  const { workers, shards = SHARDS, parts } = options;
  const address = redisAddress(workers, "--workers");
  const folder = partsFolder(parts);
  requireCountable(settings);
  if (corpus.labels !== undefined) requireSeveral(corpus.labels);
  await requireQueue(address, "--workers");
  makePartsFolder(parts);
  const { plan } = planTelling(corpus, settings, shards, options);
  putFile(folder, planName(plan.digest), planBytes(plan));
  const repeated = await countedByWorkers(plan, address, folder, options);
  const counted = partsOfPlan(folder, plan);
  const countProblems = counted.flatMap(({ problems }) => problems);
  const kept = `the counts stay in ${folder}, for training again; they can be deleted`;
  const again = (n: number) => `${plural(n, "shard was", "shards were")} started again, as a worker was lost or failed`;
  tell(options, problemLines(countProblems), namedLines(repeated.map(String), again, MAX_NAMED), kept);
  const model = mergedModel(plan, counted);
  const { labels, counts } = model;
  tell(options, labelColumnLines(labels, counts.documents, plan.labelColumn ?? undefined));
  const problems = [...corpus.problems, ...countProblems];
  return { model, documents: sumOf(counts.documents), problems, repeated };
}

/** Has workers count the shards of a plan, behind a bar. @returns the shards that were started more than once */
async function countedByWorkers(
  plan: Plan,
  address: RedisAddress,
  folder: string,
  options: WorkersOptions,
): Promise<readonly number[]> {
  const { Queue } = bullmq("--workers");
  const queue = new Queue(queueName(address), { connection: connectionTo(address), prefix: PREFIX });
  const { thresher, unicode, digest, root, settings } = plan;
  const shards = plan.shards.length;
  let bar = progressBar("counting on workers", shards, options);
  const tellBeforeBar = (line: string) => {
    bar.stop();
    tell(options, line);
    bar = progressBar("counting on workers", shards, options);
  };
  const { onError, onAnswer } = connectionTeller(address, tellBeforeBar);
  queue.on("error", onError);
  const versions = { thresher, unicode, ...(settings.icu !== undefined && { icu: settings.icu }) };
  try {
    return await new CountingFlow(queue, { plan: digest, shards, versions }).work({
      onProgress(done) {
        onAnswer();
        bar.update(done);
      },
      onNoWorkers: () =>
        tellBeforeBar(
          `no workers yet: start them with thresher worker ${shellWord(address.shown)} --root ${shellWord(root)} --parts ${shellWord(folder)}`,
        ),
      onLost: () => tellBeforeBar(`${address.shown}: Redis has lost the jobs: adding them again`),
    });
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw redisFault(error, address.shown);
  } finally {
    bar.stop();
    await queue.close();
  }
}
