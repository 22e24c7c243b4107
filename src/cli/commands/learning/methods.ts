import { Command } from "commander";
import { methodsJson, methodsText } from "../../../jobs/list-methods.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, withCommonOptions } from "../../options/options.js";
import { print } from "../../output/output.js";

/** Makes the command `thresher methods`. */
export function newCommand(): Command {
  const command = new Command("methods")
    .description("List the methods and the presets, with the options and defaults of each.")
    .action((options: CommonOptions) => print(options, { asJson: methodsJson, asText: methodsText }));
  return withHelp(
    withCommonOptions(command),
    `Examples:
  thresher methods          list them
  thresher methods --json   for another program`,
  );
}
