import { safeText } from "../../../base/safe-text.js";
import { accountsFile, readAccounts } from "../../../jobs/configuration/accounts.js";
import { type Account, accountText } from "../../../mailbox/accounts/account.js";
import { textTable } from "../../../reports/terminal/table.js";
import { commandFrom } from "../../command.js";
import { OUTPUT } from "../../options/options.js";

/** `thresher mailbox list`: shows the accounts. */
export const newCommand = commandFrom({
  name: "list",
  does: "List the mail accounts.",
  options: { Output: OUTPUT },
  help: "Examples:\n  thresher mailbox list\n  thresher mailbox list --json",
  run() {
    const accounts = readAccounts();
    return { json: () => ({ accounts, file: accountsFile() }), text: () => listText(accounts) };
  },
});

function listText(accounts: readonly Account[]): string {
  if (accounts.length === 0) return "There is no account yet: add one with thresher mailbox add\n";
  const rows = accounts.map((account) => [account.name, safeText(accountText(account)), account.security]);
  return `${textTable(rows, "lll").join("\n")}\n`;
}
