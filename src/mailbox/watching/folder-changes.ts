import { groupedBy } from "../../base/lists.js";
import type { ListedMessage, StampedListing, WatchedFolder, WatchedMailbox } from "./imap-mailbox.js";
import { type KnownFolder, type KnownMessage, keyIn } from "./watch-state.js";

/**
 * Compares two looks at a folder. Messages are the same if they have the same UID or, with another UID or another
 * UIDVALIDITY, the same key. If several have one key, at most as many as before count as the same.
 *
 * @returns `gone`: the UIDs under which no message is any more. `renumbered`: messages that stayed and have a new UID
 */
export async function folderChanges(
  mailbox: Pick<WatchedMailbox, "keys">,
  known: KnownFolder | undefined,
  listing: StampedListing,
) {
  const { validity, uids } = listing;
  const before = known?.messages ?? new Map<number, KnownMessage>();
  const isSame = known?.validity === validity;
  const present = new Set(isSame ? uids : []);
  const gone = [...before.keys()].filter((uid) => !present.has(uid));
  const unknown = isSame ? uids.filter((uid) => !before.has(uid)) : uids;
  const listed = unknown.length === 0 ? [] : await mailbox.keys({ ...listing, uids: unknown });
  const goneMessages = gone.map((uid) => before.get(uid) ?? "");
  const goneByKey = groupedBy(goneMessages, keyIn);
  const renumbered: [number, KnownMessage][] = [];
  const added: ListedMessage[] = [];
  for (const entry of listed.toSorted((a, b) => a.uid - b.uid)) {
    const message = goneByKey.get(entry.key)?.shift();
    if (message === undefined) added.push(entry);
    else renumbered.push([entry.uid, message]);
  }
  return { gone, renumbered, added };
}

/** Maximum number of messages that are compared. */
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
 * Gives folders that were renamed the classes that they had, and folders with another name the class whose mail is filed
 * there, such as spam in Junk. A class that another folder has by now is not given.
 *
 * @param labels the classes that folders had, by their paths now
 * @param classes those of the model: a folder whose name is one of them has this class
 * @param pathOf returns the path of the folder where mail of a class is filed
 */
export function withLabels(
  folders: readonly WatchedFolder[],
  labels: ReadonlyMap<string, string>,
  classes: ReadonlySet<string>,
  pathOf: (label: string) => string,
): WatchedFolder[] {
  const taken = new Set(folders.map(({ label }) => label));
  const filed = new Map(Array.from(classes, (label) => [pathOf(label), label]));
  return folders.map((folder) => {
    const { path, label } = folder;
    const former = label === undefined ? undefined : labels.get(path);
    const other = label !== undefined && classes.has(label) ? undefined : (filed.get(path) ?? former);
    return other === undefined || taken.has(other) ? folder : { ...folder, label: other };
  });
}
