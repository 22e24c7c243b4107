import { onEndSignal } from "../../../base/process.js";
import { shellWord } from "../../../base/shell-words.js";
import { type TrainMailboxOptions, trainMailbox } from "../../../jobs/mailbox/train-mailbox.js";
import { commandFrom } from "../../command.js";
import { passwordPrompt } from "../../input/password-prompt.js";
import { ACCOUNT } from "../../options/file-options.js";
import { methodRows } from "../../options/model-options.js";
import { model } from "../../options/option-rows.js";
import { JOBS, SEED } from "../../options/options.js";
import { day, names, whole } from "../../options/parsers.js";
import { newModelOutcome } from "../../output/model-text.js";

/** `thresher mailbox train`: learns from the folders of an account. */
export const newCommand = commandFrom({
  does: "Learn a model from a mail account: each folder is a class. Changes nothing on the server.",
  takes: ACCOUNT,
  options: {
    Options: model("where to write the model"),
    Mail: {
      "--folders <names>": ["only these folders, such as Work,INBOX or 'Lists/*'", names],
      "--exclude <names>": ["leave out these folders", names],
      "--since <day>": ["only messages received on this day or later, such as 2026-01-31", day],
      "--newest <n>": ["only the n newest messages of each folder", whole(1)],
      "--keep <folder>": "keep the mail in this folder; the next time, only new messages are downloaded",
    },
    Method: methodRows(),
    Running: { ...SEED, ...JOBS },
  },
  help: `The default is --preset mail. A model of the same name is kept as MODEL.previous. To see which folders are classes, run thresher mailbox check ACCOUNT. The copy of --keep has Maildirs: thresher train, with all options of a model, and evaluate can read them. Messages that are gone from the server are removed from it.

Examples:
  thresher mailbox train home -m home.model --newest 2000 --keep mail-of-home
  thresher mailbox train home -m home.model --folders INBOX,Junk --since 2026-01-01`,
  async run(name: string, options: TrainMailboxOptions) {
    const stopping = new AbortController();
    const ignoreSignals = onEndSignal((signal) => stopping.abort(signal), ["SIGINT", "SIGTERM", "SIGHUP"]);
    try {
      const trained = await trainMailbox(name, {
        ...options,
        ask: passwordPrompt(),
        stop: stopping.signal,
        // A handler would run too late to end the learning.
        onDownloaded: ignoreSignals,
      });
      const hint = trained.couldLearn ? "" : "It cannot learn more mail later; models of --preset mail can.\n";
      const use = `thresher mailbox sort ${name} -m ${shellWord(options.model)} --dry-run`;
      return newModelOutcome(trained, hint, use);
    } catch (error) {
      if (stopping.signal.aborted) process.kill(process.pid, stopping.signal.reason);
      throw error;
    } finally {
      ignoreSignals();
    }
  },
});
