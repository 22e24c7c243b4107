import { join } from "node:path";
import { labelFor, spamIn } from "../../delivery/filter/decide.js";
import type { Teacher } from "../../delivery/filter/teacher.js";
import { historyOf } from "../../delivery/history/history.js";
import { FileTeacher } from "../../delivery/learning/file-teacher.js";
import type { FollowOptions } from "../../delivery/serving/followed-file.js";
import { holdLock } from "../../documents/files/file-lock.js";
import { looksLikeSpam } from "../../documents/spam-classes.js";
import type { AskPassword } from "../../mailbox/accounts/credentials.js";
import { ImapStore } from "../../mailbox/filing/imap-store.js";
import { Connection } from "../../mailbox/imap/connection.js";
import type { ClassFolderOptions } from "../../mailbox/imap/folders.js";
import { ImapMailbox } from "../../mailbox/watching/imap-mailbox.js";
import { WatchTimer, watch } from "../../mailbox/watching/watch.js";
import { filedPlaces, WatchState } from "../../mailbox/watching/watch-state.js";
import { Watcher } from "../../mailbox/watching/watcher.js";
import { accountState } from "../configuration/config.js";
import { chosenClasses, type DecisionOptions, unsureBelowIn } from "../filing/decisions.js";
import { repairStopped } from "../filing/repairs.js";
import { type Follower, tell, tellFault } from "../follower.js";
import { userTeacher } from "../learning/teach-user.js";
import { namesUser, type UserOptions } from "../learning/user-lessons.js";
import { requireAccount } from "./accounts.js";

/** The options of `watchMailbox`. */
export interface WatchMailboxOptions extends DecisionOptions, ClassFolderOptions, Follower, UserOptions {
  /** The path of the model. */
  readonly model: string;
  /** Milliseconds between two looks at all folders. */
  readonly every: number;
  /** Mark moved messages with the keyword `KEYWORD`. Default false. */
  readonly keyword?: boolean | undefined;
  readonly ask?: AskPassword | undefined;
  /** Ends the job after the current message. */
  readonly signal: AbortSignal;
}

/** Milliseconds before each new attempt to connect. Later attempts are those of `watch`, which a signal ends. */
const PAUSES = [250, 1_000] as const;

/**
 * Sorts what arrives in the inbox of an account, and learns what the user moves, until the signal.
 *
 * @throws DataError if the password is wrong, the first look fails, or another job moves messages of the account
 */
export async function watchMailbox(name: string, options: WatchMailboxOptions): Promise<void> {
  const { model: path, errorsAtMost, history, ask, signal, every } = options;
  const unsureBelow = unsureBelowIn(options, true);
  const account = requireAccount(name);
  const home = accountState(name, true);
  const timer = new WatchTimer(signal);
  const onNotice = (line: string) => tell(options, line);
  const onFault = (line: string) => tellFault(options, line);
  const release = holdLock(join(home, "lock"));
  const connection = new Connection(account, { ask, pauses: PAUSES, retriesRefusals: false, stop: signal });
  let state: WatchState | undefined;
  let teacher: (Teacher & { stop(): Promise<void> }) | undefined;
  try {
    state = new WatchState(join(home, "watch"));
    const keep = history === undefined ? undefined : historyOf(history, "mailbox watch", onFault);
    const onChange = () => onNotice(`${path}: read again`);
    const following = { tell: onFault, onChange, explains: keep !== undefined, errorsAtMost };
    teacher = namesUser(options) ? movesTeacher(options, path, following) : new FileTeacher(path, following);
    const { classes } = await teacher.teach({ kind: "ask" });
    const mailbox = new ImapMailbox(connection, options);
    // A message that a stopped `sort` has copied must not be copied again.
    await repairStopped(home, options, new ImapStore(connection));
    const labels = classes.map(({ label }) => label);
    const watcher = new Watcher({
      mailbox,
      state,
      teacher,
      only: chosenClasses(options, labels),
      unsureBelow,
      tell: onNotice,
      isStopped: () => signal.aborted,
      filed: filedPlaces(home, name),
      onDecision: (bytes, decided, place) => keep?.(bytes, decided, { ...place, id: `${name}/${place?.id}` }),
    });
    await watch(watcher, timer, { every, tell: onFault, mailbox });
  } finally {
    await teacher?.stop();
    state?.close();
    await connection.close();
    release();
  }
}

/**
 * Teaches the lessons of a user what was moved. Folders of a user that are no class of the model for all have the likeliest
 * class that is not spam.
 */
function movesTeacher(user: UserOptions, path: string, following: FollowOptions) {
  const teacher = userTeacher(user, path, following);
  const teach: Teacher["teach"] = async (lesson, message) => {
    if (lesson.kind !== "learn" || message === undefined) return teacher.teach(lesson, message);
    const { ranking } = await teacher.answer(message);
    const isClass = ranking.some(({ label }) => label === lesson.label);
    if (!isClass && spamIn(ranking, undefined, false) === undefined) return { fates: ["unknown"], classes: [] };
    const label = isClass ? lesson.label : labelFor(ranking, looksLikeSpam(lesson.label) ? "spam" : "ham");
    return teacher.teach({ ...lesson, label }, message);
  };
  return { ...teacher, teach };
}
