import { Command } from "commander";
import { safeText } from "../../../base/safe-text.js";
import { accountsFile, readAccounts } from "../../../jobs/configuration/accounts.js";
import { type Account, accountText } from "../../../mailbox/accounts/account.js";
import { textTable } from "../../../reports/terminal/table.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, withCommonOptions } from "../../options/options.js";
import { print } from "../../output/output.js";

/** `thresher mailbox list`: shows the accounts. */
export function newCommand(): Command {
  const command = new Command("list").description("List the mail accounts.").action((options: CommonOptions) => {
    const accounts = readAccounts();
    return print(options, { asJson: () => ({ accounts, file: accountsFile() }), asText: () => listText(accounts) });
  });
  return withHelp(withCommonOptions(command), "Examples:\n  thresher mailbox list\n  thresher mailbox list --json");
}

function listText(accounts: readonly Account[]): string {
  if (accounts.length === 0) return "There is no account yet: add one with thresher mailbox add\n";
  const rows = accounts.map((account) => [account.name, safeText(accountText(account)), account.security]);
  return `${textTable(rows, "lll").join("\n")}\n`;
}
