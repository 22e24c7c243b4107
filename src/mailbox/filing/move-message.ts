import type { CopyResponseObject, ImapFlow } from "imapflow";
import { GONE, NOT_DONE, orRefusal } from "../imap/faults.js";
import { findMessage, whereIs } from "./find-message.js";
import type { MessagePlace, Move, Place } from "./place.js";
import { openFolder } from "./read-folder.js";

const BY_UID = { uid: true } as const;

/**
 * Moves a message that is in its folder: with UID MOVE (RFC 6851), otherwise with a copy.
 *
 * @returns its place now
 * @throws Error with the reason if it has to stay
 */
export async function moveMessage(client: ImapFlow, move: Move): Promise<MessagePlace> {
  await openFolder(client, move.from.folder);
  if (!client.capabilities.has("MOVE")) return copyAndRemove(client, move);
  const answer = await orRefusal(client, () => client.messageMove(String(move.from.uid), move.to, BY_UID));
  const named = namedIn(answer, move);
  if (named !== undefined) return named;
  // The server names no UID (RFC 4315) if the message was gone, or the folder has no lasting UIDs.
  const { from, to } = await whereIs(client, move, true);
  if (to !== undefined) return to;
  throw new Error(from === undefined ? GONE : NOT_DONE);
}

/** Copies a message, looks at the copy, and removes the original by its UID (RFC 4315). */
async function copyAndRemove(client: ImapFlow, move: Move): Promise<MessagePlace> {
  requireRemoving(client);
  const answer = await orRefusal(client, () => client.messageCopy(String(move.from.uid), move.to, BY_UID));
  const named = namedIn(answer, move);
  const copy = named && (await findMessage(client, named, move));
  if (copy?.isSure) {
    await removeOriginal(client, move.from, copy);
    return copy;
  }
  const { from, to } = await whereIs(client, move, true);
  if (to !== undefined) {
    // It may be another message with the same bytes, so it stays whatever happens to the original.
    await removeOriginal(client, move.from, undefined);
    return to;
  }
  if (from === undefined) throw new Error(GONE);
  const { validity, uid = Number.POSITIVE_INFINITY } = move.first ?? {};
  const isNew = named !== undefined && named.validity === validity && named.uid >= uid;
  if (!isNew) throw new Error(NOT_DONE);
  // The server names a new message with other bytes: it has changed the copy.
  await removeMessage(client, named);
  throw new Error("the server changes it when it copies it, so the copy was removed again");
}

/** Returns the new place of a message, if the answer names it (COPYUID). */
function namedIn({ uidMap, uidValidity }: CopyResponseObject, { from, to }: Move): MessagePlace | undefined {
  const uid = uidMap?.get(from.uid ?? 0);
  return uid === undefined ? undefined : { folder: to, validity: String(uidValidity), uid };
}

/**
 * @throws Error unless one message can be removed without others. A server may have changed since the last
 *   connection.
 */
function requireRemoving({ capabilities }: ImapFlow): void {
  if (!capabilities.has("UIDPLUS")) throw new Error("the server has neither MOVE nor UIDPLUS any more");
}

/** Removes one message, and no other. @throws Error if the UIDVALIDITY has changed, so that the UID is another's */
export async function removeMessage(client: ImapFlow, place: Place): Promise<void> {
  requireRemoving(client);
  const { uidValidity } = await openFolder(client, place.folder);
  if (String(uidValidity) !== place.validity) throw new Error(GONE);
  await orRefusal(client, () => client.messageDelete(String(place.uid), { uid: true }));
}

/**
 * Removes a message that was copied. If it is gone, or the server refuses, removes the copy, so that there is one.
 *
 * @param copy undefined if it is not sure that the message there is the copy; then it stays
 */
async function removeOriginal(client: ImapFlow, from: Place, copy: Place | undefined): Promise<void> {
  const uid = String(from.uid);
  const deleted = ["\\Deleted"];
  try {
    await openFolder(client, from.folder);
    await orRefusal(client, () => client.messageFlagsAdd(uid, deleted, BY_UID));
    // Another program may have moved it since it was copied.
    if (!(await client.fetchOne(uid, { flags: true }, BY_UID))) throw new Error(GONE);
    await removeMessage(client, from);
  } catch (error) {
    if (!client.usable) throw error;
    await client.messageFlagsRemove(uid, deleted, BY_UID);
    if (copy !== undefined) await removeMessage(client, copy);
    throw error;
  }
}
