import { Command } from "commander";
import { grouped, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { requireAccount } from "../../../jobs/configuration/accounts.js";
import { type Account, accountText } from "../../../mailbox/accounts/account.js";
import { Connection } from "../../../mailbox/imap/connection.js";
import { type ClassFolder, classFolders, listFolders, withMessages } from "../../../mailbox/imap/folders.js";
import { textTable } from "../../../reports/terminal/table.js";
import { passwordPrompt } from "../../input/password-prompt.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, withCommonOptions } from "../../options/options.js";
import { print, terminalStyle } from "../../output/output.js";

/** `thresher mailbox check`: connects and says what the other commands would find. */
export function newCommand(): Command {
  const command = new Command("check")
    .description("Connect to a mail account, and show which folders would be classes. Changes nothing.")
    .argument("<account>", "its name")
    .action(check);
  return withHelp(
    withCommonOptions(command),
    `Examples:
  thresher mailbox check home
  thresher mailbox check home --json     for another program`,
  );
}

async function check(name: string, options: CommonOptions): Promise<void> {
  const account = requireAccount(name);
  const connection = new Connection(account, { ask: passwordPrompt(), pauses: [] });
  try {
    const listed = await connection.run(async (client) => withMessages(client, await listFolders(client)));
    const all = classFolders(listed);
    const [classes, leftOut] = [all.filter(({ why }) => why === undefined), all.filter(({ why }) => why !== undefined)];
    const asJson = ({ folder: { path, name, use, messages: counted }, why }: ClassFolder) => {
      const messages = counted ?? null;
      return why === undefined ? { label: name, path, messages } : { path, use: use ?? null, messages, why };
    };
    await print(options, {
      asJson: () => ({ account, classes: classes.map(asJson), leftOut: leftOut.map(asJson) }),
      asText: () => checkText(account, classes, leftOut),
    });
  } finally {
    await connection.close();
  }
}

function checkText(account: Account, classes: readonly ClassFolder[], leftOut: readonly ClassFolder[]): string {
  const style = terminalStyle();
  const row = ({ folder: { name, messages }, why = "" }: ClassFolder) => {
    return [`  ${safeText(name)}`, messages === undefined ? "?" : grouped(messages), why];
  };
  const part = (title: string, shown: readonly ClassFolder[]) =>
    shown.length === 0 ? [] : ["", title, ...textTable(shown.map(row), "lrl", style)];
  return `${[
    `${safeText(accountText(account))} (${account.security}): ${plural(classes.length + leftOut.length, "folder")}, ${plural(classes.length, "class", "classes")}`,
    ...part("Classes, with their messages:", classes),
    ...part("Left out:", leftOut),
    ...(classes.length < 2 ? ["", ADVICE] : []),
  ].join("\n")}\n`;
}

const ADVICE = "To learn, there must be at least two classes: make folders, and put messages into them.";
