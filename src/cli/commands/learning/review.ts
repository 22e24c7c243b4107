import { type ReviewOptions, reviewDecisions } from "../../../jobs/labelling/review-decisions.js";
import { reviewPage } from "../../../pages/review-page.js";
import { commandFrom } from "../../command.js";
import { type BrowserOptions, PAGE_OPTIONS, showPage } from "../../labelling/show-page.js";
import { model } from "../../options/option-rows.js";
import { collect } from "../../options/parsers.js";

/** `thresher review`. */
export const newCommand = commandFrom({
  does: "Look through what was decided, and correct it.",
  hasOutcome: false,
  takes: {
    "<path>": "a history (--history of sort, filter, serve, mailbox), or a folder that sort or label has filled",
  },
  options: {
    Options: {
      ...model("the model that decided; it learns what you correct"),
      "--in <folder>": ["where to look for messages that are not where they were (repeatable)", collect],
      ...PAGE_OPTIONS,
    },
  },
  help: `Shows a page to this user alone, on 127.0.0.1: the decisions, the unsure ones first, and why each was made. j and k go through the list, Enter opens a decision, the letter of a class corrects it.

A correction is kept in the history (for a folder, in FOLDER/.thresher-history). The model learns the message, and the message moves to the folder of its class, if it is still where it was, or below a folder of --in. In a folder, it can be undone: thresher sort --undo JOURNAL.

Examples:
  thresher review decisions.history -m mail.model --in ~/Maildir
  thresher review sorted -m mail.model`,
  run: (path: string, options: BrowserOptions & ReviewOptions) =>
    showPage(reviewPage(reviewDecisions(path, options), options.port), options),
});
