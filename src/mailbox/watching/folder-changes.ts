import { groupedBy } from "../../base/lists.js";
import type { ListedMessage, StampedListing, WatchedMailbox } from "./imap-mailbox.js";
import { type KnownMessage, keyIn } from "./known-message.js";
import type { KnownFolder } from "./watch-state.js";

/** How a folder differs from what is known of it. */
export interface FolderChanges {
  /** The UIDs under which no message is any more. */
  readonly gone: readonly number[];
  /** Messages that stayed and have a new UID. */
  readonly renumbered: readonly (readonly [uid: number, message: KnownMessage])[];
  readonly added: readonly ListedMessage[];
}

/**
 * Compares two looks at a folder. Messages are the same if they have the same UID or, with another UID or another
 * UIDVALIDITY, the same key. If several have one key, as many as before stayed.
 */
export async function folderChanges(
  mailbox: Pick<WatchedMailbox, "keys">,
  known: KnownFolder | undefined,
  listing: StampedListing,
): Promise<FolderChanges> {
  const { validity, uids } = listing;
  const before = known?.messages ?? new Map<number, KnownMessage>();
  const isSame = known?.validity === validity;
  const present = new Set(isSame ? uids : []);
  const gone = [...before.keys()].filter((uid) => !present.has(uid));
  const unknown = isSame ? uids.filter((uid) => !before.has(uid)) : uids;
  const listed = unknown.length === 0 ? [] : await mailbox.keys({ ...listing, uids: unknown });
  const left = groupedBy(
    gone.map((uid) => before.get(uid) ?? ""),
    keyIn,
  );
  const renumbered: [number, KnownMessage][] = [];
  const added: ListedMessage[] = [];
  for (const entry of listed.toSorted((a, b) => a.uid - b.uid)) {
    const message = left.get(entry.key)?.shift();
    if (message === undefined) added.push(entry);
    else renumbered.push([entry.uid, message]);
  }
  return { gone, renumbered, added };
}
