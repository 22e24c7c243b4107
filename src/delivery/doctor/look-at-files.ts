import { lstatSync, realpathSync } from "node:fs";
import { DataError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { isLocked } from "../../documents/files/file-lock.js";
import { exists } from "../../documents/files/files.js";
import { mayBeRunning } from "../filing/journal-file.js";
import { unfinishedJournals } from "../filing/read-journal.js";
import { DAY, durationText, fault, notice, ok, type Remark } from "./finding.js";
import { lookAtPermissions } from "./permissions.js";

/**
 * Looks for runs of `sort` that were stopped.
 *
 * @param folder with their journals
 * @param command that puts in order what they left half done
 * @param store the name of the store, if it is not the folder
 */
export function lookAtJournals(folder: string, command: string, store?: string): Remark[] {
  if (!exists(folder)) return [];
  const remarks: Remark[] = [];
  const refused = ({ message }: DataError) => remarks.push(notice(message));
  for (const journal of unfinishedJournals(realpathSync(folder), refused, store)) {
    if (mayBeRunning(journal)) continue;
    const half = journal.steps.filter(({ state }) => state === "open").length;
    const what = half === 0 ? "" : ` with ${plural(half, "message")} half moved`;
    remarks.push(
      (half === 0 ? notice : fault)(
        `a run was stopped${what}: run ${command} again, which puts it in order (${journal.path})`,
      ),
    );
  }
  return remarks;
}

/** Looks at a copy of mail. @throws DataError if it is missing */
export function lookAtCopy(folder: string): Remark[] {
  if (!exists(folder)) throw new DataError("there is no such folder: mailbox train makes it anew");
  return [ok("a copy of mail"), ...lookAtPermissions(folder, "your mail")];
}

/**
 * Looks at the state of `mailbox watch`. The file is written whenever something has changed.
 *
 * @param path of the state; nothing is said if there is none
 */
export function lookAtWatch(path: string, command: string, now: number): Remark[] {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return [];
  const isShut = (status.mode & 0o077) === 0;
  const age = now - status.mtimeMs;
  const last = `its last change was ${durationText(age)} ago`;
  return [
    ...(isShut ? [] : [fault(`other users may have written to the state of ${command}: remove ${path}`)]),
    isLocked(`${path}.lock`)
      ? ok(`${command} is running; ${last}`)
      : (age > DAY ? fault : notice)(
          `${command} is not running; ${last}: start it, and it learns what you have moved since`,
        ),
  ];
}
