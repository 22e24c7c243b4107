import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { megabytes, numbered, plural } from "../../../base/numbers.js";
import { type DoneShard, runWorker } from "../../../jobs/machines/run-worker.js";
import { runTasks } from "../../../jobs/machines/tasks.js";
import { withHelp } from "../../options/help.js";
import {
  type CommonOptions,
  JOBS,
  type JobsOption,
  type Texts,
  withCommonOptions,
  withOptions,
} from "../../options/options.js";
import { following } from "../../output/following.js";
import { writeOut } from "../../output/output.js";

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

/** Counts until a signal ends it, and prints which shards are done. */
async function run(url: string | undefined, options: WorkerCommandOptions): Promise<void> {
  // A worker has started this process to count shards: see TaskProcesses.
  if (url === "-" && process.send !== undefined) return runTasks();
  const { root, parts, json, quiet } = options;
  if (url === undefined) throw new UsageError("worker needs the address of Redis, such as redis://localhost:6379");
  if (root === undefined) throw new UsageError("worker needs --root FOLDER: where the corpus lies on this machine");
  if (parts === undefined) throw new UsageError("worker needs --parts FOLDER: the folder for counts that train names");
  const onDone = (done: DoneShard) => writeOut(json ? `${JSON.stringify(done)}\n` : quiet ? "" : doneText(done));
  await runWorker(url, { ...options, ...following(options), root, parts, onDone });
}

function doneText({ shard, shards, documents, bytes }: DoneShard): string {
  const shown = numbered(shard, shards);
  return documents === undefined
    ? `Shard ${shown} is counted already.\n`
    : `Counted shard ${shown}: ${plural(documents, "document")} (${megabytes(bytes)}).\n`;
}
