import { join } from "node:path";
import { statusOf } from "./file-system.js";

/**
 * The names of journals in the target folder. They are hidden files and not folders, because mail servers show folders:
 * in a Maildir++, Dovecot shows those whose name begins with a dot; in its layout `fs`, it shows all.
 */
export const JOURNAL_NAME = /^\.thresher-journal-.*\.jsonl$/;

/**
 * Returns a free path for the journal of a session.
 *
 * @param time when the session began, in ISO 8601
 */
export function journalPath(into: string, time: string): string {
  const name = `.thresher-journal-${time.replace(/:/g, "-").replace(/\.\d+Z$/, "")}-${process.pid}`;
  let path = join(into, `${name}.jsonl`);
  for (let n = 2; statusOf(path) !== undefined; n++) path = join(into, `${name}-${n}.jsonl`);
  return path;
}
