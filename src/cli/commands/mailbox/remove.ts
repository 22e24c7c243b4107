import { changeAccount, requireAccount } from "../../../jobs/configuration/accounts.js";
import { commandFrom } from "../../command.js";
import { OUTPUT } from "../../options/options.js";

/** `thresher mailbox remove`: takes an account out of the configuration file. Nothing changes on its server. */
export const newCommand = commandFrom({
  name: "remove",
  does: "Remove a mail account. Its mail and its models stay as they are.",
  takes: { "<account>": "its name" },
  options: { Output: OUTPUT },
  help: "Examples:\n  thresher mailbox remove home\n  thresher mailbox remove home --quiet",
  run(name: string) {
    const account = requireAccount(name);
    changeAccount(name, undefined);
    return { isDone: true, json: () => ({ removed: account }), text: () => `Removed ${name}.\n` };
  },
});
