import { Command } from "commander";
import { withHelp } from "../../options/help.js";
import * as add from "./add.js";
import * as check from "./check.js";
import * as list from "./list.js";
import * as remove from "./remove.js";
import * as sort from "./sort.js";
import * as train from "./train.js";
import * as watch from "./watch.js";

/** The subcommands, in the order of the help. */
const SUBCOMMANDS = [add, list, remove, check, train, sort, watch];

/** Makes the command `thresher mailbox` with its subcommands. */
export function newCommand(): Command {
  const command = new Command("mailbox")
    .description("Sort the mail of an account on a server (IMAP) into its folders.")
    .helpOption("-h, --help", "show help")
    .helpCommand(false);
  for (const { newCommand } of SUBCOMMANDS) command.addCommand(newCommand());
  return withHelp(
    command,
    `An account has a name of your choice. This command needs the package imapflow.

Examples:
  thresher mailbox add home --host mail.example.org --user me@example.org
  thresher mailbox check home     would it work, and which folders are classes?
  thresher mailbox train home -m home.model
  thresher mailbox sort home -m home.model --dry-run
  thresher mailbox watch home -m home.model`,
  );
}
