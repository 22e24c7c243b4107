import { Command } from "commander";
import { shellWord } from "../../../base/shell-words.js";
import type { InputOptions } from "../../../jobs/inputs/inputs.js";
import { relabel } from "../../../model/learning/learn.js";
import { type ChangeOptions, changeExisting, withChangeOptions } from "../../input/change-model.js";
import { documentsToLearn } from "../../input/documents-to-learn.js";
import { Inputs, withInputs } from "../../input/inputs.js";
import { className, requireLabel, withNewClass } from "../../input/label-argument.js";
import { teachDocuments } from "../../input/teaching.js";
import { withHelp } from "../../options/help.js";
import { withCommonOptions } from "../../options/options.js";
import { MAX_CHANGES, withEach } from "../../output/document-lines.js";
import { printLearning } from "../../output/learning-outcome.js";

/** Makes the command `thresher relabel`. */
export function newCommand(): Command {
  const command = new Command("relabel")
    .description("Change the class of documents that a model has learned.")
    .argument("<label>", "the right class of the documents", className)
    .action(run);
  return withHelp(
    withCommonOptions(withInputs(withEach(withChangeOptions(withNewClass(command)), MAX_CHANGES))),
    `Documents that the model does not know are named and not learned. To learn them,
use thresher learn.

Examples:
  thresher relabel ham letter.eml -m mail.model
  thresher relabel spam Maildir/.Junk/cur -m mail.model`,
  );
}

/** Changes the class of documents in a model or a server, and prints what became of each. */
async function run(label: string, paths: readonly string[], options: ChangeOptions & InputOptions): Promise<void> {
  const { server } = options;
  const inputs = new Inputs(paths, options);
  const requireSound = (labels: readonly string[]) => requireLabel("relabel", label, paths, options, labels);
  if (server !== undefined) {
    return teachDocuments(server, inputs, options, () => ({ kind: "relabel", label }), requireSound);
  }
  const learning = changeExisting(options, (model) => {
    requireSound(model.labels);
    return relabel(model, documentsToLearn(inputs.readAs(model), label, options));
  });
  await printLearning(learning, options, "relabelled", (documents) => {
    if (documents.every(({ fate }) => fate !== "unknown")) return "";
    const command = ["thresher learn", ...[label, ...paths].map(shellWord), "-m", shellWord(options.model)].join(" ");
    return `To learn what the model does not know yet: ${command}\n`;
  });
  inputs.tellFailures(options);
}
