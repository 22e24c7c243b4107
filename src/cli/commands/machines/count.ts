import { numbered, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { type DoneShard, doGivenShards, doShard, type ShardOptions } from "../../../jobs/machines/do-shard.js";
import { commandFrom } from "../../command.js";
import { JOBS } from "../../options/options.js";
import { whole } from "../../options/parsers.js";

const shardNumber = (text: string) => (text === "-" ? text : whole(0)(text));

/** `thresher count`. */
export const newCommand = commandFrom({
  does: "Count or classify one shard of a plan, on any machine that has the documents.",
  takes: { "<plan>": "the plan, from thresher plan" },
  options: {
    Options: {
      "--shard <n>": ["which shard; the first is 0, and - reads numbers from a pipe", shardNumber, { isNeeded: true }],
      "-o, --output <folder>": ["where to put its part: a folder that all machines share", { isNeeded: true }],
      "--root <folder>": "where the documents lie on this machine (default: where they were planned)",
    },
    Running: JOBS,
  },
  help: `The name of the part is a digest of plan and shard. The file appears when it is complete, and a shard that is done is not done again, so the same command can be repeated after any fault.

Examples:
  thresher count plan.json --shard 3 -o /mnt/parts --root /mnt/mail
  thresher count plan.json --shard "$SLURM_ARRAY_TASK_ID" -o parts`,
  run(plan: string, { shard, ...options }: ShardOptions & { readonly shard: number | "-" }) {
    if (shard === "-") return doGivenShards(plan, options);
    const done = doShard(plan, shard, options);
    return { isDone: true, json: () => done, text: () => doneText(done) };
  },
});

/** Says what was done. */
export function doneText({ shard, shards, documents, terms, counted, part }: DoneShard): string {
  const [verb, what] = counted === undefined ? ["Classified", "answers"] : ["Counted", "counts"];
  const [shown, place] = [numbered(shard, shards), safeText(part)];
  if (documents === undefined) return `Shard ${shown} is ${verb.toLowerCase()} already, in ${place}.\n`;
  const found = `${plural(documents, "document")}${terms === undefined ? "" : `, ${plural(terms, "term")}`}`;
  return `${verb} shard ${shown}: ${found}. The ${what} are in ${place}.\n`;
}
