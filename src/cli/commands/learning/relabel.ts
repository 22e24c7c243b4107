import { shellWord } from "../../../base/shell-words.js";
import type { ChangedModel } from "../../../jobs/learning/change-model.js";
import { commandFrom } from "../../command.js";
import { PATHS } from "../../options/file-options.js";
import { LESSONS } from "../../options/option-rows.js";
import { changeText, ORDINARY_TO_RELABEL } from "../../output/model-text.js";
import { CHANGING, type ChangeCommandOptions, changeBy, DOCUMENTS, label, NEW_CLASS } from "./changing.js";

/** `thresher relabel`. */
export const newCommand = commandFrom({
  does: "Change the class of documents that a model has learned.",
  takes: { "<label>": ["the right class of the documents", label], "<path...>": PATHS },
  options: { Options: { ...NEW_CLASS, ...CHANGING, ...LESSONS }, ...DOCUMENTS },
  help: `Documents that the model does not know are named and not learned. To learn them, use thresher learn.

Examples:
  thresher relabel ham letter.eml -m mail.model
  thresher relabel spam Maildir/.Junk/cur -m mail.model`,
  run(label: string, paths: readonly string[], options: ChangeCommandOptions) {
    const textOf = (changed: ChangedModel) => {
      const text = changeText(changed, options, ORDINARY_TO_RELABEL);
      if (changed.documents.every(({ fate }) => fate !== "unknown")) return text;
      const words = [label, ...paths].map(shellWord).join(" ");
      return `${text}To learn what the model does not know yet: thresher learn ${words} -m ${shellWord(options.model)}\n`;
    };
    return changeBy({ kind: "relabel", label }, paths, options, textOf);
  },
});
