import { Command } from "commander";
import { withHelp } from "../../options/help.js";
import { withOptions } from "../../options/options.js";
import { type ChangeCommandOptions, runChange, withDocuments } from "./changing.js";

/** Makes the command `thresher unlearn`. */
export function newCommand(): Command {
  const command = new Command("unlearn")
    .description("Take documents out of a model, as if it had never learned them.")
    .action((paths: readonly string[], options: ChangeCommandOptions) =>
      runChange({ kind: "unlearn" }, paths, options),
    );
  withOptions(withDocuments(command), "Options", {
    "--forget": [
      "also remove MODEL.previous, the model before the change, which still has the words of the documents",
      { conflicts: ["dryRun"] },
    ],
  });
  return withHelp(
    command,
    `The model drops what it learned from each document, even if the header of this
copy has changed since. Documents that it does not know are named.

MODEL.previous, the model before the change, still has their words: --forget
removes it. Backups and copies of the model have them too.

Examples:
  thresher unlearn letter.eml -m mail.model
  thresher unlearn letter.eml -m mail.model --forget
  thresher unlearn Maildir/.Trash -m mail.model --dry-run`,
  );
}
