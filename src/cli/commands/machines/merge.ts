import { type MergeOptions, mergeParts } from "../../../jobs/machines/plan-count-merge.js";
import { commandFrom } from "../../command.js";
import { model } from "../../options/option-rows.js";
import { newModelOutcome } from "../../output/model-text.js";

/** `thresher merge`. */
export const newCommand = commandFrom({
  does: "Add up the counts of all shards of a plan to a model.",
  takes: { "<folder>": "the folder with the counts, from thresher count" },
  options: {
    Options: {
      ...model("where to write the model"),
      "--plan <file>": ["the plan that the counts were made for", { isNeeded: true }],
    },
  },
  help: `The model is the same, to the byte, as the one that thresher train makes of the corpus. Each shard must be there once. The memory depends on the model alone. A model of the same name is kept as MODEL.previous.

Examples:
  thresher merge parts --plan plan.json -m mail.model
  thresher merge parts --plan plan.json -m mail.model --json`,
  run: (folder: string, options: MergeOptions) => newModelOutcome(mergeParts(folder, options)),
});
