import { DataError } from "../errors.js";
import { FILE_SYSTEM, isFolder, statusOf } from "../filing/file-system.js";
import type { Journal } from "../filing/journal.js";
import { begunJournals, mayBeRunning, readJournal, unfinishedJournals } from "../filing/journal-file.js";
import { repair } from "../filing/repair.js";
import { plural } from "../reports/numbers.js";
import { safeText } from "../reports/safe-text.js";
import { tell } from "./notices.js";
import type { CommonOptions } from "./options.js";
import { shortPath } from "./short-path.js";

/** Puts in order what earlier runs into a folder, which were stopped, have left half done. */
export function repairStopped(into: string, options: CommonOptions): void {
  for (const journal of unfinishedJournals(into)) {
    if (!mayBeRunning(journal)) repairTelling(journal, options);
  }
}

/**
 * A journal that is to be continued, put in order; undefined if there is none yet.
 *
 * @throws DataError if it is none, or that of a run that is not over.
 */
export function repairBefore(path: string | undefined, options: CommonOptions): Journal | undefined {
  if (path === undefined || statusOf(FILE_SYSTEM, path) === undefined) return undefined;
  const journal = readJournal(path);
  if (mayBeRunning(journal)) {
    const { process, host } = journal.runs[journal.runs.length - 1];
    throw new DataError(
      `${path}: required the journal of a run that is over, found that of process ${process} on ${host}: wait for it, or end it`,
    );
  }
  if (journal.isFinished) return journal;
  repairTelling(journal, options);
  return readJournal(path);
}

/**
 * A journal that is to be read, put in order.
 *
 * @throws DataError if there is none, or it is that of a run that is not over.
 */
export function requireJournal(path: string, options: CommonOptions): Journal {
  if (isFolder(FILE_SYSTEM, path)) {
    const last = begunJournals(path).at(-1);
    const hint = last === undefined ? "" : `: its last journal is ${shortPath(last)}`;
    throw new DataError(`${path}: required a journal of thresher sort, found a folder${hint}`);
  }
  const journal = repairBefore(path, options);
  if (journal !== undefined) return journal;
  throw new DataError(`${path}: required a journal of thresher sort, found nothing there`);
}

/**
 * The same; or all journals of a folder that was sorted into, as one.
 *
 * @throws DataError if the folder has none.
 */
export function requireJournals(path: string, options: CommonOptions): Journal {
  if (!isFolder(FILE_SYSTEM, path)) return requireJournal(path, options);
  const journals = begunJournals(path).map((journal) => requireJournal(journal, options));
  if (journals.length === 0) {
    throw new DataError(
      `${path}: required a journal of thresher sort, or a folder that was sorted into, found neither`,
    );
  }
  const [runs, steps] = [journals.flatMap(({ runs }) => runs), journals.flatMap(({ steps }) => steps)];
  return { ...journals[journals.length - 1], path, runs, steps };
}

function repairTelling(journal: Journal, options: CommonOptions): void {
  const repaired = repair(journal);
  const what = repaired === 0 ? "nothing was half done" : `${plural(repaired, "document")} put in order`;
  tell(options, `thresher: an earlier run was stopped: ${what} (${safeText(shortPath(journal.path))})`);
}
