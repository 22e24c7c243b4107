import { grouped, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { type Account, accountText } from "../../../jobs/mailbox/accounts.js";
import { type ClassFolder, checkMailbox } from "../../../jobs/mailbox/check-mailbox.js";
import { textTable } from "../../../reports/terminal/terminal.js";
import { commandFrom } from "../../command.js";
import { passwordPrompt } from "../../input/password-prompt.js";
import { ACCOUNT } from "../../options/file-options.js";

/** `thresher mailbox check`: connects and says what the other commands would find. */
export const newCommand = commandFrom({
  does: "Connect to a mail account, and show which folders would be classes. Changes nothing.",
  takes: ACCOUNT,
  options: {},
  help: `Examples:
  thresher mailbox check home
  thresher mailbox check home --json     for another program`,
  async run(name: string) {
    const { account, classes, leftOut } = await checkMailbox(name, passwordPrompt());
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
