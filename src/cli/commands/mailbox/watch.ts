import { join } from "node:path";
import { Command } from "commander";
import { onEndSignal } from "../../../base/end-signals.js";
import { historyOf, type KeepDecision } from "../../../delivery/history/history.js";
import { FileTeacher } from "../../../delivery/learning/file-teacher.js";
import { holdLock } from "../../../documents/files/file-lock.js";
import { ImapStore } from "../../../mailbox/filing/imap-store.js";
import { Connection } from "../../../mailbox/imap/connection.js";
import type { ClassFolderOptions } from "../../../mailbox/imap/folders.js";
import { ImapMailbox } from "../../../mailbox/watching/imap-mailbox.js";
import { WatchTimer, watch } from "../../../mailbox/watching/watch.js";
import { filedPlaces, WatchState } from "../../../mailbox/watching/watch-state.js";
import { type WatchDecision, Watcher } from "../../../mailbox/watching/watcher.js";
import { requireClasses } from "../../input/label-argument.js";
import { passwordPrompt } from "../../input/password-prompt.js";
import { requireAccount } from "../../options/accounts.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { HISTORY } from "../../options/history-option.js";
import { type CommonOptions, type Flags, withOptions } from "../../options/options.js";
import { names, seconds } from "../../options/parsers.js";
import { accountLock, accountState } from "../../options/state-folder.js";
import { say, tell } from "../../output/notices.js";
import { type DecisionOptions, MAIL_UNSURE_BELOW } from "../mail/sort-decision.js";
import { repairStopped } from "../mail/sort-repair.js";
import { MOVING } from "./sort.js";

type WatchOptions = Pick<CommonOptions, "quiet"> &
  DecisionOptions &
  ClassFolderOptions &
  Flags<"keyword"> & { readonly model: string; readonly every: number };

/** In seconds. */
const MAX_EVERY = 86_400;

/** Milliseconds before each new attempt to connect. Later attempts are those of `watch`, which a signal ends. */
const PAUSES = [250, 1_000] as const;

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
    `What is in the inbox at the very first start, and unsure messages, stay. If you
move a message to the folder of another class, it is learned; if you move it
back to the inbox, it is unlearned. Moves to Trash teach nothing.

SIGTERM and SIGINT end it after the message at hand. It can start again any time.

Examples:
  thresher mailbox watch home -m home.model
  thresher mailbox watch home -m home.model --only Junk --unsure-below 0.95`,
  );
}

async function run(name: string, options: WatchOptions): Promise<void> {
  const { model: path, only, unsureBelow = MAIL_UNSURE_BELOW, history } = options;
  const explains = history !== undefined;
  const account = requireAccount(name);
  const timer = new WatchTimer();
  const ignoreSignals = onEndSignal(() => timer.stop());
  const line = (text: string) => tell(options, text);
  const home = accountState(name, true);
  const release = holdLock(accountLock(name));
  const connection = new Connection(account, {
    ask: passwordPrompt(),
    pauses: PAUSES,
    retriesRefusals: false,
    stop: timer.stopped,
  });
  let state: WatchState | undefined;
  let teacher: FileTeacher | undefined;
  try {
    state = new WatchState(join(home, "watch"));
    teacher = new FileTeacher(path, { tell: say, onChange: () => line(`${path}: read again`), explains });
    const { classes } = await teacher.teach({ kind: "ask" });
    const labels = classes.map(({ label }) => label);
    const mailbox = new ImapMailbox(connection, options);
    // A message that a stopped `sort` has copied must not be copied again.
    await repairStopped(home, options, new ImapStore(connection));
    const watcher = new Watcher(mailbox, state, teacher, {
      only: only && requireClasses("only", only, labels),
      unsureBelow,
      tell: line,
      isStopped: () => timer.isStopped,
      filed: filedPlaces(home, name),
      onDecision: history === undefined ? undefined : keepingWatched(historyOf(history, "mailbox watch", say), name),
    });
    await watch(watcher, timer, { every: 1000 * options.every, tell: say, mailbox });
  } finally {
    ignoreSignals();
    await teacher?.stop();
    state?.close();
    await connection.close();
    release();
  }
}

/** Returns a function that adds decisions to a history. @param account its name */
function keepingWatched(keep: KeepDecision, account: string): (decision: WatchDecision) => void {
  return ({ place: { folder, uid }, bytes, answer: { ranking, model, reasons }, isUnsure, filed }) => {
    const best = ranking[0] ?? { label: "", probability: 0 };
    keep(bytes, { ...best, isUnsure, model, reasons }, { id: `${account}/${folder}#${uid}`, filed });
  };
}
