import type { WatchedFolder, WatchedMailbox } from "./imap-mailbox.js";
import { keyIn } from "./known-message.js";
import type { KnownFolder } from "./watch-state.js";

/** How many messages are compared. */
const SAMPLE = 20;

/**
 * Finds the folder that a folder has become: it has the same UIDVALIDITY, and the same messages under the same UIDs.
 *
 * @param known a folder that is gone
 * @param candidates folders that were not there before
 */
export async function renamedFolder(
  mailbox: Pick<WatchedMailbox, "list" | "keys">,
  { validity, messages }: KnownFolder,
  candidates: readonly WatchedFolder[],
): Promise<WatchedFolder | undefined> {
  for (const folder of candidates) {
    const listing = await mailbox.list(folder.path, undefined);
    if (listing?.validity !== validity) continue;
    const uids = listing.uids.filter((uid) => messages.has(uid)).slice(0, SAMPLE);
    const listed = uids.length === 0 ? [] : await mailbox.keys({ ...listing, uids });
    const isSame = listed.every(({ uid, key }) => key === keyIn(messages.get(uid) ?? ""));
    if (listed.length > 0 && isSame) return folder;
  }
  return undefined;
}

/**
 * Gives folders that were renamed the classes that they had.
 *
 * @param labels the classes that folders had, by their paths now
 * @param classes those of the model: a folder whose name is one of them has this class
 */
export function withFormerLabels(
  folders: readonly WatchedFolder[],
  labels: ReadonlyMap<string, string>,
  classes: ReadonlySet<string>,
): WatchedFolder[] {
  const own = new Set(folders.map(({ label }) => label));
  return folders.map((folder) => {
    const { path, label } = folder;
    const former = label === undefined || classes.has(label) ? undefined : labels.get(path);
    return former === undefined || own.has(former) ? folder : { ...folder, label: former };
  });
}
