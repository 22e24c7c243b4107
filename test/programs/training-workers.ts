import { copyFileSync, linkSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { startThresher } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { TestRedis } from "../helpers/redis.js";
import type { Running } from "../helpers/running.js";

export let redis: TestRedis;
/** The address of Redis. */
export let url: string;

beforeAll(async () => {
  redis = await TestRedis.start();
  url = redis.url();
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

/** The folder for counts. */
export const PARTS = temporaryFolder();

/** Starts a worker, which prints a line of JSON for each shard. */
export function startWorker(root: string, parts = PARTS): Running {
  const args = ["worker", url, "--root", root, "--parts", parts, "--jobs", "1", "--json"];
  // In a group of its own, which can be killed as a whole.
  return startThresher(args, { detached: true });
}

/** Kills a worker with the processes that it has started, as if its machine had lost power. */
export function killMachine({ child, hasEnded }: Running): void {
  if (child.pid !== undefined && !hasEnded) process.kill(-child.pid, "SIGKILL");
}

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
