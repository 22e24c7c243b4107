import { groupedBy } from "../../base/lists.js";
import type { ListedMessage, Listing, WatchedMailbox } from "./imap-mailbox.js";
import { type KnownMessage, keyIn } from "./known-message.js";
import type { KnownFolder } from "./watch-state.js";

/** How a folder differs from what is known of it. */
export interface FolderChanges {
  /** Messages that stayed and have a new UID, with their old one. */
  readonly renumbered: readonly { readonly uid: number; readonly before: number; readonly message: KnownMessage }[];
  readonly gone: readonly (readonly [uid: number, message: KnownMessage])[];
  readonly added: readonly ListedMessage[];
}

/**
 * Compares two looks at a folder. Messages are the same if they have the same UID or, with another UID or another
 * UIDVALIDITY, the same key. If several have one key, as many as before stayed.
 */
export async function folderChanges(
  mailbox: Pick<WatchedMailbox, "keys">,
  path: string,
  known: KnownFolder | undefined,
  listing: Listing,
): Promise<FolderChanges> {
  const { validity, uids } = listing;
  const before = known?.messages ?? new Map<number, KnownMessage>();
  const isSame = known?.validity === validity;
  const present = new Set(isSame ? uids : []);
  const gone = new Map([...before].filter(([uid]) => !present.has(uid)));
  const unknown = isSame ? uids.filter((uid) => !before.has(uid)) : uids;
  const listed = unknown.length === 0 ? [] : await mailbox.keys(path, { ...listing, uids: unknown });
  const uidsOfGone = groupedBy(gone.keys(), (uid) => keyIn(gone.get(uid) ?? ""));
  const renumbered = [];
  const added: ListedMessage[] = [];
  for (const entry of listed.toSorted((a, b) => a.uid - b.uid)) {
    const old = uidsOfGone.get(entry.key)?.shift();
    const message = old === undefined ? undefined : gone.get(old);
    if (old === undefined || message === undefined) added.push(entry);
    else {
      renumbered.push({ uid: entry.uid, before: old, message });
      gone.delete(old);
    }
  }
  return { renumbered, gone: [...gone], added };
}
