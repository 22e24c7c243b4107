import { existsSync } from "node:fs";
import { join } from "node:path";
import { DataError, reason, UsageError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { digestOfBytes } from "../../delivery/filing/file-system.js";
import { Filer } from "../../delivery/filing/filer.js";
import type { Filed } from "../../delivery/filing/store.js";
import { holdLock } from "../../documents/files/file-lock.js";
import { ImapStore, requireMoving } from "../../mailbox/filing/imap-store.js";
import { addKeywords, labelKeywords } from "../../mailbox/filing/keywords.js";
import { type LeftMessages, leftMessages } from "../../mailbox/filing/left-messages.js";
import { placeText, shownPlace } from "../../mailbox/filing/place.js";
import { type Listing, listMessages, type ReadMessage, readInTurn } from "../../mailbox/filing/read-folder.js";
import { Connection } from "../../mailbox/imap/connection.js";
import { INBOX, labelPaths, listFolders } from "../../mailbox/imap/folders.js";
import { ImapMailbox } from "../../mailbox/watching/imap-mailbox.js";
import { WatchState } from "../../mailbox/watching/watch-state.js";
import { settleMove } from "../../mailbox/watching/watcher.js";
import { decisionsOf } from "../../model/text-model.js";
import type { SortedMessage } from "../../reports/filing/filing-text.js";
import { accountState } from "../configuration/config.js";
import { decider, historyKeeper, modelToSort } from "../filing/decisions.js";
import { repairedJournal, repairStopped } from "../filing/repairs.js";
import { type Sorted, type SortingOptions, sortInTurn } from "../filing/sorting.js";
import { type Undoing, type UndoOptions, undoAll } from "../filing/undo-sorting.js";
import { type Follower, tell } from "../follower.js";
import type { UserOptions } from "../learning/user-lessons.js";
import { type Account, type AskPassword, requireAccount } from "./accounts.js";

export { KEYWORD } from "../../mailbox/filing/find-message.js";

/** The options of jobs that move messages of an account. */
interface MailboxOptions {
  readonly ask?: AskPassword | undefined;
}

/** The options of `sortMailbox`. */
export interface SortMailboxOptions extends SortingOptions, MailboxOptions, UserOptions {
  /** Only messages received on this day or later. Default: all. */
  readonly since?: Date | undefined;
  /** Mark moved messages with the keyword `KEYWORD`. Default false. */
  readonly keyword?: boolean | undefined;
}

/** The decision of an earlier sort about a message that it did not move. */
type EarlierDecision = Omit<SortedMessage, "path">;

/** A message of the inbox, or the decision of an earlier sort about it. */
interface InTurn {
  readonly uid: number;
  /** The number of messages up to this one. */
  readonly done: number;
  readonly message?: ReadMessage | undefined;
  readonly earlier?: EarlierDecision | undefined;
}

/**
 * Moves each message of the inbox to the folder of its class. With a model of several labels, messages stay there, and
 * get a keyword for each label.
 *
 * @throws DataError if the server is at fault, or another job moves messages of the account; UsageError if an option is
 *   wrong
 */
export async function sortMailbox(name: string, options: SortMailboxOptions): Promise<Sorted> {
  const { dryRun = false, keyword, since, only, unsureBelow, errorsAtMost } = options;
  const account = requireAccount(name);
  const identified = modelToSort(options.model, "mailbox sort", options);
  const { model } = identified;
  const isMultiLabel = decisionsOf(model) !== undefined;
  if (isMultiLabel && keyword) {
    throw new UsageError(
      "keyword: a model of several labels moves no message, it gives a keyword for each label: leave it out",
      { options: ["keyword"] },
    );
  }
  return withAccount(account, options, async (connection, state) => {
    const listed = await connection.run((client) => listFolders(client));
    const folders = isMultiLabel
      ? labelKeywords(model.labels)
      : await connection.run(async (client) => labelPaths(model.labels, listed, client));
    const inbox = await listMessages(connection, INBOX, dryRun, since);
    const circumstances = { model: identified.id, only, unsureBelow, errorsAtMost };
    const earlier = dryRun
      ? undefined
      : leftMessages<EarlierDecision>(join(state, "left"), inbox, circumstances, since !== undefined);
    const paths = listed.map(({ path }) => path);
    const store = new ImapStore(connection, { folders: paths, keyword, dryRun });
    const filer = new Filer(state, { mode: "move", dryRun, folders, store });
    const decide = decider(identified, options, { folders });
    const keep = historyKeeper("mailbox sort", options);
    const sortOne = async ({ uid, message, earlier: before }: InTurn): Promise<SortedMessage> => {
      const id = placeText({ ...inbox, uid });
      const path = shownPlace(id);
      if (before !== undefined) return { path, ...before };
      if (message === undefined) return { path, ...NOT_SENT };
      const { size, bytes } = message;
      const { shown, destination, decided } = decide(model.read(bytes), bytes);
      const { heading, ...rest } = shown;
      const read = { ...digestOfBytes(bytes), size };
      const mark = (keywords: string[]) => marked(connection, { ...inbox, uid }, keywords, dryRun);
      const filed: Filed =
        destination.folder === undefined
          ? { outcome: "left", why: destination.why }
          : isMultiLabel
            ? await mark([destination, ...(destination.more ?? [])].map((one) => one.folder))
            : await filer.file({ ...destination, source: id, read, probability: shown.probability });
      keep?.(bytes, decided, { id: `${name}/${path}`, filed: filed.target });
      if (destination.folder === undefined) earlier?.add(uid, { ...rest, ...filed });
      else if (isMultiLabel && filed.outcome === "filed") earlier?.add(uid, { ...rest, ...filed, outcome: "there" });
      return { path, heading, ...rest, ...filed };
    };
    const names = inbox.uids.map((uid) => shownPlace(placeText({ ...inbox, uid })));
    options.onStart?.(model, names);
    const messages = afterEarlier(connection, inbox, earlier);
    const sorting = sortInTurn(model, messages, filer, sortOne, names.length, options).finally(() => earlier?.close());
    return isMultiLabel ? { ...(await sorting), mode: "mark" } : sorting;
  });
}

/** Gives a message keywords. */
async function marked(
  connection: Connection,
  place: Listing & { readonly uid: number },
  keywords: string[],
  dryRun: boolean,
): Promise<Filed> {
  try {
    if (!dryRun) await addKeywords(connection, place, keywords);
    return { outcome: "filed", target: keywords.join(" ") };
  } catch (error) {
    if (error instanceof DataError) throw error;
    return { outcome: "left", why: reason(error) };
  }
}

/** The outcome for a message that the server lists and does not send. */
const NOT_SENT = {
  label: "",
  probability: 0,
  isUnsure: true,
  outcome: "left",
  why: "the server does not send it",
} as const;

/** Moves the messages of a journal back to the inbox. @throws as `sortMailbox` */
export async function undoMailbox(name: string, path: string, options: UndoOptions & MailboxOptions): Promise<Undoing> {
  return withAccount(requireAccount(name), options, async (connection) => {
    const store = new ImapStore(connection);
    return undoAll(await repairedJournal(path, options, store), options, store);
  });
}

/**
 * Holds the lock of an account while messages are moved there: if two programs move one at the same moment, some servers
 * keep both copies. First finishes the moves that an interrupted `sort` or `watch` left half done, because a message
 * with the same bytes could be taken for the one that was under way.
 */
async function withAccount<T>(
  account: Account,
  options: MailboxOptions &
    Follower & { readonly dryRun?: boolean | undefined; readonly signal?: AbortSignal | undefined },
  run: (connection: Connection, state: string) => Promise<T>,
): Promise<T> {
  const { ask, dryRun, signal: stop } = options;
  // The journals of the account and its lock. For a dry run, the folder need not exist.
  const state = accountState(account.name, !dryRun);
  const release = dryRun ? undefined : holdLock(join(state, "lock"));
  const onLost = (why: string, pause: number) =>
    tell(options, `${why}; trying again in ${plural(pause / 1000, "second")}`);
  const connection = new Connection(account, { ask, stop, onLost });
  try {
    await requireMoving(connection);
    await repairStopped(state, options, new ImapStore(connection));
    const watched = join(state, "watch");
    if (!dryRun && existsSync(watched)) {
      const watch = new WatchState(watched);
      await settleMove(watch, new ImapMailbox(connection)).finally(() => watch.close());
    }
    return await run(connection, state);
  } finally {
    await connection.close();
    release?.();
  }
}

/** Yields the messages of the inbox that an earlier sort has decided about, and then reads the others in turn. */
async function* afterEarlier(
  connection: Connection,
  inbox: Listing,
  earlier: LeftMessages<EarlierDecision> | undefined,
): AsyncGenerator<InTurn> {
  const others = inbox.uids.filter((uid) => !earlier?.get(uid));
  let done = 0;
  for (const uid of inbox.uids) {
    const decision = earlier?.get(uid);
    if (decision !== undefined) yield { uid, done: ++done, earlier: decision };
  }
  for await (const [uid, message] of readInTurn(connection, { ...inbox, uids: others })) {
    yield { uid, done: ++done, message };
  }
}
