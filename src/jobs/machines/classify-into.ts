import { readdirSync, rmdirSync, rmSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { atPlace, DataError, orElse } from "../../base/errors.js";
import { holdLock } from "../../documents/files/file-lock.js";
import { openOwn } from "../../documents/files/guarded-files.js";
import { fileChunks } from "../../documents/files/open-file.js";
import { removeAbandoned, requirePlace } from "../../documents/files/write-file.js";
import { type Plan, readPlan } from "../../model/parts/plan.js";
import { tell } from "../follower.js";
import { Inputs } from "../inputs/inputs.js";
import { modelName } from "./classify-shard.js";
import { type DoShardsOptions, doShards } from "./do-shards.js";
import { joinAnswers, type WrittenAnswers, writerFor } from "./join-answers.js";
import { makePartsFolder, putFile } from "./parts-folder.js";
import { type PlanClassifyingOptions, planInputs, taskOf } from "./plan-classifying.js";
import { queueAt } from "./queue.js";

/** The options of `classifyInto`: also the file for the answers, and the address of a Redis server if workers classify. */
type ClassifyIntoOptions = PlanClassifyingOptions &
  Pick<DoShardsOptions, "jobs"> & { readonly output: string; readonly workers?: string | undefined };

/**
 * Classifies the documents at some paths into a file, in their order. The answers are in parts in the folder
 * OUTPUT.parts until all are there. If the run is stopped, the same call goes on.
 *
 * @throws UsageError if the name of the file or an option cannot be used; DataError if the file exists, or the parts of a
 *   stopped run have other documents, another model or other options
 */
export async function classifyInto(paths: readonly string[], options: ClassifyIntoOptions): Promise<WrittenAnswers> {
  const { output, workers } = options;
  writerFor(output);
  requirePlace(output);
  const address = workers === undefined ? undefined : await queueAt(workers, "--workers");
  const folder = `${resolve(output)}.parts`;
  removeAbandoned(resolve(output));
  const isOutside = (file: string) => !resolve(file).startsWith(folder + sep);
  const inputs = new Inputs(paths, { ...options, readsTables: true }, isOutside);
  makePartsFolder(folder);
  const release = holdLock(join(folder, "lock"));
  try {
    const plan = plannedIn(folder, inputs, options);
    await doShards(plan, folder, { ...options, address });
    const written = joinAnswers(output, plan, folder);
    // A late worker may rename a part meanwhile.
    for (const name of readdirSync(folder)) if (!/^lock/.test(name)) rmSync(join(folder, name), { force: true });
    return { ...written, problems: [...inputs.problems, ...written.problems] };
  } finally {
    release();
    // Fails if there is still something in it, or if it is a link.
    orElse(() => rmdirSync(folder), undefined);
  }
}

/** The names of the files in a folder for parts, temporary files included. */
const OWN_FILE =
  /^(?:lock(?:\..*)?|[0-9a-f]{64}\.(?:model|plan)|[0-9a-f]{32}\.part(?:-\d+)?|\.[0-9a-f]{8}-\w+-\w+\.tmp)$/;

const TO_BEGIN_AGAIN = "delete it to begin again, or name another file";

/**
 * Returns the plan in a folder; if there is none, makes one.
 *
 * @throws DataError if the plan there is another one, or the folder has other files
 */
function plannedIn(folder: string, inputs: Inputs, options: ClassifyIntoOptions): Plan {
  const names = readdirSync(folder);
  const other = names.find((name) => !OWN_FILE.test(name));
  if (other !== undefined) {
    const why = `has other files, such as ${other}: move it away`;
    throw new DataError(`${folder} is for the parts of the answers, but ${why}`);
  }
  const name = names.find((each) => each.endsWith(".plan"));
  if (name === undefined) return planInputs(inputs, folder, options).plan;
  const why = `cannot go on with the parts in ${folder}: ${TO_BEGIN_AGAIN}`;
  const plan = atPlace(why, () => readPlan(join(folder, name), openOwn));
  const task = taskOf(inputs, options);
  const changed = (["model", "input", "options"] as const).filter((each) => {
    return JSON.stringify(plan.task?.[each]) !== JSON.stringify(task[each]);
  });
  if (changed.length > 0) {
    throw new DataError(`${folder} has the parts of a run with other ${changed.join(" and ")}: ${TO_BEGIN_AGAIN}`);
  }
  // The copy may be damaged or gone.
  putFile(folder, modelName(task), fileChunks(options.model));
  tell(options, `going on with the parts in ${folder}`);
  return plan;
}
