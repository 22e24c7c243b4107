import { closeSync, openSync, readSync, statSync } from "node:fs";
import { DataError } from "../../../base/errors.js";
import { countShard, partName } from "../../../model/parts/count-shard.js";
import { isPart } from "../../../model/parts/part.js";
import { type Plan, readPlan } from "../../../model/parts/plan.js";
import { sumName, sumParts } from "../../../model/parts/sum-parts.js";
import { VERSION } from "../../output/output.js";
import { type PartsPlace, partsPlace, withCopies } from "../parts/parts-place.js";

/** A file with counts: all that travels through Redis. */
export interface CountsFile {
  readonly name: string;
  /** SHA-256 of its contents, in hexadecimal digits. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** Some counting, for a process of its own. */
export interface Task {
  /** The digest of the plan. */
  readonly plan: string;
  /** The first shard, and the first one after them. */
  readonly from: number;
  readonly to: number;
  /** The files to add up; undefined if a shard is to be counted. */
  readonly inputs: readonly CountsFile[] | undefined;
  /** The folder or URL. */
  readonly parts: string;
  /** Where the corpus lies on this machine. */
  readonly root: string;
}

export interface TaskResult extends CountsFile {
  /** How many documents were counted. Undefined for a sum, and for a shard that had been counted before. */
  readonly documents: number | undefined;
}

/** What the process answers. */
export type TaskAnswer = { readonly result: TaskResult } | { readonly fault: string };

/** The name under which a plan travels. */
export const planName = (digest: string) => `${digest}.plan`;

/** Does the tasks that the process which has started this one sends, one at a time, until it is gone. */
export async function runTasks(): Promise<void> {
  // These reach all processes of a terminal or a service. The worker decides when this one ends.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  await new Promise<void>((resolve) => {
    process.on("disconnect", resolve);
    process.on("message", async (task: Task) => {
      // If the worker is gone, nobody waits for the answer.
      process.send?.(await answerTo(task), undefined, undefined, () => undefined);
    });
  });
}

async function answerTo(task: Task): Promise<TaskAnswer> {
  try {
    return { result: await perform(task) };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

let known: Plan | undefined;

/** Counts or adds up, unless the result is there already. @throws DataError */
export async function perform(task: Task): Promise<TaskResult> {
  const place = partsPlace(task.parts);
  return withCopies(task.parts, async (scratch) => {
    if (known?.digest !== task.plan) known = await fetchPlan(task.plan, place, scratch);
    return task.inputs === undefined
      ? count(known, task, place, scratch)
      : add(known, task, task.inputs, place, scratch);
  });
}

async function fetchPlan(digest: string, place: PartsPlace, scratch: string): Promise<Plan> {
  const path = await place.fetch(planName(digest), scratch);
  if (path === undefined) {
    throw new DataError(
      `${place.shown}: the plan is not there: name the same folder or URL as thresher train, with --parts`,
    );
  }
  const plan = readPlan(path, VERSION);
  if (plan.digest !== digest) throw new DataError(`${place.shown}: ${planName(digest)} is another plan: delete it`);
  return plan;
}

async function count(plan: Plan, { from, root }: Task, place: PartsPlace, scratch: string): Promise<TaskResult> {
  const name = partName(plan, from);
  const there = await place.fetch(name, scratch);
  if (there !== undefined && isPart(there, plan.digest, from)) return { ...fileAt(there, name), documents: undefined };
  const { documents, bytes } = countShard(plan, from, root);
  return { ...(await putFile(place, name, bytes, scratch)), documents };
}

async function add(
  plan: Plan,
  { from, to }: Task,
  inputs: readonly CountsFile[],
  place: PartsPlace,
  scratch: string,
): Promise<TaskResult> {
  const name = sumName(plan, from, to);
  const there = await place.fetch(name, scratch);
  if (there !== undefined && isPart(there, plan.digest, from, to)) {
    return { ...fileAt(there, name), documents: undefined };
  }
  const paths: string[] = [];
  for (const input of inputs) paths.push(await fetchCounts(input, place, scratch));
  const put: Promise<CountsFile>[] = [];
  sumParts(plan, paths, { from, to }, (bytes) => void put.push(putFile(place, name, bytes, scratch)));
  return { ...(await put[0]), documents: undefined };
}

/** A copy of counts that a worker has put there. @throws DataError if they are missing or others */
export async function fetchCounts(
  { name, digest, size }: CountsFile,
  place: PartsPlace,
  scratch: string,
): Promise<string> {
  const path = await place.fetch(name, scratch);
  if (path === undefined)
    throw new DataError(
      `${place.shown}: ${name} is missing: run thresher train again, and name the same place with --parts as the workers`,
    );
  const found = fileAt(path, name);
  if (found.digest === digest && found.size === size) return path;
  throw new DataError(`${place.shown}: ${name} was altered: delete it and run thresher train again`);
}

const DIGEST_BYTES = 32;

async function putFile(
  place: PartsPlace,
  name: string,
  bytes: Iterable<Uint8Array>,
  scratch: string,
): Promise<CountsFile> {
  return fileAt(await place.put(name, bytes, scratch), name);
}

/** The digest is at the end of the file. Whoever reads the counts checks it. */
function fileAt(path: string, name: string): CountsFile {
  const { size } = statSync(path);
  const end = Buffer.alloc(DIGEST_BYTES);
  const file = openSync(path, "r");
  try {
    readSync(file, end, 0, DIGEST_BYTES, Math.max(0, size - DIGEST_BYTES));
  } finally {
    closeSync(file);
  }
  return { name, digest: end.toString("hex"), size };
}
