import { type MergeOptions, mergeParts } from "../../../jobs/machines/merge-parts.js";
import { commandFrom } from "../../command.js";
import { model } from "../../options/option-rows.js";
import { answersOutcome } from "../../output/answers-text.js";
import { newModelOutcome } from "../../output/model-text.js";

/** `thresher merge`. */
export const newCommand = commandFrom({
  does: "Add up the counts of all shards of a plan to a model, or join their answers.",
  takes: { "<folder>": "the folder with the parts, from thresher count" },
  options: {
    Options: {
      ...model("where to write the model", false),
      "-o, --output <file>": ["where to write the answers, as classify -o does", { conflicts: ["model"] }],
      "--plan <file>": ["the plan that the parts were made for", { isNeeded: true }],
    },
  },
  help: `The model is the same, to the byte, as the one that thresher train makes of the corpus. Each shard must be there once. The memory depends on the model alone. A model of the same name is kept as MODEL.previous. Answers are those of classify -o, in the same order.

Examples:
  thresher merge parts --plan plan.json -m mail.model
  thresher merge parts --plan plan.json -o scored.jsonl.gz`,
  run(folder: string, options: MergeOptions) {
    const merged = mergeParts(folder, options);
    return "answers" in merged ? answersOutcome(merged) : newModelOutcome(merged);
  },
});
