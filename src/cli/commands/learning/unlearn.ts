import { commandFrom } from "../../command.js";
import { PATHS } from "../../options/file-options.js";
import { LESSONS } from "../../options/option-rows.js";
import { CHANGING, type ChangeCommandOptions, changeBy, DOCUMENTS } from "./changing.js";

/** `thresher unlearn`. */
export const newCommand = commandFrom({
  does: "Take documents out of a model, as if it had never learned them.",
  takes: { "<path...>": PATHS },
  options: {
    Options: {
      ...CHANGING,
      ...LESSONS,
      "--forget": ["also remove MODEL.previous, the model before the change", { conflicts: ["dryRun"] }],
    },
    ...DOCUMENTS,
  },
  help: `The model drops what it learned from each document, even if the header of this copy has changed since. Documents that it does not know are named. Backups and copies of the model, such as MODEL.previous, still have their words.

Examples:
  thresher unlearn letter.eml -m mail.model --forget
  thresher unlearn Maildir/.Trash -m mail.model --dry-run`,
  run: (paths: readonly string[], options: ChangeCommandOptions) => changeBy({ kind: "unlearn" }, paths, options),
});
