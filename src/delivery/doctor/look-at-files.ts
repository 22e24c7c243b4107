import { lstatSync, realpathSync } from "node:fs";
import type { DataError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { isLocked } from "../../documents/files/file-lock.js";
import { exists } from "../../documents/files/file-status.js";
import { mayBeRunning } from "../filing/journal-file.js";
import { unfinishedJournals } from "../filing/read-journal.js";
import { DAY, durationText, HOUR } from "./duration.js";
import { fault, notice, ok, type Remark, type Remarks } from "./finding.js";

/**
 * Looks for sessions of `sort` that were stopped.
 *
 * @param folder with their journals
 * @param command that puts in order what they left half done
 * @param store the name of the store, if it is not the folder
 */
export function lookAtJournals(folder: string, command: string, store?: string): Remarks {
  if (!exists(folder)) return [];
  const refused: Remark[] = [];
  const onRefused = ({ message }: DataError) => refused.push(notice(message));
  const stopped = unfinishedJournals(realpathSync(folder), onRefused, store).filter((each) => !mayBeRunning(each));
  const advice = `run ${command} again, which puts it in order`;
  const remarks = stopped.map(({ path, steps }) => {
    const half = steps.filter(({ state }) => state === "open").length;
    const was = `a run was stopped with ${plural(half, "message")} half moved`;
    return (half === 0 ? notice : fault)(`${was}: ${advice} (${path})`);
  });
  return [...refused, ...remarks];
}

/**
 * Looks at the state of `mailbox watch`. The time of the file is when it last looked through the account.
 *
 * @param path of the state; nothing is said if there is none
 * @param command that watches, for messages
 */
export function lookAtWatch(path: string, command: string, now: number): Remarks {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return [];
  const age = now - status.mtimeMs;
  const last = `it last looked through the account ${durationText(age)} ago`;
  const running = (age > HOUR ? notice : ok)(`${command} is running; ${last}`);
  const ended = `${command} is not running; ${last}: start it, and it learns what you have moved since`;
  return [
    (status.mode & 0o077) !== 0 && fault(`other users may have written to the state of ${command}: remove ${path}`),
    isLocked(`${path}.lock`) ? running : (age > DAY ? fault : notice)(ended),
  ];
}
