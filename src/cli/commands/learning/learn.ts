import { UsageError } from "../../../base/errors.js";
import { CHOICES } from "../../../jobs/choices.js";
import type { Change } from "../../../jobs/learning/change-model.js";
import { pick } from "../../../jobs/settings.js";
import { commandFrom } from "../../command.js";
import { PATHS } from "../../options/file-options.js";
import { LESSONS } from "../../options/option-rows.js";
import { fraction } from "../../options/parsers.js";
import { CHANGING, type ChangeCommandOptions, changeBy, DOCUMENTS, label, NEW_CLASS } from "./changing.js";

type Learn = Change & { readonly kind: "learn" };
type LearnCommandOptions = ChangeCommandOptions & Omit<Learn, "kind" | "label"> & { readonly unsureBelow?: number };

/** `thresher learn`. */
export const newCommand = commandFrom({
  does: "Learn more documents of one class without training again; makes the model if there is none.",
  takes: { "<label>": ["the class of the documents", label], "<path...>": PATHS },
  options: {
    Options: {
      ...NEW_CLASS,
      ...CHANGING,
      ...LESSONS,
      "--train-on-error": "learn only documents that the model puts into another class",
      "--unsure-below <p>": ["with --train-on-error, also learn less probable documents (default: 0)", fraction],
    },
    ...DOCUMENTS,
    "A new model": {
      "--preset <name>": ["its settings (default: mail for mail, otherwise lecture)", CHOICES.preset],
      "--as <form>": ["how it reads documents (default: found out from the first ones)", CHOICES.as],
    },
  },
  help: `The model becomes the one that training on all its documents would give. A document is counted once; if it is known under another class, it gets the new class. Two copies of a message are one document: Message-ID, Date, From and body decide, and fields that were added on the way do not.

Only naive Bayes models can learn, and only if they remember their documents: made by learn, or by train --remember, which takes all options of a model. The model before the change is kept as MODEL.previous: rename it to undo the change.

Examples:
  thresher learn spam junk.mbox -m mail.model --preset mail
  thresher learn ham Maildir/cur -m mail.model --train-on-error --unsure-below 0.9
  thresher learn spam - -m mail.model < message
  thresher learn spam junk.eml --server /run/thresher/socket.learn`,
  shown: "model server train-on-error dry-run preset each include exclude new-class quiet",
  run(label: string, paths: readonly string[], options: LearnCommandOptions) {
    const { trainOnError, unsureBelow: margin } = options;
    if (margin !== undefined && !trainOnError) throw new UsageError("--unsure-below needs --train-on-error");
    const chosen = pick(options, ["preset", "as", "trainOnError"]);
    return changeBy({ kind: "learn", label, ...chosen, ...(margin !== undefined && { margin }) }, paths, options);
  },
});
