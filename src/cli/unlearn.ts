import { Command } from "commander";
import { unlearn } from "../learning/learn.js";
import { withEach } from "./document-lines.js";
import { type InputOptions, Inputs, withInputs } from "./inputs.js";
import { type ChangeOptions, changeExisting, documentsOf, tellLearning, withChangeOptions } from "./learning.js";
import { withCommonOptions } from "./options.js";

/** `thresher unlearn PATH… -m MODEL` */
export function unlearnCommand(): Command {
  const command = new Command("unlearn")
    .description("Take documents out of a model, as if it had never learned them.")
    .action(run);
  return withCommonOptions(withInputs(withEach(withChangeOptions(command)))).addHelpText(
    "after",
    `
What leaves the counts is what was learned of each document, whatever has
happened to the header of this copy since. What the model does not know is
named.

Examples:
  thresher unlearn letter.eml -m mail.model
  thresher unlearn Maildir/.Trash -m mail.model --dry-run`,
  );
}

async function run(paths: readonly string[], options: ChangeOptions & InputOptions): Promise<void> {
  const inputs = await Inputs.open(paths, options);
  await tellLearning(
    changeExisting(options, (model) => unlearn(model, documentsOf(inputs, "", options))),
    options,
  );
  inputs.tellFailures();
}
