import { groupFrom } from "../../command.js";
import * as add from "./add.js";
import * as check from "./check.js";
import * as list from "./list.js";
import * as remove from "./remove.js";
import * as sort from "./sort.js";
import * as train from "./train.js";
import * as watch from "./watch.js";

/** `thresher mailbox` with its subcommands, in the order of the help. */
export const newCommand = groupFrom(
  "Sort the mail of an account on a server (IMAP) into its folders.",
  { add, list, remove, check, train, sort, watch },
  `An account has a name of your choice. This command needs the package imapflow.

Examples:
  thresher mailbox add home --host mail.example.org --user me@example.org
  thresher mailbox check home     would it work, and which folders are classes?
  thresher mailbox train home -m home.model
  thresher mailbox sort home -m home.model --dry-run
  thresher mailbox watch home -m home.model`,
);
