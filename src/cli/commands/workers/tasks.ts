import { closeSync, fstatSync, readSync } from "node:fs";
import { isRecord, isText, isWhole } from "../../../base/checks.js";
import { DataError, reason } from "../../../base/errors.js";
import { openOwn } from "../../../documents/files/guarded-files.js";
import { countShard, partName } from "../../../model/parts/count-shard.js";
import { mergeTree, nodeAt } from "../../../model/parts/merge-tree.js";
import { isPart } from "../../../model/parts/part.js";
import { type Plan, readPlan } from "../../../model/parts/plan.js";
import { countsName, sumParts } from "../../../model/parts/sum-parts.js";
import { VERSION } from "../../output/output.js";
import { type PartsPlace, partsPlace, withCopies } from "../parts/parts-place.js";

/** What travels through Redis about a file with counts. */
export interface CountsFile {
  /** Compared, but never opened: the plan gives the name to open. */
  readonly name: string;
  /** SHA-256 of its contents, in hexadecimal digits. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * Whether a value from Redis can describe a file with counts. Anybody who may write to Redis can put other values
 * there.
 */
export function isCountsFile(value: unknown): value is CountsFile {
  if (!isRecord(value)) return false;
  const { name, digest, size } = value;
  return isText(name) && isText(digest) && /^[0-9a-f]{64}$/.test(digest) && isWhole(size);
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
  const plan = readPlan(path, VERSION, openOwn);
  if (plan.digest !== digest) throw new DataError(`${place.shown}: ${planName(digest)} is another plan: delete it`);
  return plan;
}

async function count(plan: Plan, { from, root }: Task, place: PartsPlace, scratch: string): Promise<TaskResult> {
  const name = partName(plan, from);
  const there = await place.fetch(name, scratch);
  if (there !== undefined && isPart(there, plan, from)) return { ...fileAt(there, name), documents: undefined };
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
  const name = countsName(plan, { from, to });
  const there = await place.fetch(name, scratch);
  if (there !== undefined && isPart(there, plan, from, to)) {
    return { ...fileAt(there, name), documents: undefined };
  }
  const node = nodeAt(mergeTree(plan.shards.length), from, to);
  if (node === undefined) throw new DataError(FORGED);
  const paths: string[] = [];
  for (const input of node.inputs) {
    const wanted = countsName(plan, input);
    const found = inputs.find((one) => one.name === wanted);
    if (found === undefined) throw new DataError(FORGED);
    paths.push(await fetchCounts({ ...found, name: wanted }, place, scratch));
  }
  const put: Promise<CountsFile>[] = [];
  sumParts(plan, paths, { from, to }, (bytes) => void put.push(putFile(place, name, bytes, scratch)));
  return { ...(await put[0]), documents: undefined };
}

/** The message for a job or an answer that cannot come from Thresher. */
export const FORGED = "Redis has something that thresher does not write there: does another program use this queue?";

/**
 * A copy of counts that a worker has put there.
 *
 * @param file with the name that the plan gives
 * @throws DataError if the file is missing, has other counts, or belongs to another user
 */
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
  const end = Buffer.alloc(DIGEST_BYTES);
  const file = openCounts(path);
  try {
    const { size } = fstatSync(file);
    readSync(file, end, 0, DIGEST_BYTES, Math.max(0, size - DIGEST_BYTES));
    return { name, digest: end.toString("hex"), size };
  } finally {
    closeSync(file);
  }
}

function openCounts(path: string): number {
  try {
    return openOwn(path);
  } catch (error) {
    throw new DataError(`${path}: cannot be read: ${reason(error)}`);
  }
}
