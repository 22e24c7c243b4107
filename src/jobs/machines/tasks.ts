import { lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../../base/errors.js";
import { VERSION } from "../../base/version.js";
import { openOwn } from "../../documents/files/guarded-files.js";
import { countShard, partName } from "../../model/parts/count-shard.js";
import { isPart } from "../../model/parts/part.js";
import { type Plan, readPlan } from "../../model/parts/plan.js";
import { errorText } from "../error-text.js";

import { putFile } from "./parts-folder.js";

/** A counting task for a separate process. */
export interface Task {
  /** The digest of the plan. */
  readonly plan: string;
  readonly shard: number;
  /** The folder for counts. */
  readonly parts: string;
  /** Where the corpus lies on this machine. */
  readonly root: string;
}

/** The counts of a shard, which are now in the folder for counts. */
export interface TaskResult {
  /** The name of the file with the counts, and its size. */
  readonly name: string;
  readonly bytes: number;
  /** How many documents were counted. Undefined for a shard that had been counted before. */
  readonly documents: number | undefined;
}

/** The answer of the process. */
export type TaskAnswer = { readonly result: TaskResult } | { readonly fault: string };

/** The file name of a plan. */
export const planName = (digest: string) => `${digest}.plan`;

/** Does the tasks that the parent process sends, one at a time, until the parent has ended. */
export async function runTasks(): Promise<void> {
  // These reach all processes of a terminal or a service. The worker decides when this one ends.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  await new Promise<void>((resolve) => {
    process.on("disconnect", resolve);
    process.on("message", (task: Task) => {
      // If the worker is gone, nobody waits for the answer.
      process.send?.(answerTo(task), undefined, undefined, () => undefined);
    });
  });
}

function answerTo(task: Task): TaskAnswer {
  try {
    return { result: perform(task) };
  } catch (error) {
    return { fault: errorText(error) };
  }
}

/** The plan of the last task: the next one is usually of the same plan. */
let known: Plan | undefined;

/** Counts a shard, unless it is counted already. @throws DataError if that fails */
export function perform({ plan: digest, shard, parts, root }: Task): TaskResult {
  if (known?.digest !== digest) known = planIn(parts, digest);
  const name = partName(known, shard);
  const path = join(parts, name);
  if (isPart(path, known, shard)) return { name, bytes: statSync(path).size, documents: undefined };
  const { documents, bytes } = countShard(known, shard, root);
  return { name, bytes: statSync(putFile(parts, name, bytes)).size, documents };
}

/** Reads the plan with this digest from the folder for counts. @throws DataError if it is not there or another one */
function planIn(folder: string, digest: string): Plan {
  const path = join(folder, planName(digest));
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    throw new DataError(`${folder}: the plan is not there: name the same folder as thresher train, with --parts`);
  }
  const plan = readPlan(path, VERSION, openOwn);
  if (plan.digest !== digest) throw new DataError(`${folder}: ${planName(digest)} is another plan: delete it`);
  return plan;
}
