import { megabytes, numbered, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { type CountedShard, type CountOptions, countPlanned } from "../../../jobs/machines/plan-count-merge.js";
import { commandFrom } from "../../command.js";
import { JOBS } from "../../options/options.js";
import { whole } from "../../options/parsers.js";

/** `thresher count`. */
export const newCommand = commandFrom({
  does: "Count one shard of a plan, on any machine that has the corpus.",
  takes: { "<plan>": "the plan, from thresher plan" },
  options: {
    Options: {
      "--shard <n>": ["which shard to count; the first is 0", whole(0), { isNeeded: true }],
      "-o, --output <folder>": ["where to put the counts: a folder that all machines share", { isNeeded: true }],
      "--root <folder>": "where the corpus lies on this machine (default: where it was planned)",
    },
    Running: JOBS,
  },
  help: `The name of the file with the counts is a digest of plan and shard. The file appears when it is complete, and a shard that is counted is not counted again, so the same command can be repeated after any fault.

Examples:
  thresher count plan.json --shard 3 -o /mnt/parts --root /mnt/mail
  thresher count plan.json --shard "$SLURM_ARRAY_TASK_ID" -o parts`,
  run(plan: string, options: CountOptions) {
    const counted = countPlanned(plan, options);
    return { isDone: true, json: () => counted, text: () => countedText(counted) };
  },
});

function countedText(made: CountedShard): string {
  const { part, shard, shards } = made;
  if (!made.counted) return `Shard ${shard} is counted already, in ${safeText(part)}.\n`;
  return (
    `Counted shard ${numbered(shard, shards)}: ${plural(made.documents, "document")}, ${plural(made.terms, "term")}. ` +
    `The counts are in ${safeText(part)} (${megabytes(made.bytes)}).\n`
  );
}
