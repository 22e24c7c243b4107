import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { megabytes, numbered, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { type CountedShard, type CountOptions, countPlanned } from "../../../jobs/machines/count-planned.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, JOBS, withCommonOptions, withOptions } from "../../options/options.js";
import { whole } from "../../options/parsers.js";
import { following } from "../../output/following.js";
import { printDone } from "../../output/output.js";

/** Makes the command `thresher count`. */
export function newCommand(): Command {
  const command = new Command("count")
    .description("Count one shard of a plan, on any machine that has the corpus.")
    .argument("<plan>", "the plan, from thresher plan")
    .action(run);
  withOptions(command, "Options", {
    "--shard <n>": ["which shard; the first is 0", whole(0)],
    "-o, --output <folder>":
      "where to put the counts: a folder that all machines share, which is made if it is missing",
    "--root <folder>": "where the corpus lies on this machine (default: where it was planned)",
  });
  return withHelp(
    withCommonOptions(command, JOBS),
    `The name of the file with the counts is a digest of plan and shard. The file
appears when it is complete, and a shard that is counted is not counted again,
so the same command can be repeated after any fault.

Examples:
  thresher count plan.json --shard 3 -o parts
  thresher count plan.json --shard 3 -o /mnt/parts --root /mnt/mail
  thresher count plan.json --shard "$SLURM_ARRAY_TASK_ID" -o parts`,
  );
}

/** Counts a shard, unless its counts are there already, and prints what was counted. */
async function run(plan: string, options: CommonOptions & Partial<CountOptions>): Promise<void> {
  const { shard, output } = options;
  if (shard === undefined) throw new UsageError("count needs --shard N: which shard to count; the first is 0");
  if (output === undefined) throw new UsageError("count needs -o FOLDER: where to put the counts");
  const counted = countPlanned(plan, { ...options, ...following(options), shard, output });
  await printDone(options, { asJson: () => counted, asText: () => countedText(counted) });
}

function countedText(made: CountedShard): string {
  const { part, shard, shards } = made;
  if (!made.counted) return `Shard ${shard} is counted already, in ${safeText(part)}.\n`;
  return (
    `Counted shard ${numbered(shard, shards)}: ${plural(made.documents, "document")}, ${plural(made.terms, "term")}. ` +
    `The counts are in ${safeText(part)} (${megabytes(made.bytes)}).\n`
  );
}
