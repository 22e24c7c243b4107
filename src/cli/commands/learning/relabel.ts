import { Command } from "commander";
import { shellWord } from "../../../base/shell-words.js";
import type { ChangedModel } from "../../../jobs/learning/change-model.js";
import { withHelp } from "../../options/help.js";
import { changeText, ORDINARY_TO_RELABEL } from "../../output/model-text.js";
import { type ChangeCommandOptions, runChange, withDocuments } from "./changing.js";

/** Makes the command `thresher relabel`. */
export function newCommand(): Command {
  const command = new Command("relabel")
    .description("Change the class of documents that a model has learned.")
    .action(run);
  return withHelp(
    withDocuments(command, "the right class of the documents"),
    `Documents that the model does not know are named and not learned. To learn them,
use thresher learn.

Examples:
  thresher relabel ham letter.eml -m mail.model
  thresher relabel spam Maildir/.Junk/cur -m mail.model`,
  );
}

/** Changes the class of documents in a model or a server. Says how to learn those that a model does not know. */
function run(label: string, paths: readonly string[], options: ChangeCommandOptions): Promise<void> {
  const textOf = (changed: ChangedModel) => {
    const text = changeText(changed, options, ORDINARY_TO_RELABEL);
    if (changed.documents.every(({ fate }) => fate !== "unknown")) return text;
    const command = ["thresher learn", ...[label, ...paths].map(shellWord), "-m", shellWord(options.model)].join(" ");
    return `${text}To learn what the model does not know yet: ${command}\n`;
  };
  return runChange({ kind: "relabel", label }, paths, options, textOf);
}
