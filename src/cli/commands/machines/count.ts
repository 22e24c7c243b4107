import { statSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { megabytes, numbered, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { countShard, partName, requireShard } from "../../../model/parts/count-shard.js";
import { isPart } from "../../../model/parts/part.js";
import { readPlan } from "../../../model/parts/plan.js";
import { withHelp } from "../../options/help.js";
import {
  type CommonOptions,
  JOBS,
  type JobsOption,
  type Texts,
  withCommonOptions,
  withOptions,
} from "../../options/options.js";
import { whole } from "../../options/parsers.js";
import { tell } from "../../output/notices.js";
import { printDone, VERSION } from "../../output/output.js";
import { phaseBars } from "../../output/phase-bars.js";
import { problemLines } from "../../output/problem-lines.js";
import { makePartsFolder, partsFolder, putFile } from "./parts-folder.js";

type CountCommandOptions = CommonOptions & JobsOption & Texts<"output" | "root"> & { readonly shard?: number };

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
async function run(planPath: string, options: CountCommandOptions): Promise<void> {
  const { shard, output } = options;
  if (shard === undefined) throw new UsageError("count needs --shard N: which shard to count; the first is 0");
  if (output === undefined) throw new UsageError("count needs -o FOLDER: where to put the counts");
  const plan = readPlan(planPath, VERSION);
  requireShard(plan, shard);
  const part = join(output, partName(plan, shard));
  // Refuses a URL before anything is made. The folder itself is made by the next line.
  const folder = partsFolder(output);
  makePartsFolder(output);
  const where = { part, shard, shards: plan.shards.length };
  if (isPart(part, plan, shard)) {
    const asText = () => `Shard ${shard} is counted already, in ${safeText(part)}.\n`;
    return printDone(options, { asJson: () => ({ ...where, counted: false }), asText });
  }
  const { jobs, root = plan.root } = options;
  const { documents, terms, problems, bytes } = countShard(plan, shard, root, {
    jobs,
    onProgress: phaseBars(options),
  });
  tell(options, problemLines(problems));
  const { size } = statSync(putFile(folder, partName(plan, shard), bytes));
  const asText = () =>
    `Counted shard ${numbered(shard, plan.shards.length)}: ${plural(documents, "document")}, ${plural(terms, "term")}. ` +
    `The counts are in ${safeText(part)} (${megabytes(size)}).\n`;
  const asJson = () => ({ ...where, counted: true, documents, terms, bytes: size, problems });
  await printDone(options, { asJson, asText });
}
