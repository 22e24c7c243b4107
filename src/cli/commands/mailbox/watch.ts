import { Command } from "commander";
import { onEndSignal } from "../../../base/process.js";
import { requireAccount } from "../../../jobs/configuration/accounts.js";
import { accountState } from "../../../jobs/configuration/state-folder.js";
import { type WatchMailboxOptions, watchMailbox } from "../../../jobs/watch-mailbox.js";
import { passwordPrompt } from "../../input/password-prompt.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { HISTORY } from "../../options/history-option.js";
import { type CommonOptions, withOptions } from "../../options/options.js";
import { names, seconds } from "../../options/parsers.js";
import { say, tell } from "../../output/notices.js";
import { MOVING } from "./sort.js";

type WatchOptions = Pick<CommonOptions, "quiet"> & Omit<WatchMailboxOptions, "state" | "signal">;

/** In seconds. */
const MAX_EVERY = 86_400;

/** `thresher mailbox watch`: sorts what arrives, and learns what the user moves, until it is ended. */
export function newCommand(): Command {
  const command = withModel(new Command("watch"), "the model; a new version of the file is used as soon as it is there")
    .description("File what arrives in the inbox, and learn from what you move, until it is ended.")
    .argument("<account>", "its name")
    .action(run);
  withOptions(command, "Filing", { ...MOVING, ...HISTORY });
  withOptions(command, "Learning", {
    "--folders <names>": ["learn only from moves to these folders; the same as for mailbox train", names],
    "--exclude <names>": ["leave out these folders", names],
  });
  withOptions(command, "Options", {
    "--every <seconds>": ["how often all folders are looked at", seconds(MAX_EVERY), { default: 60 }],
    "--quiet": "print only errors",
  });
  return withHelp(
    command,
    `Messages already in the inbox at the first start, and unsure messages, are not
moved. If you move a message to the folder of another class, it is learned; if
you move it back to the inbox, it is unlearned. Moves to Trash teach nothing.

SIGTERM and SIGINT end it after the message at hand. It can start again any time.

Examples:
  thresher mailbox watch home -m home.model
  thresher mailbox watch home -m home.model --only Junk --unsure-below 0.95`,
  );
}

async function run(name: string, options: WatchOptions): Promise<void> {
  const account = requireAccount(name);
  const stopping = new AbortController();
  const ignoreSignals = onEndSignal(() => stopping.abort());
  try {
    await watchMailbox(account, {
      ...options,
      every: 1000 * options.every,
      state: accountState(name, true),
      ask: passwordPrompt(),
      signal: stopping.signal,
      onNotice: (line) => tell(options, line),
      onFault: say,
    });
  } finally {
    ignoreSignals();
  }
}
