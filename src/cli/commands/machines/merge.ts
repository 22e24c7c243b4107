import { Command } from "commander";
import { sumOf } from "../../../base/lists.js";
import { requirePlace } from "../../../documents/files/write-file.js";
import { load } from "../../../model/file/model-file.js";
import { mergedModel } from "../../../model/parts/merged-model.js";
import { readPlan } from "../../../model/parts/plan.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, type Texts, withCommonOptions, withOptions } from "../../options/options.js";
import { writeModel } from "../../output/new-model.js";
import { labelColumnLines, tell } from "../../output/notices.js";
import { VERSION } from "../../output/output.js";
import { partsFolder, partsOf } from "./parts-folder.js";

type MergeCommandOptions = CommonOptions & Texts<"plan" | "root" | "onto"> & { readonly model: string };

export function newCommand(): Command {
  const command = withModel(new Command("merge"), "where to write the model")
    .description("Add up the counts of all shards of a plan to a model.")
    .argument("<folder>", "the folder with the counts, from thresher count")
    .action(run);
  withOptions(command, "Options", {
    "--plan <file>": "the plan; without it, all counts must be in one folder and of one plan",
    "--onto <file>": "a model of the same settings whose counts are added, too",
    "--root <folder>":
      "where the corpus lies on this machine, if a temperature needs it (default: where it was planned)",
  });
  return withHelp(
    withCommonOptions(command),
    `The model is the same, to the byte, as the one that thresher train makes of the
corpus. Each shard must be there once. The memory depends on the model alone.
A model of the same name is kept as MODEL.previous.

With --preset mail and more than two classes, a temperature is fitted to 500 of
the documents, which are read again: give --plan, or plan with --calibrate none.

Examples:
  thresher merge parts -m mail.model
  thresher merge parts --plan plan.json -m mail.model
  thresher merge new-parts --onto mail.model -m mail.model`,
  );
}

async function run(place: string, options: MergeCommandOptions): Promise<void> {
  const folder = partsFolder(place);
  const plan = options.plan === undefined ? undefined : readPlan(options.plan, VERSION);
  const onto = options.onto === undefined ? undefined : load(options.onto);
  requirePlace(options.model);
  const parts = partsOf(folder, options, plan);
  const model = mergedModel(parts, { onto, plan, root: options.root ?? plan?.root });
  const sizes = model.counts.documents;
  tell(options, labelColumnLines(model.labels, sizes, parts.labelColumn ?? undefined));
  const { settings, problems, paths } = parts;
  await writeModel(options, { model, settings, documents: sumOf(sizes), problems, parts: paths.length });
}
