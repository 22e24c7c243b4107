import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { redisAddress } from "../../../base/redis.js";
import { requireRoot } from "../../../documents/shards/check-shard.js";
import { withHelp } from "../../options/help.js";
import {
  type CommonOptions,
  JOBS,
  type JobsOption,
  type Texts,
  withCommonOptions,
  withOptions,
} from "../../options/options.js";
import { partsFolder } from "./parts-folder.js";
import { requireQueue } from "./queue.js";
import { runWorker } from "./run-worker.js";
import { runTasks } from "./tasks.js";

type WorkerCommandOptions = CommonOptions & JobsOption & Texts<"root" | "parts">;

/** Makes the command `thresher worker`. */
export function newCommand(): Command {
  const command = new Command("worker")
    .description("Count shards for thresher train --workers, until it is stopped.")
    .argument("[redis]", "the Redis server: redis://[user:password@]host[:port][/queue]")
    .action(run);
  withOptions(command, "Options", {
    "--root <folder>": "where the corpus lies on this machine; nothing outside it is read",
    "--parts <folder>": "the folder for counts that train names, by its path on this machine",
  });
  return withHelp(
    withCommonOptions(command, JOBS),
    `Start one on each machine that has the corpus; --jobs says how many shards it
counts at a time, each in a process of its own. It needs the packages bullmq and
ioredis. If it is killed, another worker does its shards again. Ctrl-C ends it
after the shards at hand; a second Ctrl-C ends it at once.

The password of Redis can also be in REDISCLI_AUTH.

Examples:
  thresher worker redis://queue.example.org:6379 --root /mnt/mail --parts /mnt/mail.model.parts
  thresher worker redis://queue.example.org --root /mnt/mail --parts /mnt/parts --jobs 4`,
  );
}

/** Checks the options and Redis, then counts until a signal ends it. */
async function run(url: string | undefined, options: WorkerCommandOptions): Promise<void> {
  // A worker has started this process to count shards: see TaskProcesses.
  if (url === "-" && process.send !== undefined) return runTasks();
  const { root, parts } = options;
  if (url === undefined) throw new UsageError("worker needs the address of Redis, such as redis://localhost:6379");
  if (root === undefined) throw new UsageError("worker needs --root FOLDER: where the corpus lies on this machine");
  const address = redisAddress(url, "worker");
  if (parts === undefined) throw new UsageError("worker needs --parts FOLDER: the folder for counts that train names");
  requireRoot(root);
  const folder = partsFolder(parts);
  await requireQueue(address, "worker");
  await runWorker(address, { ...options, root, parts: folder });
}
