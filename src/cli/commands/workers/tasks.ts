import { closeSync, fstatSync, lstatSync, readSync } from "node:fs";
import { join } from "node:path";
import { isRecord, isText, isWhole } from "../../../base/checks.js";
import { DataError, reason } from "../../../base/errors.js";
import { openOwn } from "../../../documents/files/guarded-files.js";
import { countShard, partName } from "../../../model/parts/count-shard.js";
import { mergeTree, nodeAt } from "../../../model/parts/merge-tree.js";
import { isPart } from "../../../model/parts/part.js";
import { type Plan, readPlan } from "../../../model/parts/plan.js";
import { countsName, sumParts } from "../../../model/parts/sum-parts.js";
import { VERSION } from "../../output/output.js";
import { putFile } from "../parts/parts-folder.js";

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
  /** The folder for counts. */
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
    return { fault: (error as Error).message };
  }
}

let known: Plan | undefined;

/** Counts or adds up, unless the result is there already. @throws DataError */
export function perform(task: Task): TaskResult {
  if (known?.digest !== task.plan) known = planIn(task.parts, task.plan);
  return task.inputs === undefined ? count(known, task) : add(known, task, task.inputs);
}

function planIn(folder: string, digest: string): Plan {
  const path = join(folder, planName(digest));
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    throw new DataError(`${folder}: the plan is not there: name the same folder as thresher train, with --parts`);
  }
  const plan = readPlan(path, VERSION, openOwn);
  if (plan.digest !== digest) throw new DataError(`${folder}: ${planName(digest)} is another plan: delete it`);
  return plan;
}

function count(plan: Plan, { from, root, parts }: Task): TaskResult {
  const name = partName(plan, from);
  const path = join(parts, name);
  if (isPart(path, plan, from)) return { ...fileAt(path, name), documents: undefined };
  const { documents, bytes } = countShard(plan, from, root);
  return { ...fileAt(putFile(parts, name, bytes), name), documents };
}

function add(plan: Plan, { from, to, parts }: Task, inputs: readonly CountsFile[]): TaskResult {
  const name = countsName(plan, { from, to });
  const path = join(parts, name);
  if (isPart(path, plan, from, to)) return { ...fileAt(path, name), documents: undefined };
  const node = nodeAt(mergeTree(plan.shards.length), from, to);
  if (node === undefined) throw new DataError(FORGED);
  const paths = node.inputs.map((input) => {
    const wanted = countsName(plan, input);
    const found = inputs.find((one) => one.name === wanted);
    if (found === undefined) throw new DataError(FORGED);
    return requireCounts({ ...found, name: wanted }, parts);
  });
  sumParts(plan, paths, { from, to }, (bytes) => void putFile(parts, name, bytes));
  return { ...fileAt(path, name), documents: undefined };
}

/** The message for a job or an answer that cannot come from Thresher. */
export const FORGED = "Redis has something that thresher does not write there: does another program use this queue?";

/**
 * The path of counts that a worker has put into a folder.
 *
 * @param file with the name that the plan gives
 * @throws DataError if the file is missing, has other counts, or belongs to another user
 */
export function requireCounts({ name, digest, size }: CountsFile, folder: string): string {
  const path = join(folder, name);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined)
    throw new DataError(
      `${folder}: ${name} is missing: run thresher train again, and name the same folder with --parts as the workers`,
    );
  const found = fileAt(path, name);
  if (found.digest === digest && found.size === size) return path;
  throw new DataError(`${folder}: ${name} was altered: delete it and run thresher train again`);
}

const DIGEST_BYTES = 32;

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
