import type { DoneShard } from "../../../jobs/machines/do-shard.js";
import { runWorker, type WorkerOptions } from "../../../jobs/machines/run-worker.js";
import { commandFrom } from "../../command.js";
import { type CommonOptions, DEFAULT_JOBS } from "../../options/options.js";
import { whole } from "../../options/parsers.js";
import { writeOut } from "../../output/output.js";
import { doneText } from "./count.js";

/** `thresher worker`: works until a signal ends it, and prints which shards are done. */
export const newCommand = commandFrom({
  does: "Count and classify shards for train --workers and classify --workers, until it is stopped.",
  takes: { "<redis>": "the Redis server: redis://[user:password@]host[:port][/queue]" },
  options: {
    Options: {
      "--root <folder>": ["where the documents lie on this machine; nothing outside it is read", { isNeeded: true }],
      "--parts <folder>": [
        "the folder for parts: the one of train --parts, or FILE.parts of classify -o FILE",
        { isNeeded: true },
      ],
    },
    Running: {
      "--jobs <n>": ["shards at a time, each done by a process of its own", whole(1), { default: DEFAULT_JOBS }],
    },
  },
  help: `Start one on each machine that has the documents. It needs the packages bullmq and ioredis. If it is killed, another worker does its shards again. Ctrl-C ends it when its shards are done; a second Ctrl-C ends it at once. The password of Redis can also be in REDISCLI_AUTH.

Examples:
  thresher worker redis://queue.example.org:6379 --root /mnt/crawl --parts /mnt/scored.jsonl.parts
  thresher worker redis://queue.example.org --root /mnt/mail --parts /mnt/parts --jobs 4`,
  run(url: string, options: CommonOptions & WorkerOptions) {
    const { json, quiet } = options;
    const onDone = (done: DoneShard) => writeOut(json ? `${JSON.stringify(done)}\n` : quiet ? "" : doneText(done));
    return runWorker(url, { ...options, onDone });
  },
});
