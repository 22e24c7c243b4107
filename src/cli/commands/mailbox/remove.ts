import { removeAccount } from "../../../jobs/mailbox/accounts.js";
import { commandFrom } from "../../command.js";
import { ACCOUNT } from "../../options/file-options.js";

/** `thresher mailbox remove`: takes an account out of the configuration file. Nothing changes on its server. */
export const newCommand = commandFrom({
  does: "Remove a mail account. Its mail and its models stay as they are.",
  takes: ACCOUNT,
  options: {},
  help: "Examples:\n  thresher mailbox remove home\n  thresher mailbox remove home --quiet",
  run(name: string) {
    const removed = removeAccount(name);
    return { isDone: true, json: () => ({ removed }), text: () => `Removed ${name}.\n` };
  },
});
