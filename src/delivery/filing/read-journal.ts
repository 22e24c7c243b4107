import fs from "node:fs";
import { dirname, join } from "node:path";
import { DataError, orDataError } from "../../base/errors.js";
import { groupedBy } from "../../base/lists.js";
import { plural } from "../../base/numbers.js";
import { isOurs } from "../../base/only-ours.js";
import { LineFile } from "../../documents/files/line-file.js";
import { statusOf } from "./file-system.js";
import { FOLDER, JOURNAL_KIND, JOURNAL_NAME, type Journal, JournalEntries, type JournalStep } from "./journal.js";

/**
 * Reads a journal that can be trusted: only the user or root can have written it, and it is about the folder that holds
 * it.
 *
 * @param into the folder that the journal must be about, as a real path, or the name of another store; default: the
 *   folder that holds the journal
 * @throws DataError if it is missing or cannot be trusted, with what to do.
 */
export function readJournal(path: string, into?: string): Journal {
  return LineFile.reading(path, JOURNAL_KIND, (file) => {
    const entries = new JournalEntries();
    let number = 0;
    const read = file.read((line) => {
      number++;
      if (entries.add(line)) return;
      throw new DataError(`${path}, line ${number}: this is not a line of a journal of thresher sort`);
    });
    const { sessions, steps, made, isFinished } = entries;
    // A session that was stopped within its first line has left a part of it, or nothing.
    if (sessions.length === 0 && !BEGINNING.startsWith(read.torn.slice(0, BEGINNING.length))) {
      throw new DataError(`${path} is not a journal of thresher sort`);
    }
    const folder = into ?? fs.realpathSync(dirname(path));
    const other = sessions.find(({ store = FOLDER, into: about }) =>
      store === FOLDER ? !isOneFolder(about, folder) : about !== into,
    );
    if (other !== undefined) throw elsewhere(path, other.into, into);
    return { path, sessions, steps: [...steps.values()], made, isFinished, read };
  });
}

/** The beginning of the first line of a session. */
const BEGINNING = '{"step":"begin"';

/**
 * Returns whether a path from a journal is a path without links to a folder. Some file systems accept two spellings of
 * a name, so the folders are compared, not only the paths. `sort` never writes a path through a link, and
 * `/proc/self/cwd/sorted` would match wherever an archive with a journal is unpacked.
 */
function isOneFolder(path: string, folder: string): boolean {
  if (path === folder) return true;
  const status = statusOf(path);
  const wanted = statusOf(folder);
  const isSame = status?.isDirectory() && status.ino !== 0 && status.ino === wanted?.ino && status.dev === wanted.dev;
  return isSame === true && fs.realpathSync(path) === path;
}

/** Makes the error for a journal about another folder or store. @param about that folder or store */
function elsewhere(path: string, about: string, into: string | undefined): DataError {
  const advice =
    into === undefined
      ? `but does not lie in it, so it is not used: if you mean that folder, give it as into`
      : `not about ${into}: choose another journal or another folder`;
  return new DataError(`${path} is about ${about}, ${advice}`, { options: ["into"] });
}

/** Called with each journal that cannot be trusted. */
export type OnRefused = (error: DataError) => void;

/**
 * Returns the journals of a folder whose last session was stopped. Otherwise as `folderJournals`.
 *
 * @param name the store that the journals are about. Default: the folder
 */
export function unfinishedJournals(into: string, onRefused: OnRefused = () => undefined, name?: string): Journal[] {
  // A journal whose last line is the end of a session need not be read.
  const isOpen = (path: string) =>
    LineFile.reading(path, JOURNAL_KIND, (file) => !file.lastLine().startsWith('{"step":"end"'));
  return folderJournals(into, onRefused, name, isOpen).filter(({ isFinished }) => !isFinished);
}

/**
 * Returns the journals of a folder, oldest first. Skips journals that cannot be trusted.
 *
 * @param into a real path
 * @param onRefused called with each journal that is skipped, and why
 * @param name the store that the journals are about. Default: the folder
 * @param isWanted whether to read the journal with this path, which can be trusted. Default: all
 */
export function folderJournals(
  into: string,
  onRefused: OnRefused,
  name?: string,
  isWanted: (path: string) => boolean = () => true,
): Journal[] {
  const orRefused = <T>(call: () => T[]): T[] => {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      onRefused(error);
      return [];
    }
  };
  const messageOf = (why: string) => `the journals in ${into} cannot be listed: ${why}`;
  const names = statusOf(into) === undefined ? [] : orRefused(() => orDataError(() => fs.readdirSync(into), messageOf));
  // The names begin with the time, so their order is that of time.
  const paths = names.flatMap((each) => (JOURNAL_NAME.test(each) ? [join(into, each)] : [])).sort();
  // A journal that is gone by now counts as one of nobody (uid -1).
  const trusted = paths.filter((path) => isOurs(statusOf(path) ?? { uid: -1 }));
  const others = paths.length - trusted.length;
  if (others > 0)
    onRefused(new DataError(`${into} has ${plural(others, "journal")} of other users, which are not used`));
  const journals = trusted.flatMap((path) => orRefused(() => (isWanted(path) ? [readJournal(path, name)] : [])));
  // A session that was stopped within its first line has done nothing.
  return journals.filter(({ sessions }) => sessions.length > 0);
}

/**
 * Returns a function that tells whether an earlier session has moved a message into a folder. A move does not change
 * the time of a message, so only journals that are at least as new as the message are read.
 *
 * @param into a real path
 */
export function earlierMoves(into: string) {
  /** The journals from this time on have been read. */
  let since = Number.POSITIVE_INFINITY;
  let moves: ReadonlyMap<string, readonly JournalStep[]> = new Map();
  /** @param changedAt when the message was last changed, in milliseconds since 1970 */
  return ({ digest, changedAt }: { readonly digest: string; readonly changedAt: number }, folder: string): boolean => {
    if (changedAt < since) {
      since = changedAt;
      const isLater = (path: string) => (statusOf(path)?.mtimeMs ?? 0) >= changedAt;
      const journals = folderJournals(into, () => undefined, undefined, isLater);
      const steps = journals.flatMap((journal) => journal.steps);
      moves = groupedBy(
        steps.filter(({ mode, state }) => mode === "move" && state === "done"),
        (step) => step.digest,
      );
    }
    return moves.get(digest)?.some(({ target }) => target.startsWith(`${folder}/`)) === true;
  };
}
