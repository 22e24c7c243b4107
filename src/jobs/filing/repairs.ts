import { relative, resolve, sep } from "node:path";
import { DataError, orElse } from "../../base/errors.js";
import { isFolder } from "../../delivery/filing/file-system.js";
import type { Journal } from "../../delivery/filing/journal.js";
import { mayBeRunning } from "../../delivery/filing/journal-file.js";
import { folderJournals, readJournal, unfinishedJournals } from "../../delivery/filing/read-journal.js";
import type { JournalledStore } from "../../delivery/filing/store.js";
import { realInto } from "../../delivery/filing/target-folders.js";
import { type Repair, repair } from "../../delivery/filing/undo.js";
import { repairLines } from "../../reports/filing/filing-text.js";
import { type Follower, tell } from "../follower.js";

/** The options of repairs. */
export interface RepairOptions extends Follower {
  readonly dryRun?: boolean | undefined;
  /** The folder that a journal is about, if the journal lies elsewhere. */
  readonly into?: string | undefined;
}

/**
 * Repairs what an interrupted `sort` left half done, by the journals in a folder. Tells which journals cannot be used,
 * and goes on.
 *
 * @param store the mail account that the journals are about. Default: they are about the folder
 */
export async function repairStopped(folder: string, options: RepairOptions, store?: JournalledStore): Promise<void> {
  for (const journal of unfinishedJournals(folder, tellRefusal(options), store?.name)) {
    if (mayBeRunning(journal)) continue;
    try {
      await repairAndTell(journal, options, store);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      tellRefusal(options)(error);
    }
  }
}

/**
 * Returns a journal to read, or all journals of a folder. The steps are as a repair would leave them, unless the
 * session may be running, but the files are not repaired.
 *
 * @throws DataError if it is not trusted, or the folder has no trusted journal.
 */
export async function readJournals(path: string, options: RepairOptions): Promise<Journal[]> {
  if (!isFolder(path)) return [await asRepaired(readJournal(path, folderGiven(options)))];
  const journals = folderJournals(realInto(path, false), tellRefusal(options));
  if (journals.length > 0) return Promise.all(journals.map(asRepaired));
  throw new DataError(`${path} is neither a journal nor a folder with a trusted journal`);
}

/**
 * Repairs what a journal left half done, and returns the journal as it is afterwards, with the state of each step. A
 * dry run repairs nothing, and returns the journal as a repair would leave it.
 *
 * @param store the mail account that the journal is about. Default: a folder
 * @throws DataError if it is not trusted, or its session may still be at work.
 */
export async function repairedJournal(path: string, options: RepairOptions, store?: JournalledStore): Promise<Journal> {
  if (store === undefined && isFolder(path)) {
    const journals = folderJournals(realInto(path, false), tellRefusal(options));
    const last = journals.at(-1);
    const hint = last === undefined ? "" : `; its last journal is ${shortPath(last.path)}`;
    throw new DataError(`${path} is a folder: --undo takes one journal${hint}`);
  }
  const into = store?.name ?? folderGiven(options);
  const journal = readJournal(path, into);
  const last = journal.sessions.at(-1);
  if (last === undefined || journal.isFinished) return journal;
  if (mayBeRunning(journal)) {
    throw new DataError(
      `${path} is the journal of a run that may still be at work (process ${last.process} on ${last.host}): wait for it, or end it`,
    );
  }
  const { steps } = await repairAndTell(journal, options, store);
  return options.dryRun ? { ...journal, steps } : readJournal(path, into);
}

/** Returns a journal with the steps as a repair would leave them, unless its session may be running. */
async function asRepaired(journal: Journal): Promise<Journal> {
  return mayBeRunning(journal) ? journal : { ...journal, steps: (await repair(journal, { dryRun: true })).steps };
}

/** Returns the real path of --into, the folder that a journal must be about; undefined if it is not given. */
function folderGiven({ into }: RepairOptions): string | undefined {
  return into === undefined ? undefined : realInto(resolve(into), false);
}

/** Repairs a journal, tells what was removed and what is there twice, and returns that with the steps as they are now. */
async function repairAndTell(journal: Journal, options: RepairOptions, store?: JournalledStore): Promise<Repair> {
  const { dryRun = false } = options;
  const shown = store?.shown ?? shortPath;
  const repaired = await repair(journal, { dryRun, store });
  const { documents } = repaired;
  // In a folder, incomplete copies were removed; in an account, only originals of copied messages, which nobody misses.
  const removed = store === undefined ? repaired.removed.map(shown) : [];
  const twice = repaired.twice.map(({ source, into, target }) => ({
    source: shown(source),
    target: shown(store === undefined ? `${into}/${target}` : target),
  }));
  const cure = store === undefined ? "sort it again, or take that run back, to have it once" : "remove one of them";
  tell(options, repairLines({ documents, removed, twice, cure }, shortPath(journal.path), dryRun));
  return repaired;
}

/** Returns a function that tells why a journal cannot be used. */
function tellRefusal(options: RepairOptions): (error: DataError) => void {
  return ({ message }) => tell(options, message);
}

/** Returns a path relative to the current folder if it is below it; otherwise unchanged. */
export function shortPath(path: string): string {
  // If the current folder was removed, absolute paths still work.
  const below = orElse(() => relative(process.cwd(), path), "");
  return below === "" || below === ".." || below.startsWith(`..${sep}`) ? path : below;
}
