import { rmSync } from "node:fs";
import { grouped, plural } from "../../base/numbers.js";
import { newTemporaryFolder } from "../../documents/files/temporary-files.js";
import { requirePlace } from "../../documents/files/write-file.js";
import { downloadMailbox, type MailboxOptions } from "../../mailbox/training/download-mailbox.js";
import { isFittedByFolds } from "../../model/learning/remembering-model.js";
import { resolve } from "../../model/settings.js";
import { type Follower, tell } from "../follower.js";
import { type TrainedModel, writeModel } from "../learning/new-model.js";
import { type LearnOptions, learnCorpus } from "../learning/train-model.js";
import { settingsOf } from "../settings.js";
import { requireAccount } from "./accounts.js";

/** The options of `trainMailbox`. */
export interface TrainMailboxOptions
  extends LearnOptions,
    Pick<MailboxOptions, "folders" | "exclude" | "since" | "newest" | "ask"> {
  /** Where to write the model. */
  readonly model: string;
  /** The folder that keeps the mail. Default: the mail is removed at the end. */
  readonly keep?: string | undefined;
  /** Ends the download. */
  readonly stop?: AbortSignal | undefined;
  /** Called when the mail is there. Learning from it is one long call. */
  readonly onDownloaded?: (() => void) | undefined;
}

/**
 * Learns a model from an account: each folder is a class. The preset is `mail`, unless another one is given. A model that
 * can learn more mail later remembers its messages.
 *
 * @throws DataError if the server is at fault, fewer than two folders have messages, or the model cannot be written
 */
export async function trainMailbox(name: string, given: TrainMailboxOptions): Promise<TrainedModel> {
  const options = given.preset === undefined ? { ...given, as: "mail" as const } : given;
  const { model } = options;
  const settings = settingsOf(options);
  const remember = !isFittedByFolds(settings) && resolve(settings).isCounting;
  requirePlace(model);
  return withMail(name, options, ({ corpus }) => {
    options.onDownloaded?.();
    return writeModel(model, learnCorpus(corpus, settings, { ...options, remember }), options);
  });
}

/** Calls a function with the mail of an account. @throws DataError as `downloadMailbox` */
export async function withMail<T>(
  name: string,
  options: MailboxOptions & Follower & Pick<TrainMailboxOptions, "keep">,
  use: (mail: Awaited<ReturnType<typeof downloadMailbox>>) => T,
): Promise<T> {
  const account = requireAccount(name);
  const { keep } = options;
  const folder = keep ?? newTemporaryFolder();
  try {
    const mail = await downloadMailbox(account, folder, {
      ...options,
      onLost: (why, pause) => tell(options, `${why}; trying again in ${plural(pause / 1000, "second")}`),
    });
    const { corpus, downloaded } = mail;
    const messages = corpus.size ?? 0;
    const how = downloaded === messages ? "" : ` (${grouped(downloaded)} new)`;
    const classes = plural(corpus.labels?.length ?? 0, "folder");
    tell(options, `${name}: ${plural(messages, "message")}${how} in ${classes}`);
    return use(mail);
  } finally {
    if (keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}
