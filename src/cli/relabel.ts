import { Command } from "commander";
import { relabel } from "../learning/learn.js";
import { withEach } from "./document-lines.js";
import { type InputOptions, Inputs, withInputs } from "./inputs.js";
import {
  type ChangeOptions,
  changeExisting,
  className,
  documentsOf,
  tellLearning,
  withChangeOptions,
} from "./learning.js";
import { withCommonOptions } from "./options.js";

/** `thresher relabel LABEL PATH… -m MODEL` */
export function relabelCommand(): Command {
  const command = new Command("relabel")
    .description("Give documents that a model has learned another class.")
    .argument("<label>", "the class they should have had", className)
    .action(run);
  return withCommonOptions(withInputs(withEach(withChangeOptions(command)))).addHelpText(
    "after",
    `
Documents that the model does not know are named and not learned; thresher learn
does both.

Examples:
  thresher relabel ham letter.eml -m mail.model
  thresher relabel spam Maildir/.Junk/cur -m mail.model`,
  );
}

async function run(label: string, paths: readonly string[], options: ChangeOptions & InputOptions): Promise<void> {
  const inputs = await Inputs.open(paths, options);
  await tellLearning(
    changeExisting(options, (model) => relabel(model, documentsOf(inputs, label, options))),
    options,
    "relabelled",
  );
  inputs.tellFailures();
}
