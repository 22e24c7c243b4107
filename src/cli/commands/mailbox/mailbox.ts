import { Command } from "commander";
import { withHelp } from "../../options/help.js";

/** The module of each subcommand, in the order of the help. */
const SUBCOMMANDS: readonly (() => Promise<{ newCommand: () => Command }>)[] = [
  () => import("./add.js"),
  () => import("./list.js"),
  () => import("./remove.js"),
  () => import("./check.js"),
  () => import("./train.js"),
  () => import("./sort.js"),
  () => import("./watch.js"),
];

/** Makes the command `thresher mailbox` with its subcommands. */
export async function newCommand(): Promise<Command> {
  const command = new Command("mailbox")
    .description("Sort the mail of an account on a server (IMAP) into its folders.")
    .helpOption("-h, --help", "show help")
    .helpCommand(false);
  for (const load of SUBCOMMANDS) command.addCommand((await load()).newCommand());
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
