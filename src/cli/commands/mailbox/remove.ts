import { Command } from "commander";
import { changeAccount, requireAccount } from "../../../jobs/configuration/accounts.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, withCommonOptions } from "../../options/options.js";
import { printDone } from "../../output/output.js";

/** `thresher mailbox remove`: takes an account out of the configuration file. Nothing changes on its server. */
export function newCommand(): Command {
  const command = new Command("remove")
    .description("Remove a mail account. Its mail and its models stay as they are.")
    .argument("<account>", "its name")
    .action(async (name: string, options: CommonOptions) => {
      const account = requireAccount(name);
      changeAccount(name, undefined);
      await printDone(options, { asJson: () => ({ removed: account }), asText: () => `Removed ${name}.\n` });
    });
  return withHelp(
    withCommonOptions(command),
    "Examples:\n  thresher mailbox remove home\n  thresher mailbox remove home --quiet",
  );
}
