import { resolve } from "node:path";
import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { groupedBy } from "../../../base/lists.js";
import { grouped, plural } from "../../../base/numbers.js";
import { shellWord } from "../../../base/safe-text.js";
import { digestOfBytes } from "../../../delivery/filing/digest.js";
import { Filer } from "../../../delivery/filing/filer.js";
import type { Journal } from "../../../delivery/filing/journal.js";
import { NOT_CHOSEN, UNSURE } from "../../../delivery/filing/policy.js";
import { readJournal, unfinishedJournals } from "../../../delivery/filing/read-journal.js";
import { repair } from "../../../delivery/filing/repair.js";
import type { Filed } from "../../../delivery/filing/store.js";
import { holdLock } from "../../../documents/files/file-lock.js";
import { ImapStore, requireMoving } from "../../../mailbox/filing/imap-store.js";
import { INBOX, labelPaths } from "../../../mailbox/filing/label-paths.js";
import { KEYWORD } from "../../../mailbox/filing/locate.js";
import { placeFrom, placeText, shownPlace } from "../../../mailbox/filing/place.js";
import { listMessages, type ReadMessage, readMessages } from "../../../mailbox/filing/read-folder.js";
import { GONE } from "../../../mailbox/filing/refusal.js";
import { Connection } from "../../../mailbox/imap/connection.js";
import { listFolders } from "../../../mailbox/imap/folders.js";
import { load } from "../../../model/file/model-file.js";
import { requireOneClass } from "../../../model/multi-label.js";
import { requireChoice, type TextModel } from "../../../model/text-model.js";
import {
  filingCounts,
  filingCountsText,
  filingLines,
  isOrdinary,
  type SortedMessage,
  sortedJson,
} from "../../../reports/filing/filing-text.js";
import { passwordPrompt } from "../../input/password-prompt.js";
import { requireAccount } from "../../options/accounts.js";
import { NO_MODEL } from "../../options/config.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, type Flags, type Texts, withCommonOptions, withOptions } from "../../options/options.js";
import { collect, fraction } from "../../options/parsers.js";
import { accountLock, accountState } from "../../options/state-folder.js";
import { type EachOption, withEach } from "../../output/document-lines.js";
import { namesOf, say, tell } from "../../output/notices.js";
import { printDone, terminalStyle } from "../../output/output.js";
import { progressBar } from "../../output/progress.js";
import { type DecisionOptions, decider, hasHeadings } from "../mail/sort-decision.js";
import { shortPath } from "../mail/sort-inputs.js";
import { undoAll } from "../mail/sort-undo.js";
import { tellStopped, workThrough } from "../mail/work-through.js";

type SortOptions = CommonOptions & EachOption & DecisionOptions & Flags<"dryRun" | "keyword"> & Texts<"model" | "undo">;

/** Shorter pauses before another attempt to connect are not told, in milliseconds. */
const TOLD_PAUSE = 4_000;

/** `thresher mailbox sort`: moves each message of the inbox to the folder of its class. */
export function newCommand(): Command {
  const command = withModel(new Command("sort"), "the model", false)
    .description("Move each message of the inbox to the folder of its class.")
    .argument("<account>", "its name")
    .action(run);
  withOptions(command, "Filing", {
    "--only <class>": ["move only messages of this class (repeatable)", collect],
    "--unsure-below <p>": [
      "leave a message in the inbox if its class is less probable than this (default: 0.8 for models of mail)",
      fraction,
    ],
    "--keyword": `mark moved messages with the keyword ${KEYWORD}`,
    "--dry-run": "show what would be done, and change nothing on the server",
  });
  withOptions(command, "Afterwards", {
    "--undo <journal>": ["move the messages of a journal back", { conflicts: ["model", "only", "keyword"] }],
  });
  return withHelp(
    withCommonOptions(withEach(command)),
    `Messages are moved on the server, and keep their flags and dates. They are not
marked as read. Folders that are missing are made; nothing else changes. If the
connection breaks, sort goes on where it was. If sort is killed, each message is
whole and in one place, and the next sort finishes the step that was half done.
The journal is in ~/.local/state/thresher/mailbox.

Examples:
  thresher mailbox sort home -m home.model --dry-run
  thresher mailbox sort home -m home.model --only Junk --unsure-below 0.95
  thresher mailbox sort home --undo JOURNAL`,
  );
}

async function run(name: string, options: SortOptions): Promise<void> {
  const { model: path, undo: journal, dryRun = false } = options;
  if (path === undefined && journal === undefined) throw new UsageError(NO_MODEL);
  const model = path === undefined || journal !== undefined ? undefined : load(path);
  const account = requireAccount(name);
  const journals = accountState(name, !dryRun);
  const release = dryRun ? undefined : holdLock(accountLock(name));
  const connection = new Connection(account, {
    ask: passwordPrompt(),
    onLost: (why, pause) => {
      if (pause >= TOLD_PAUSE) tell(options, `${why}; trying again in ${plural(pause / 1000, "second")}`);
    },
  });
  try {
    if (model !== undefined) await sort(model, connection, journals, options);
    else await takeBack(resolve(journal ?? ""), connection, options);
  } finally {
    await connection.close();
    release?.();
  }
}

async function sort(model: TextModel, connection: Connection, journals: string, options: SortOptions): Promise<void> {
  const { dryRun = false, keyword } = options;
  requireOneClass(model, "mailbox sort", "classify works with it");
  requireChoice("mailbox sort", model.labels);
  const { name } = connection.account;
  await requireMoving(connection);
  await repairStopped(journals, connection, options);
  const listed = await connection.run((client) => listFolders(client));
  const folders = await connection.run(async (client) => labelPaths(model.labels, listed, client));
  const decide = decider(model, options, { folders });
  const inbox = await listMessages(connection, INBOX, dryRun);
  const paths = listed.map(({ path }) => path);
  const filer = new Filer(journals, {
    mode: "move",
    dryRun,
    folders,
    store: () => new ImapStore(connection, { folders: paths, keyword, dryRun }),
  });
  const progress = progressBar("sorting", inbox.messages.length, options);
  let done = 0;
  const step = async ({ id, size, bytes }: ReadMessage): Promise<SortedMessage> => {
    progress.update(++done);
    const path = shownPlace(id);
    if (bytes === undefined) return { path, label: "", probability: 0, isUnsure: true, outcome: "left", why: GONE };
    const { destination, ...decision } = decide(model.read(bytes), bytes);
    if (destination.folder === undefined) return { path, ...decision, outcome: "left", why: destination.why };
    const read = { ...digestOfBytes(bytes), size };
    const filed = await filer.file({ ...destination, source: id, read, probability: decision.probability });
    return { path, ...decision, ...filed };
  };
  const finish = () => {
    filer.finish();
    progress.stop();
  };
  const style = terminalStyle();
  const shownIds = inbox.messages.map(({ uid }) => shownPlace(placeText({ ...inbox, uid })));
  const lineOf = filingLines(shownIds, model.labels, style, hasHeadings(model));
  const work = { step, finish, lineOf, isOrdinary };
  const { results, lines, stopped } = await workThrough(readMessages(connection, inbox, dryRun), work, options);

  const counts = filingCounts(results, model.labels);
  const journal = filer.hasJournal ? shortPath(filer.journal) : undefined;
  const undo = journal && `thresher mailbox sort ${name} --undo ${shellWord(journal)}`;
  const asText = () => {
    if (counts.length === 0) return "No message in the inbox.\n";
    const next = undo === undefined || stopped !== undefined ? "" : `To undo it: ${undo}\n`;
    const parts = [filingCountsText(counts, "move", dryRun, style), lines.restText(journal), next];
    return (lines.text === "" ? "" : "\n") + parts.filter((part) => part !== "").join("\n");
  };
  const asJson = () => ({
    account: name,
    dryRun,
    journal: filer.hasJournal ? filer.journal : null,
    stopped: stopped?.signal ?? null,
    messages: results.map(sortedJson),
    classes: counts,
  });
  await printDone(options, { asJson, asText });
  tellLeft(results);
  if (stopped === undefined) return;
  const at = `after ${grouped(results.length)} of ${plural(inbox.messages.length, "message")}`;
  const back = undo === undefined ? "" : `; to undo it: ${undo}`;
  tellStopped(stopped.signal, `${at}: to go on, run the same command again${back}`);
}

/** Names the messages that could not be moved, by the reason, and sets the exit code to 1 if there are any. */
function tellLeft(messages: readonly SortedMessage[]): void {
  const isLeft = ({ outcome, why }: Filed) => outcome === "left" && why !== UNSURE && why !== NOT_CHOSEN;
  for (const [why, left] of groupedBy(messages.filter(isLeft), ({ why = "" }) => why)) {
    say(`left ${plural(left.length, "message")} in the inbox: ${why}: ${namesOf(left.map(({ path }) => path))}`);
    process.exitCode = 1;
  }
}

/** `thresher mailbox sort --undo JOURNAL`: moves messages back to the inbox. */
async function takeBack(path: string, connection: Connection, options: SortOptions): Promise<void> {
  const { name } = connection.account;
  const store = new ImapStore(connection);
  let journal = readJournal(path, name);
  await requireMoving(connection);
  if (!journal.isFinished) {
    const { steps } = await repairAndTell(journal, store, options);
    journal = options.dryRun ? { ...journal, steps } : readJournal(path, name);
  }
  await undoAll(journal, options, {
    path,
    store,
    shown: ({ step }) => ({ at: shownPlace(step.id), source: placeFrom(step.source).folder }),
  });
}

/** Finishes the steps of sessions that were stopped. */
async function repairStopped(folder: string, connection: Connection, options: SortOptions): Promise<void> {
  const { name } = connection.account;
  for (const journal of unfinishedJournals(folder, ({ message }) => tell(options, message), name)) {
    await repairAndTell(journal, new ImapStore(connection), options);
  }
}

async function repairAndTell(journal: Journal, store: ImapStore, options: SortOptions) {
  const { dryRun = false } = options;
  const repaired = await repair(journal, { dryRun, store });
  const order = `${plural(repaired.documents, "message")} ${dryRun ? "to put" : "put"} in order`;
  tell(
    options,
    `an earlier run was stopped: ${repaired.documents === 0 ? "nothing was half done" : order} (${shortPath(journal.path)})`,
    repaired.twice.map(({ source, target }) => `${shownPlace(source)} is in ${target}, too: remove one of them`),
  );
  return repaired;
}
