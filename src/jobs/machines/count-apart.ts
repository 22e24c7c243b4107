import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { DataError } from "../../base/errors.js";
import { VERSION } from "../../base/version.js";
import { openOwn } from "../../documents/files/guarded-files.js";
import { partName } from "../../model/parts/merged-model.js";
import { isPart } from "../../model/parts/part.js";
import { type Plan, readPlan } from "../../model/parts/plan.js";

/** A shard to count in another process. */
export interface Task {
  /** The digest of the plan. */
  readonly plan: string;
  readonly shard: number;
  /** The folder for counts. */
  readonly parts: string;
  /** Where the corpus lies on this machine. */
  readonly root: string;
}

/** The file name of a plan. */
export const planName = (digest: string) => `${digest}.plan`;

/** The plan of the last task: the next one is usually of the same plan. */
let known: Plan | undefined;

/**
 * Counts a shard in another process, unless it is counted already. This process does no long work, so it can always
 * tell Redis that it is alive.
 *
 * @param running gets the process while it runs
 * @returns the name and the size of the file with the counts, and the number of documents if they were counted now
 * @throws DataError if that fails
 */
export async function countApart({ plan: digest, shard, parts, root }: Task, running: Set<ChildProcess>) {
  if (known?.digest !== digest) known = planIn(parts, digest);
  const name = partName(known, shard);
  const path = join(parts, name);
  const args = [join(parts, planName(digest)), "--shard", String(shard), "-o", parts, "--root", root];
  const documents = isPart(path, known, shard) ? undefined : await documentsCounted(args, running);
  return { name, bytes: statSync(path).size, documents };
}

/** Runs `thresher count`. @param args its plan and options @returns the number of documents */
async function documentsCounted(args: readonly string[], running: Set<ChildProcess>): Promise<number> {
  // Detached: Ctrl-C reaches all processes of a terminal, but the worker decides when this one ends.
  const child = spawn(process.execPath, [process.argv[1], "count", ...args, "--jobs", "1", "--json", "--quiet"], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  try {
    const [[code, killer], output, fault] = await Promise.all([
      once(child, "exit"),
      text(child.stdout),
      text(child.stderr),
    ]);
    if (code === 0) return JSON.parse(output).documents;
    const memory = killer === "SIGKILL" ? ", as if memory ran out" : "";
    const death = `the counting process ended by ${killer}${memory}`;
    throw new DataError(killer === null ? fault.trim().replace(/^thresher: /, "") : death);
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw new DataError(`the counting process cannot be started: ${(error as Error).message}`);
  } finally {
    running.delete(child);
  }
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
