import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { sumOf } from "../../../base/lists.js";
import { requirePlace } from "../../../documents/files/write-file.js";
import { mergedModel } from "../../../model/parts/merged-model.js";
import { readPlan } from "../../../model/parts/plan.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, type Texts, withCommonOptions, withOptions } from "../../options/options.js";
import { labelColumnLines } from "../../output/label-column-lines.js";
import { writeModel } from "../../output/new-model.js";
import { tell } from "../../output/notices.js";
import { VERSION } from "../../output/output.js";
import { partsFolder, partsIn } from "./parts-folder.js";

type MergeCommandOptions = CommonOptions & Texts<"plan"> & { readonly model: string };

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

Example:
  thresher merge parts --plan plan.json -m mail.model`,
  );
}

/** Adds up the counts in a folder, and writes the model. */
async function run(place: string, options: MergeCommandOptions): Promise<void> {
  if (options.plan === undefined)
    throw new UsageError("merge needs --plan FILE: the plan that the counts were made for");
  const folder = partsFolder(place);
  const plan = readPlan(options.plan, VERSION);
  requirePlace(options.model);
  const parts = partsIn(folder, plan, options);
  const model = mergedModel(plan, parts);
  const sizes = model.counts.documents;
  tell(options, labelColumnLines(model.labels, sizes, plan.labelColumn ?? undefined));
  const problems = parts.flatMap((part) => part.problems);
  const { settings } = plan;
  await writeModel(options, { model, settings, documents: sumOf(sizes), problems, parts: parts.length });
}
