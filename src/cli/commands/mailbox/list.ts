import { safeText } from "../../../base/safe-text.js";
import { type Account, accountsFile, accountText, readAccounts } from "../../../jobs/mailbox/accounts.js";
import { textTable } from "../../../reports/terminal/terminal.js";
import { commandFrom } from "../../command.js";

/** `thresher mailbox list`: shows the accounts. */
export const newCommand = commandFrom({
  does: "List the mail accounts.",
  options: {},
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
