import { orElse } from "../../base/errors.js";
import { LineFile } from "../../documents/files/line-file.js";
import type { Listing } from "./read-folder.js";

/** The id of the model and the options, on which a decision depends. */
export type Circumstances = Readonly<Record<string, unknown>>;

/** The decisions about messages that stay in the inbox. */
export type LeftMessages<T extends object> = ReturnType<typeof leftMessages<T>>;

/**
 * Remembers the decisions about messages that stay in the inbox, so that these messages need not be downloaded again.
 * The decisions hold for one UIDVALIDITY and the same circumstances. The file has about 100 bytes for each message, and
 * no text of it. If it cannot be read or written, messages are downloaded again, and nothing else changes.
 *
 * @param listing decisions about other messages are forgotten, unless `isPart`
 * @param isPart whether the inbox has more messages than the listing
 * @throws DataError if the file is another user's, or in use by another process
 */
export function leftMessages<T extends object>(
  path: string,
  { validity, uids }: Listing,
  circumstances: Circumstances,
  isPart: boolean,
) {
  const first = JSON.stringify({ validity, ...circumstances });
  const lines: string[] = [];
  const file = LineFile.own(path, { name: "list of left messages" }, (line) => lines.push(line));
  const known = new Map<number, T>();
  const listed = new Set(uids);
  for (const line of lines.shift() === first ? lines : []) {
    const entry: unknown = orElse(() => JSON.parse(line), undefined);
    const [uid, decision] = Array.isArray(entry) ? entry : [];
    if (decision instanceof Object && (isPart || listed.has(uid))) known.set(uid, decision);
  }
  orElse(() => file.rewrite([first, ...Array.from(known, (entry) => JSON.stringify(entry))]), undefined);
  return {
    get: (uid: number) => known.get(uid),
    add: (uid: number, decision: T) => orElse(() => file.add(JSON.stringify([uid, decision])), undefined),
    close: () => file.close(),
  };
}
