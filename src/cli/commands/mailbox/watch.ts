import { onEndSignal } from "../../../base/process.js";
import { type WatchMailboxOptions, watchMailbox } from "../../../jobs/mailbox/watch-mailbox.js";
import { commandFrom } from "../../command.js";
import { passwordPrompt } from "../../input/password-prompt.js";
import { ACCOUNT } from "../../options/file-options.js";
import { HISTORY, LESSONS, model } from "../../options/option-rows.js";
import { names, seconds } from "../../options/parsers.js";
import { MOVING } from "./sort.js";

/** In seconds. */
const MAX_EVERY = 86_400;

/** `thresher mailbox watch`: sorts what arrives, and learns what the user moves, until it is ended. */
export const newCommand = commandFrom({
  does: "File what arrives in the inbox, and learn from what you move, until it is ended.",
  hasOutcome: false,
  takes: ACCOUNT,
  options: {
    Options: {
      ...model("the model; a new version of the file is used as soon as it is there"),
      ...LESSONS,
      "--every <seconds>": ["how often all folders are looked at", seconds(MAX_EVERY), { default: 60 }],
      "--quiet": "print only errors",
    },
    Filing: { ...MOVING, ...HISTORY },
    Learning: {
      "--folders <names>": ["learn only from moves to these folders; the same as for mailbox train", names],
      "--exclude <names>": ["leave out these folders", names],
    },
  },
  help: `Messages already in the inbox at the first start, and unsure messages, are not moved. If you move a message to the folder of another class, it is learned; if you move it back to the inbox, it is unlearned. Moves to Trash teach nothing.

SIGTERM and SIGINT end it after the message at hand. It can start again any time.

Examples:
  thresher mailbox watch home -m home.model
  thresher mailbox watch home -m home.model --only Junk --unsure-below 0.95`,
  async run(name: string, options: Omit<WatchMailboxOptions, "signal">) {
    const stopping = new AbortController();
    const ignoreSignals = onEndSignal(() => stopping.abort());
    const { signal } = stopping;
    const every = 1000 * options.every;
    await watchMailbox(name, { ...options, every, ask: passwordPrompt(), signal }).finally(ignoreSignals);
  },
});
