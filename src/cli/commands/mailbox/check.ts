import { grouped, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { requireAccount } from "../../../jobs/configuration/accounts.js";
import { type Account, accountText } from "../../../mailbox/accounts/account.js";
import { Connection } from "../../../mailbox/imap/connection.js";
import { type ClassFolder, classFolders, listFolders, withMessages } from "../../../mailbox/imap/folders.js";
import { textTable } from "../../../reports/terminal/table.js";
import { commandFrom } from "../../command.js";
import { passwordPrompt } from "../../input/password-prompt.js";
import { OUTPUT } from "../../options/options.js";

/** `thresher mailbox check`: connects and says what the other commands would find. */
export const newCommand = commandFrom({
  name: "check",
  does: "Connect to a mail account, and show which folders would be classes. Changes nothing.",
  takes: { "<account>": "its name" },
  options: { Output: OUTPUT },
  help: `Examples:
  thresher mailbox check home
  thresher mailbox check home --json     for another program`,
  async run(name: string) {
    const account = requireAccount(name);
    const connection = new Connection(account, { ask: passwordPrompt(), pauses: [] });
    const listed = await connection
      .run(async (client) => withMessages(client, await listFolders(client)))
      .finally(() => connection.close());
    const all = classFolders(listed);
    const [classes, leftOut] = [all.filter(({ why }) => why === undefined), all.filter(({ why }) => why !== undefined)];
    const json = ({ folder: { path, name, use, messages: counted }, why }: ClassFolder) => {
      const messages = counted ?? null;
      return why === undefined ? { label: name, path, messages } : { path, use: use ?? null, messages, why };
    };
    return {
      json: () => ({ account, classes: classes.map(json), leftOut: leftOut.map(json) }),
      text: (style: object) => checkText(account, classes, leftOut, style),
    };
  },
});

function checkText(
  account: Account,
  classes: readonly ClassFolder[],
  leftOut: readonly ClassFolder[],
  style: object,
): string {
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
