import { readdirSync, rmdirSync, rmSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { atPlace, DataError, orElse } from "../../base/errors.js";
import { followed } from "../../base/following.js";
import { redisAddress } from "../../base/redis.js";
import { VERSION } from "../../base/version.js";
import { holdLock } from "../../documents/files/file-lock.js";
import { openOwn } from "../../documents/files/guarded-files.js";
import { removeAbandoned, requirePlace } from "../../documents/files/write-file.js";
import { type ClassifyPlan, planBytes, readPlan } from "../../model/parts/plan.js";
import { tell } from "../follower.js";
import { Inputs } from "../inputs/inputs.js";
import { classifyShard, modelName } from "./classify-shard.js";
import { joinAnswers, type WrittenAnswers, writerFor } from "./join-answers.js";
import { makePartsFolder, putFile } from "./parts-folder.js";
import { type PlanClassifyingOptions, planInputs, taskOf } from "./plan-classifying.js";
import { requireQueue } from "./queue.js";
import { planName, ShardProcesses } from "./shard-processes.js";
import { shardsByWorkers } from "./shards-by-workers.js";

/** The options of `classifyInto`. */
export interface ClassifyIntoOptions extends PlanClassifyingOptions {
  /** The file for the answers. Its name tells the form. */
  readonly output: string;
  /** How many processes classify. Default 1. */
  readonly jobs?: number | undefined;
  /** The address of the Redis server, if workers classify. */
  readonly workers?: string | undefined;
}

/**
 * Classifies the documents at some paths into a file, in their order. The answers are in parts in the folder
 * OUTPUT.parts until all are there. If the run is stopped, the same call goes on.
 *
 * @throws UsageError if the name of the file or an option cannot be used; DataError if the file exists, or the parts of a
 *   stopped run have other documents, another model or other options
 */
export async function classifyInto(paths: readonly string[], options: ClassifyIntoOptions): Promise<WrittenAnswers> {
  const { output } = options;
  writerFor(output);
  requirePlace(output);
  const { workers, jobs = 1 } = options;
  const address = workers === undefined ? undefined : redisAddress(workers, "--workers");
  if (address !== undefined) await requireQueue(address, "--workers");
  const folder = `${resolve(output)}.parts`;
  removeAbandoned(resolve(output));
  makePartsFolder(folder);
  const other = readdirSync(folder).find((name) => !OWN_FILE.test(name));
  if (other !== undefined) {
    throw new DataError(
      `${folder} is for the parts of the answers, but has other files, such as ${other}: move it away`,
    );
  }
  const release = holdLock(join(folder, LOCK));
  const remove = () => {
    // A late worker may rename a part meanwhile.
    for (const name of readdirSync(folder)) if (!name.startsWith(LOCK)) rmSync(join(folder, name), { force: true });
  };
  try {
    const isOutside = (file: string) => !resolve(file).startsWith(folder + sep);
    const inputs = new Inputs(paths, { ...options, readsTables: true }, isOutside);
    const plan = plannedIn(folder, inputs, options);
    const report = followed(options, "classifying", plan.shards.length);
    const isAlone = address === undefined && Math.min(jobs, plan.shards.length) === 1;
    if (address !== undefined) await shardsByWorkers(plan, address, folder, options);
    else if (!isAlone) await classifyByProcesses(plan, folder, jobs, report);
    const written = joinAnswers(output, plan, folder, (shard) => {
      if (!isAlone) return;
      classifyShard(plan, shard, { root: plan.root, parts: folder, models: folder });
      report(shard + 1);
    });
    remove();
    return { ...written, problems: [...inputs.problems, ...written.problems] };
  } finally {
    if (planIn(folder) === undefined) remove();
    release();
    // Fails if there is still something in it, or if it is a link.
    orElse(() => rmdirSync(folder), undefined);
  }
}

/** The name of the lock of a folder for parts. */
const LOCK = "lock";

/** The names of the files in a folder for parts, temporary files included. */
const OWN_FILE =
  /^(?:lock(?:\..*)?|[0-9a-f]{64}\.(?:model|plan)|[0-9a-f]{32}\.part(?:-\d+)?|\.[0-9a-f]{8}-\w+-\w+\.tmp)$/;

/** Returns the name of the plan in a folder; undefined if there is none. */
function planIn(folder: string): string | undefined {
  return readdirSync(folder).find((name) => name.endsWith(".plan"));
}

const TO_BEGIN_AGAIN = "delete it to begin again, or name another file";

/** Returns the plan in a folder, or makes one and puts it there. @throws DataError if the plan there is another one */
function plannedIn(folder: string, inputs: Inputs, options: ClassifyIntoOptions): ClassifyPlan {
  const name = planIn(folder);
  if (name === undefined) {
    const { plan } = planInputs(inputs, folder, options);
    putFile(folder, planName(plan.digest), planBytes(plan));
    return plan;
  }
  const why = `cannot go on with the parts in ${folder}: ${TO_BEGIN_AGAIN}`;
  const plan = atPlace(why, () => readPlan(join(folder, name), VERSION, openOwn));
  const { task, bytes } = taskOf(inputs, options);
  const changed = (["model", "input", "options"] as const).filter((each) => {
    return JSON.stringify(plan.task?.[each]) !== JSON.stringify(task[each]);
  });
  if (changed.length > 0) {
    throw new DataError(`${folder} has the parts of a run with other ${changed.join(" and ")}: ${TO_BEGIN_AGAIN}`);
  }
  // The copy may be damaged or gone.
  putFile(folder, modelName(task), bytes);
  tell(options, `going on with the parts in ${folder}`);
  return plan as ClassifyPlan;
}

/** Lets processes classify the shards. @param report called with the number of shards that are done */
async function classifyByProcesses(
  { digest, shards, root }: ClassifyPlan,
  folder: string,
  jobs: number,
  report: (done: number) => void,
): Promise<void> {
  const processes = new ShardProcesses(false);
  const open = shards.keys();
  let done = 0;
  const work = async () => {
    for (const shard of open) {
      await processes.do({ plan: digest, shard, parts: folder, root });
      report(++done);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(jobs, shards.length) }, work));
    processes.end();
  } catch (error) {
    processes.kill();
    throw error;
  }
}
