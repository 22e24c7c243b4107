import type { ImapFlow } from "imapflow";
import type { Place } from "./place.js";
import { openFolder } from "./read-folder.js";
import { GONE, orRefusal } from "./refusal.js";

/** @throws Error unless one message can be removed without others. A server may have changed since the last connection. */
export function requireRemoving({ capabilities }: ImapFlow): void {
  if (!capabilities.has("UIDPLUS")) throw new Error("the server has neither MOVE nor UIDPLUS any more");
}

/** Removes one message, and no other. @throws Error if the UIDVALIDITY has changed, so that the UID is another's */
export async function remove(client: ImapFlow, place: Place): Promise<void> {
  requireRemoving(client);
  const { uidValidity } = await openFolder(client, place.folder);
  if (String(uidValidity) !== place.validity) throw new Error(GONE);
  await orRefusal(client, () => client.messageDelete(String(place.uid), { uid: true }));
}

/**
 * Removes a message that was copied. If it is gone, or the server refuses, the copy is removed, so that there is one.
 *
 * @param copy undefined if it is not sure that the message there is the copy; then it stays
 */
export async function removeCopied(client: ImapFlow, from: Place, copy: Place | undefined): Promise<void> {
  const [uid, range] = [String(from.uid), { uid: true }] as const;
  const deleted = ["\\Deleted"];
  try {
    await openFolder(client, from.folder);
    await orRefusal(client, () => client.messageFlagsAdd(uid, deleted, range));
    // Another program may have moved it since it was copied.
    if (!(await client.fetchOne(uid, { flags: true }, range))) throw new Error(GONE);
    await remove(client, from);
  } catch (error) {
    if (!client.usable) throw error;
    await client.messageFlagsRemove(uid, deleted, range);
    if (copy !== undefined) await remove(client, copy);
    throw error;
  }
}
