import { Command } from "commander";
import type { InputOptions } from "../../../jobs/inputs/inputs.js";
import { unlearn } from "../../../model/learning/learn.js";
import { type ChangeOptions, changeExisting, withChangeOptions } from "../../input/change-model.js";
import { documentsToLearn } from "../../input/documents-to-learn.js";
import { Inputs, withInputs } from "../../input/inputs.js";
import { refuseLabel } from "../../input/label-argument.js";
import { teachDocuments } from "../../input/teaching.js";
import { withHelp } from "../../options/help.js";
import { withCommonOptions, withOptions } from "../../options/options.js";
import { MAX_CHANGES, withEach } from "../../output/document-lines.js";
import { printLearning } from "../../output/learning-outcome.js";

/** Makes the command `thresher unlearn`. */
export function newCommand(): Command {
  const command = new Command("unlearn")
    .description("Take documents out of a model, as if it had never learned them.")
    .action(run);
  withOptions(withChangeOptions(command), "Options", {
    "--forget": [
      "also remove MODEL.previous, the model before the change, which still has the words of the documents",
      { conflicts: ["server", "dryRun"] },
    ],
  });
  return withHelp(
    withCommonOptions(withInputs(withEach(command, MAX_CHANGES))),
    `The model drops what it learned from each document, even if the header of this
copy has changed since. Documents that it does not know are named.

MODEL.previous, the model before the change, still has their words: --forget
removes it. Backups and copies of the model have them too.

Examples:
  thresher unlearn letter.eml -m mail.model
  thresher unlearn letter.eml -m mail.model --forget
  thresher unlearn Maildir/.Trash -m mail.model --dry-run`,
  );
}

/** Takes documents out of a model or a server, and prints what became of each. */
async function run(paths: readonly string[], options: ChangeOptions & InputOptions): Promise<void> {
  const inputs = new Inputs(paths, options);
  if (options.server !== undefined) {
    return teachDocuments(options.server, inputs, options, () => ({ kind: "unlearn" }));
  }
  const learning = changeExisting(options, (model) => {
    refuseLabel("unlearn", paths, model.labels);
    return unlearn(model, documentsToLearn(inputs.readAs(model), "", options));
  });
  await printLearning(learning, options);
  inputs.tellFailures(options);
}
