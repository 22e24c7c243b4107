import type { ImapFlow } from "imapflow";
import { type Digest, digestOfBytes } from "../../delivery/filing/digest.js";
import { MAX_DOCUMENT_BYTES } from "../../documents/document-limit.js";
import type { Place } from "./place.js";
import { examine } from "./read-folder.js";
import { orRefusal } from "./refusal.js";

/** The keyword of filed messages, on request. */
export const KEYWORD = "Thresher";

/** A message that was found. */
export interface Located extends Place {
  readonly uid: number;
  /** Whether the UIDVALIDITY is the one of the place where it was looked for. */
  readonly isSure: boolean;
  readonly hasKeyword: boolean;
}

/** How to look for a message with a UID: at this UID, or from there on. */
type Range = "at" | "from";

/**
 * Finds a message with a size and the digest of its first `MAX_DOCUMENT_BYTES`. Without a UID, or if the server has
 * numbered the folder anew, it is looked for in the whole folder.
 *
 * @returns the last one found; undefined if there is none
 */
export async function locate(
  client: ImapFlow,
  { folder, validity, uid }: Place,
  { digest, size }: Digest,
  range: Range = "at",
): Promise<Located | undefined> {
  // Other programs may have changed the folder since it was selected.
  const mailbox = await examine(client, folder);
  if (mailbox === undefined) return undefined;
  const now = String(mailbox.uidValidity);
  const isSure = uid !== undefined && validity === now;
  const least = isSure ? uid : 0;
  const wanted = isSure && { uid: range === "at" ? `${uid}` : `${uid}:*` };
  const query = { ...wanted, larger: Math.max(size - 1, 0), smaller: size + 1 };
  const found = await orRefusal(client, () => client.search(query, { uid: true }));
  // In a range that ends with *, the last message counts even if its UID is smaller.
  for (const uid of (found as number[]).filter((uid) => uid >= least).reverse()) {
    const whole = { flags: true, source: { start: 0, maxLength: MAX_DOCUMENT_BYTES } };
    const { source, flags = new Set() } = (await client.fetchOne(String(uid), whole, { uid: true })) || {};
    if (!source || digestOfBytes(source).digest !== digest) continue;
    return { folder, validity: now, uid, isSure, hasKeyword: flags.has(KEYWORD) };
  }
  return undefined;
}
