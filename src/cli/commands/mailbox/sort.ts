import { resolve } from "node:path";
import { shellWord } from "../../../base/shell-words.js";
import { requiredModel } from "../../../jobs/configuration/config.js";
import { MAIL_UNSURE_BELOW } from "../../../jobs/filing/decisions.js";
import { KEYWORD, type SortMailboxOptions, sortMailbox, undoMailbox } from "../../../jobs/mailbox/sort-mailbox.js";
import { commandFrom } from "../../command.js";
import { passwordPrompt } from "../../input/password-prompt.js";
import { ACCOUNT } from "../../options/file-options.js";
import { ERRORS_AT_MOST, HISTORY, LESSONS, model, type OptionRows } from "../../options/option-rows.js";
import type { CommonOptions, Flags, Texts } from "../../options/options.js";
import { collect, day, fraction } from "../../options/parsers.js";
import { type EachOption, each } from "../../output/document-lines.js";
import { sortAndReport } from "../mail/sort-report.js";
import { undoAndReport } from "../mail/undo-report.js";

type SortOptions = CommonOptions &
  EachOption &
  Texts<"model" | "undo"> &
  Omit<SortMailboxOptions, "model" | "dryRun"> &
  Flags<"dryRun">;

/** The options that say which messages are moved, and how. */
export const MOVING: OptionRows = {
  "--only <class>": ["move only messages of this class (repeatable)", collect],
  "--unsure-below <p>": [`leave messages whose class is less probable (default: ${MAIL_UNSURE_BELOW})`, fraction],
  ...ERRORS_AT_MOST,
  "--keyword": `mark moved messages with the keyword ${KEYWORD}`,
};

/** `thresher mailbox sort`: moves each message of the inbox to the folder of its class. */
export const newCommand = commandFrom({
  does: "Move each message of the inbox to the folder of its class.",
  takes: ACCOUNT,
  options: {
    Options: { ...model("the model", false), ...LESSONS },
    Filing: {
      "--since <day>": ["only messages received on this day or later, such as 2026-01-31", day],
      ...MOVING,
      "--dry-run": "show what would be done, and change nothing on the server",
      ...HISTORY,
    },
    Afterwards: {
      "--undo <journal>": ["move the messages of a journal back", { conflicts: ["model", "since", "only", "keyword"] }],
    },
    Output: each(),
  },
  help: `Messages keep their flags and dates, and folders that are missing are made. Nothing else changes. With a model of several labels, messages stay in the inbox and get a keyword for each label. It is safe to stop: no message is lost, and the next run continues. The journal is in ~/.local/state/thresher/mailbox.

Examples:
  thresher mailbox sort home -m home.model --only Junk --unsure-below 0.95
  thresher mailbox sort home -m home.model --since 2026-01-31 --dry-run
  thresher mailbox sort home --undo JOURNAL`,
  run(name: string, options: SortOptions) {
    const { undo } = options;
    const given = { ...options, ask: passwordPrompt() };
    if (undo !== undefined) {
      return undoAndReport(undo, (following) => undoMailbox(name, resolve(undo), { ...given, ...following }), options);
    }
    const model = requiredModel(options.model);
    return sortAndReport(options, {
      run: (following) => sortMailbox(name, { ...given, model, ...following }),
      unit: "message",
      about: { account: name },
      empty: "No message in the inbox.\n",
      undo: (journal) => `thresher mailbox sort ${name} --undo ${shellWord(journal)}`,
    });
  },
});
