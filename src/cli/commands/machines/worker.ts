import { megabytes, numbered, plural } from "../../../base/numbers.js";
import { type DoneShard, runWorker, type WorkerOptions } from "../../../jobs/machines/run-worker.js";
import { commandFrom } from "../../command.js";
import { type CommonOptions, JOBS } from "../../options/options.js";
import { writeOut } from "../../output/output.js";

/** `thresher worker`: counts until a signal ends it, and prints which shards are done. */
export const newCommand = commandFrom({
  does: "Count shards for thresher train --workers, until it is stopped.",
  takes: { "<redis>": "the Redis server: redis://[user:password@]host[:port][/queue]" },
  options: {
    Options: {
      "--root <folder>": ["where the corpus lies on this machine; nothing outside it is read", { isNeeded: true }],
      "--parts <folder>": ["the folder for counts that train names, by its path on this machine", { isNeeded: true }],
    },
    Running: JOBS,
  },
  help: `Start one on each machine that has the corpus; --jobs says how many shards it counts at a time, each in a process of its own. It needs the packages bullmq and ioredis. If it is killed, another worker does its shards again. Ctrl-C ends it after the shards at hand; a second Ctrl-C ends it at once. The password of Redis can also be in REDISCLI_AUTH.

Examples:
  thresher worker redis://queue.example.org:6379 --root /mnt/mail --parts /mnt/mail.model.parts
  thresher worker redis://queue.example.org --root /mnt/mail --parts /mnt/parts --jobs 4`,
  run(url: string, options: CommonOptions & WorkerOptions) {
    const { json, quiet } = options;
    const onDone = (done: DoneShard) => writeOut(json ? `${JSON.stringify(done)}\n` : quiet ? "" : doneText(done));
    return runWorker(url, { ...options, onDone });
  },
});

function doneText({ shard, shards, documents, bytes }: DoneShard): string {
  const shown = numbered(shard, shards);
  return documents === undefined
    ? `Shard ${shown} is counted already.\n`
    : `Counted shard ${shown}: ${plural(documents, "document")} (${megabytes(bytes)}).\n`;
}
