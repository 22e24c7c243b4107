/**
 * Measures what lessons of users do: `npm run users -- SPAMASSASSIN NEWSGROUPS`. The site has learned one half of
 * SpamAssassin's mail. Each user calls the mail of some lists spam and that of others ham, drawn by seed.
 */
import { runScript } from "./run-script.js";
import { usersCommand } from "./users/taste-errors.js";
import { measureTastes } from "./users/tastes.js";

const SCRIPT = "users";

const does = "Compares lessons of users with the site's model, a model of their own, and a copy that learned.";
const program = usersCommand(SCRIPT, does, [301, "the limits were chosen on 1 to 60"])
  .argument("<newsgroups>", "a folder with a folder for each newsgroup")
  .option("--copies", "also measure copies of the site's model that learn: takes minutes")
  .action((mail, news, options: { readonly users: number; readonly seed: number; readonly copies?: boolean }) =>
    measureTastes(mail, news, options).print(),
  );
await runScript(SCRIPT, program);
