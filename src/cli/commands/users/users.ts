import { groupFrom } from "../../command.js";
import * as forget from "./forget.js";
import * as words from "./import.js";
import * as list from "./list.js";
import * as seed from "./seed.js";
import * as show from "./show.js";

/** `thresher users` with its subcommands, in the order of the help. */
export const newCommand = groupFrom(
  "Look after the lessons of each user of thresher serve --models.",
  { list, show, seed, import: words, forget },
  `All of them work while the server runs. As root, they act as the owner of the folder of the lessons.

Examples:
  thresher users list --models '/var/lib/thresher/users/%u.model'
  thresher users show anna --models '/var/lib/thresher/users/%u.model'
  thresher users seed anna --models '/var/lib/thresher/users/%u.model' -m /var/lib/thresher/mail.model ~anna/Maildir
  thresher users import anna anna.words --models '/var/lib/thresher/users/%u.model'
  thresher users forget anna --models '/var/lib/thresher/users/%u.model'`,
);
