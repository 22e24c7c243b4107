import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { plural } from "../../../base/numbers.js";
import { shellWord } from "../../../base/shell-words.js";
import { digestOfBytes } from "../../../delivery/filing/file-system.js";
import { Filer } from "../../../delivery/filing/filer.js";
import type { Filed } from "../../../delivery/filing/store.js";
import { historyOf } from "../../../delivery/history/history.js";
import { holdLock } from "../../../documents/files/file-lock.js";
import { KEYWORD } from "../../../mailbox/filing/find-message.js";
import { ImapStore, requireMoving } from "../../../mailbox/filing/imap-store.js";
import { INBOX, labelPaths } from "../../../mailbox/filing/label-paths.js";
import { LeftMessages } from "../../../mailbox/filing/left-messages.js";
import { placeText, shownPlace } from "../../../mailbox/filing/place.js";
import { type Listing, listMessages, type MessageInTurn, readInTurn } from "../../../mailbox/filing/read-folder.js";
import { Connection } from "../../../mailbox/imap/connection.js";
import { listFolders } from "../../../mailbox/imap/folders.js";
import { ImapMailbox } from "../../../mailbox/watching/imap-mailbox.js";
import { WatchState } from "../../../mailbox/watching/watch-state.js";
import { settleMove } from "../../../mailbox/watching/watcher.js";
import { type IdentifiedModel, loadIdentified } from "../../../model/file/model-file.js";
import { requireOneClass } from "../../../model/multi-label.js";
import { requireChoice } from "../../../model/text-model.js";
import type { SortedMessage } from "../../../reports/filing/filing-text.js";
import { passwordPrompt } from "../../input/password-prompt.js";
import { requireAccount } from "../../options/accounts.js";
import { NO_MODEL } from "../../options/config.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { HISTORY } from "../../options/history-option.js";
import { type CommonOptions, type Flags, type Texts, withCommonOptions, withOptions } from "../../options/options.js";
import { collect, day, fraction } from "../../options/parsers.js";
import { accountLock, accountState } from "../../options/state-folder.js";
import { type EachOption, withEach } from "../../output/document-lines.js";
import { say, tell } from "../../output/notices.js";
import { type DecisionOptions, decider, MAIL_UNSURE_BELOW, shownOf } from "../mail/sort-decision.js";
import { repairedJournal, repairStopped } from "../mail/sort-repair.js";
import { type Sorting, sortThrough } from "../mail/sort-through.js";
import { undoAll } from "../mail/sort-undo.js";

type SortOptions = CommonOptions &
  EachOption &
  DecisionOptions &
  Flags<"dryRun" | "keyword"> &
  Texts<"model" | "undo"> & { readonly since?: Date };

/** The decision to leave a message where it is. */
type Left = Omit<SortedMessage, "path">;

/** A message in turn, or the decision of an earlier run to leave it. */
type SortItem = MessageInTurn & { readonly left?: Left | undefined };

/** The options that say which messages are moved, and how. */
export const MOVING = {
  "--only <class>": ["move only messages of this class (repeatable)", collect],
  "--unsure-below <p>": [`leave messages whose class is less probable (default: ${MAIL_UNSURE_BELOW})`, fraction],
  "--keyword": `mark moved messages with the keyword ${KEYWORD}`,
} as const;

/** `thresher mailbox sort`: moves each message of the inbox to the folder of its class. */
export function newCommand(): Command {
  const command = withModel(new Command("sort"), "the model", false)
    .description("Move each message of the inbox to the folder of its class.")
    .argument("<account>", "its name")
    .action(run);
  withOptions(command, "Filing", {
    "--since <day>": ["only messages received on this day or later, such as 2026-01-31", day],
    ...MOVING,
    "--dry-run": "show what would be done, and change nothing on the server",
    ...HISTORY,
  });
  withOptions(command, "Afterwards", {
    "--undo <journal>": ["move the messages of a journal back", { conflicts: ["model", "since", "only", "keyword"] }],
  });
  return withHelp(
    withCommonOptions(withEach(command)),
    `Messages keep their flags and dates, and folders that are missing are made.
Nothing else changes. However sort is stopped, each message is whole, and the
next sort goes on. The journal is in ~/.local/state/thresher/mailbox.

Examples:
  thresher mailbox sort home -m home.model --dry-run
  thresher mailbox sort home -m home.model --only Junk --unsure-below 0.95
  thresher mailbox sort home -m home.model --since 2026-01-31
  thresher mailbox sort home --undo JOURNAL`,
  );
}

async function run(name: string, options: SortOptions): Promise<void> {
  const { model: path, undo: journal, dryRun = false } = options;
  if (path === undefined && journal === undefined) throw new UsageError(NO_MODEL);
  const model = path === undefined || journal !== undefined ? undefined : loadIdentified(path);
  const account = requireAccount(name);
  const journals = accountState(name, !dryRun);
  const release = dryRun ? undefined : holdLock(accountLock(name));
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const connection = new Connection(account, {
    ask: passwordPrompt(),
    stop: stopping.signal,
    onLost: (why, pause) => tell(options, `${why}; trying again in ${plural(pause / 1000, "second")}`),
  });
  try {
    if (model !== undefined) await sort(model, connection, journals, options, stop);
    else await takeBack(resolve(journal ?? ""), connection, journals, options, stop);
  } finally {
    await connection.close();
    release?.();
  }
}

async function sort(
  { model, id: modelId }: IdentifiedModel,
  connection: Connection,
  journals: string,
  options: SortOptions,
  stop: () => void,
): Promise<void> {
  const { dryRun = false, keyword, since, only, unsureBelow } = options;
  requireOneClass(model, "mailbox sort", "classify works with it");
  requireChoice("mailbox sort", model.labels);
  const { name } = connection.account;
  await requireMoving(connection);
  await settleStopped(connection, journals, options);
  const listed = await connection.run((client) => listFolders(client));
  const folders = await connection.run(async (client) => labelPaths(model.labels, listed, client));
  const decide = decider(model, options, { folders });
  const keep = options.history === undefined || dryRun ? undefined : historyOf(options.history, "mailbox sort", say);
  const inbox = await listMessages(connection, INBOX, dryRun, since);
  const circumstances = { model: modelId, only, unsureBelow };
  const known = join(journals, "left");
  const left = dryRun ? undefined : new LeftMessages<Left>(known, inbox, circumstances, since !== undefined);
  const paths = listed.map(({ path }) => path);
  const filer = new Filer(journals, {
    mode: "move",
    dryRun,
    folders,
    store: () => new ImapStore(connection, { folders: paths, keyword, dryRun }),
  });
  const step = async ({ place, message, left: earlier }: SortItem): Promise<SortedMessage> => {
    const id = placeText(place);
    const path = shownPlace(id);
    if (earlier !== undefined) return { path, ...earlier };
    if (message === undefined) {
      return { path, label: "", probability: 0, isUnsure: true, outcome: "left", why: "the server does not send it" };
    }
    const { size, bytes } = message;
    const decision = decide(model.read(bytes), bytes);
    const { destination, probability } = decision;
    const read = { ...digestOfBytes(bytes), size };
    const filed: Filed =
      destination.folder === undefined
        ? { outcome: "left", why: destination.why }
        : await filer.file({ ...destination, source: id, read, probability });
    keep?.(bytes, { ...decision, model: modelId }, { id: `${name}/${path}`, filed: filed.target });
    const { heading, ...shown } = shownOf(decision);
    if (destination.folder === undefined) left?.add(place.uid, { ...shown, ...filed });
    return { path, heading, ...shown, ...filed };
  };
  const sorting: Sorting<SortItem> = {
    items: withLeft(connection, inbox, left),
    unit: "message",
    names: inbox.uids.map((uid) => shownPlace(placeText({ ...inbox, uid }))),
    model,
    filer,
    step,
    stop,
    about: { account: name },
    empty: "No message in the inbox.\n",
    undo: (journal) => `thresher mailbox sort ${name} --undo ${shellWord(journal)}`,
  };
  try {
    await sortThrough(sorting, options);
  } finally {
    left?.close();
  }
}

/**
 * Finishes the moves that stopped runs of `sort` and `watch` left half done, before any other message moves: one with the
 * same bytes could be taken for the message that was under way.
 */
async function settleStopped(connection: Connection, journals: string, options: SortOptions): Promise<void> {
  await repairStopped(journals, options, new ImapStore(connection));
  const watched = join(journals, "watch");
  if (options.dryRun || !existsSync(watched)) return;
  const state = new WatchState(watched);
  try {
    await settleMove(state, new ImapMailbox(connection));
  } finally {
    state.close();
  }
}

/** Reads the messages of the inbox in turn, after those that an earlier run has left there. */
async function* withLeft(connection: Connection, inbox: Listing, left?: LeftMessages<Left>): AsyncGenerator<SortItem> {
  const { folder, validity } = inbox;
  const known = inbox.uids.filter((uid) => left?.get(uid));
  const others = inbox.uids.filter((uid) => !left?.get(uid));
  for (const [i, uid] of known.entries()) {
    yield { place: { folder, validity, uid }, done: i + 1, message: undefined, left: left?.get(uid) };
  }
  for await (const item of readInTurn(connection, { ...inbox, uids: others })) {
    yield { ...item, done: known.length + item.done };
  }
}

/** `thresher mailbox sort --undo JOURNAL`: moves messages back to the inbox. */
async function takeBack(
  path: string,
  connection: Connection,
  journals: string,
  options: SortOptions,
  stop: () => void,
): Promise<void> {
  const store = new ImapStore(connection);
  await requireMoving(connection);
  await settleStopped(connection, journals, options);
  await undoAll(await repairedJournal(path, options, store), options, path, store, stop);
}
