import { rmSync } from "node:fs";
import { onEndSignal } from "../../base/end-signals.js";
import { grouped, plural } from "../../base/numbers.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { newTemporaryFolder } from "../../documents/files/temporary-files.js";
import type { Account } from "../../mailbox/accounts/account.js";
import { downloadMailbox, type MailboxOptions } from "../../mailbox/training/download-mailbox.js";
import type { CommonOptions } from "../options/options.js";
import { phaseBars } from "../output/following.js";
import { tell } from "../output/notices.js";
import { passwordPrompt } from "./password-prompt.js";

/** The options of a command that downloads mail. */
export type DownloadOptions = Pick<MailboxOptions, "folders" | "exclude" | "since" | "newest"> & {
  /** The folder that keeps the mail. Default: the mail is removed at the end. */
  readonly keep?: string;
};

/**
 * Downloads the mail of an account behind progress bars, and calls `use` with it. Without --keep, the mail is removed
 * afterwards, even after a fault or a signal.
 *
 * @returns what `use` returns
 */
export async function withDownloadedMail<T>(
  account: Account,
  options: DownloadOptions & CommonOptions,
  use: (corpus: Corpus) => T,
): Promise<T> {
  const { keep } = options;
  const folder = keep ?? newTemporaryFolder();
  const clean = () => {
    if (keep === undefined) rmSync(folder, { recursive: true, force: true });
  };
  const onSignal = (signal: NodeJS.Signals) => {
    clean();
    process.kill(process.pid, signal);
  };
  const ignoreSignals = onEndSignal(onSignal, ["SIGINT", "SIGTERM", "SIGHUP"]);
  try {
    const newBars = () => phaseBars({ ...options, hasTimeLeft: true });
    let showBar = newBars();
    const { corpus, downloaded } = await downloadMailbox(account, folder, {
      ...options,
      ask: passwordPrompt(),
      onProgress: (progress) => showBar(progress),
      onLost: (why, pause) => {
        tell(options, `${why}; trying again in ${plural(pause / 1000, "second")}`);
        showBar = newBars();
      },
    });
    const messages = corpus.size ?? 0;
    const how = downloaded === messages ? "" : ` (${grouped(downloaded)} new)`;
    const classes = plural(corpus.labels?.length ?? 0, "folder");
    tell(options, `${account.name}: ${plural(messages, "message")}${how} in ${classes}`);
    // Using the corpus is one long call: a handler would run too late to end it.
    ignoreSignals();
    return use(corpus);
  } finally {
    clean();
  }
}
