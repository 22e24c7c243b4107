import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { COMMAND } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { TestRedis } from "../helpers/redis.js";

export const MAX_KILLS = 30;
export let redis: TestRedis;
/** The address of Redis. */
export let url: string;

beforeAll(async () => {
  redis = await TestRedis.start();
  url = redis.url("");
});
afterAll(() => redis.kill());

/** Sets an option of Redis while something runs. */
export async function withOption<T>(name: string, value: string, use: () => Promise<T>): Promise<T> {
  const set = (to: string) => redis.ask((client) => client.config("SET", name, to));
  const [, before] = (await redis.ask((client) => client.config("GET", name))) as string[];
  await set(value);
  try {
    return await use();
  } finally {
    await set(before);
  }
}

export interface RunningWorker {
  readonly child: ChildProcess;
  /** Its standard output: a line of JSON for each shard. */
  readonly done: () => string;
  readonly said: () => string;
}

/** The folder for counts. */
export const PARTS = temporaryFolder();

export function startWorker(root: string, parts = PARTS): RunningWorker {
  const args = ["worker", url, "--root", root, "--parts", parts, "--jobs", "1", "--json"];
  // In a group of its own, which can be killed as a whole.
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ["ignore", "pipe", "pipe"], detached: true });
  let [done, said] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    done += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  return { child, done: () => done, said: () => said };
}

/** Kills a worker with the processes that it has started, as if its machine had lost power. */
export function killMachine({ child }: RunningWorker): void {
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  const [code] = await once(child, "exit");
  return code;
}

export const digestOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** The newsgroups of this repository, each document several times. */
export function repeated(times: number): string {
  const folder = temporaryFolder();
  const from = "corpora/newsgroups";
  for (const { name: group } of readdirSync(from, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    mkdirSync(join(folder, group));
    for (const name of readdirSync(join(from, group))) {
      const first = join(folder, group, name);
      copyFileSync(join(from, group, name), first);
      for (let i = 1; i < times; i++) linkSync(first, `${first}-${i}`);
    }
  }
  return folder;
}

/** Paths for the model that `train` makes alone, and for the one that workers make. */
export function modelPaths(): string[] {
  return ["alone.model", "model"].map((name) => join(temporaryFolder(), name));
}
