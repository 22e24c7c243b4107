import { Command } from "commander";
import { safeText } from "../../../base/safe-text.js";
import { type Account, accountText } from "../../../mailbox/accounts/account.js";
import { passwordVariable } from "../../../mailbox/accounts/credentials.js";
import { textTable } from "../../../reports/terminal/table.js";
import { accountsFile, readAccounts } from "../../options/accounts.js";
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
  const rows = accounts.map((account) => [account.name, accountText(account), account.security, sourceOf(account)]);
  return `${textTable(
    rows.map((row) => row.map(safeText)),
    "llll",
  ).join("\n")}\n`;
}

/** Says where the password of an account comes from. */
function sourceOf({ name, passwordCommand, tokenCommand }: Account): string {
  if (tokenCommand !== undefined) return `token: ${tokenCommand}`;
  return passwordCommand === undefined ? `${passwordVariable(name)}, or asked for` : `password: ${passwordCommand}`;
}
