import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { type MergeOptions, mergeParts } from "../../../jobs/machines/merge-parts.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, withCommonOptions, withOptions } from "../../options/options.js";
import { following } from "../../output/following.js";
import { printNewModel } from "../../output/model-text.js";

/** Makes the command `thresher merge`. */
export function newCommand(): Command {
  const command = withModel(new Command("merge"), "where to write the model")
    .description("Add up the counts of all shards of a plan to a model.")
    .argument("<folder>", "the folder with the counts, from thresher count")
    .action(run);
  withOptions(command, "Options", {
    "--plan <file>": "the plan that the counts were made for",
  });
  return withHelp(
    withCommonOptions(command),
    `The model is the same, to the byte, as the one that thresher train makes of the
corpus. Each shard must be there once. The memory depends on the model alone.
A model of the same name is kept as MODEL.previous.

Examples:
  thresher merge parts --plan plan.json -m mail.model
  thresher merge parts --plan plan.json -m mail.model --json`,
  );
}

/** Adds up the counts in a folder, and writes the model. */
async function run(folder: string, options: CommonOptions & Omit<MergeOptions, "plan"> & Partial<MergeOptions>) {
  const { plan } = options;
  if (plan === undefined) throw new UsageError("merge needs --plan FILE: the plan that the counts were made for");
  await printNewModel(mergeParts(folder, { ...options, ...following(options), plan }), options);
}
