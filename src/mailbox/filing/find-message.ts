import type { ImapFlow } from "imapflow";
import { type Digest, digestOfBytes } from "../../delivery/filing/file-system.js";
import { MAX_DOCUMENT_BYTES } from "../../documents/document.js";
import { unlessRefused } from "../imap/faults.js";
import type { MessagePlace, Move, Place } from "./place.js";
import { examine } from "./read-folder.js";

/** The keyword of filed messages, on request. */
export const KEYWORD = "Thresher";

/** A message that was found. */
export interface FoundMessage extends MessagePlace {
  /** Whether the UIDVALIDITY is the one of the place where it was looked for. */
  readonly isSure: boolean;
  readonly hasKeyword: boolean;
  /** INTERNALDATE in milliseconds; NaN if the server sends none. */
  readonly date: number;
}

/**
 * Finds a message by its size and the digest of its first `MAX_DOCUMENT_BYTES`. Both come from the message itself: SEARCH
 * of some servers counts the bytes of a file with other line ends. Without a UID, or if the UIDVALIDITY has changed,
 * looks in the whole folder.
 *
 * @param options `isFirst`: whether the place is the first one to look at, not the only one. `date`: the date of the
 *   message, in milliseconds; default: any
 * @returns the last one found; undefined if there is none
 */
export async function findMessage(
  client: ImapFlow,
  { folder, validity, uid }: Place,
  { digest, size }: Digest,
  { isFirst = false, date }: { readonly isFirst?: boolean; readonly date?: number | undefined } = {},
): Promise<FoundMessage | undefined> {
  // Other programs may have changed the folder since it was selected.
  const mailbox = await examine(client, folder);
  if (mailbox === undefined) return undefined;
  const now = String(mailbox.uidValidity);
  const isSure = uid !== undefined && validity === now;
  const least = isSure ? uid : 1;
  const uids = isSure && !isFirst ? [uid] : await uidsOfSize(client, mailbox.exists, least, size);
  for (const uid of uids.reverse()) {
    const whole = { size: true, flags: true, internalDate: true, source: { start: 0, maxLength: MAX_DOCUMENT_BYTES } };
    const found = (await unlessRefused(client, () => client.fetchOne(String(uid), whole, { uid: true }))) || undefined;
    if (found?.source === undefined || digestOfBytes(found.source).digest !== digest) continue;
    // The size tells messages apart that differ after the bytes of the digest.
    if (found.source.length === MAX_DOCUMENT_BYTES && found.size !== size) continue;
    const received = Number(new Date(found.internalDate ?? Number.NaN));
    if (date === undefined || Number.isNaN(date) || Number.isNaN(received) || date === received) {
      return { folder, validity: now, uid, isSure, hasKeyword: found.flags?.has(KEYWORD) ?? false, date: received };
    }
  }
  return undefined;
}

/** Returns the UIDs of messages with an RFC822.SIZE, from a UID on, ascending. @param exists how many there are */
async function uidsOfSize(client: ImapFlow, exists: number, least: number, size: number): Promise<number[]> {
  if (exists === 0) return [];
  const uids: number[] = [];
  for await (const message of client.fetch(`${least}:*`, { uid: true, size: true }, { uid: true })) {
    // In a range that ends with *, the last message counts even if its UID is smaller.
    if (message.uid >= least && message.size === size) uids.push(message.uid);
  }
  return uids.sort((a, b) => a - b);
}

/** Where a message is: in the folder from which it is moved, in the one to which it is moved, or in both. */
export interface Whereabouts<From extends Place = Place> {
  readonly from?: From | undefined;
  readonly to?: FoundMessage | undefined;
}

/**
 * Finds a message that is being moved. A copy has the date of the message, which tells it from another message with the
 * same bytes that has come meanwhile.
 *
 * @param isCopied whether it is known that a copy was made
 */
export async function whereIs(client: ImapFlow, move: Move, isCopied = false): Promise<Whereabouts<FoundMessage>> {
  const canMove = client.capabilities.has("MOVE");
  const from = await findMessage(client, move.from, move);
  // A move never leaves it in both.
  if (from?.isSure && canMove) return { from };
  const date = from?.isSure && !isCopied ? from.date : undefined;
  const to = await findMessage(client, move.first ?? { folder: move.to }, move, { isFirst: true, date });
  if (from === undefined || to === undefined || from.isSure) return { from, to };
  // The UIDVALIDITY has changed, so `from` may be another message with the same bytes.
  if (canMove) return to.isSure ? { to } : { from };
  return { from: await findMessage(client, move.from, move, { date: to.date }), to };
}
