import type { FetchMessageObject, FetchQueryObject, ImapFlow, ImapFlowError, MailboxObject } from "imapflow";
import { DataError } from "../../base/errors.js";
import { MAX_DOCUMENT_BYTES } from "../../documents/document.js";
import { accountText } from "../accounts/account.js";
import type { Connection } from "../imap/connection.js";
import { orRefusal, unlessRefused } from "../imap/faults.js";
import { MAX_LITERAL } from "../imap/open-account.js";

/** Messages of a folder, without those that are marked as deleted. */
export interface Listing {
  readonly folder: string;
  /** The UIDVALIDITY of the folder. */
  readonly validity: string;
  readonly uids: readonly number[];
}

/** A message that was read. */
export interface ReadMessage {
  /** RFC822.SIZE, in bytes. */
  readonly size: number;
  /** Its first `MAX_DOCUMENT_BYTES`. */
  readonly bytes: Uint8Array;
}

/** Opens a folder, unless it is open already, and may be written to if needed. */
export async function openFolder(client: ImapFlow, folder: string, readOnly = false): Promise<MailboxObject> {
  const { mailbox } = client;
  if (mailbox && mailbox.path === folder && (readOnly || !mailbox.readOnly)) return mailbox;
  return client.mailboxOpen(folder, { readOnly });
}

/** Opens a folder again with EXAMINE, so that its messages cannot be changed. Returns undefined if it does not exist. */
export async function examine(client: ImapFlow, folder: string): Promise<MailboxObject | undefined> {
  return client.mailboxOpen(folder, { readOnly: true }).catch((error: ImapFlowError) => {
    if (error.mailboxMissing) return undefined;
    throw error;
  });
}

/** Returns the UIDVALIDITY of a folder that was opened. @throws DataError if it has none */
export function validityOf({ path, uidValidity }: MailboxObject): string {
  if (uidValidity !== undefined) return String(uidValidity);
  throw new DataError(`the folder ${JSON.stringify(path)} has no UIDVALIDITY, so its messages cannot be told apart`);
}

/**
 * Lists the messages of a folder.
 *
 * @param readOnly whether to open it with EXAMINE
 * @param since only messages received on this day or later. Default: all
 * @throws DataError if the folder should be changed and is read-only.
 */
export function listMessages(
  connection: Connection,
  folder: string,
  readOnly: boolean,
  since?: Date,
): Promise<Listing> {
  return connection.run(async (client) => {
    const mailbox = await openFolder(client, folder, readOnly);
    if (mailbox.readOnly && !readOnly) {
      const where = accountText(connection.account);
      throw new DataError(`${where}: ${folder} is read-only, so no message can be moved out of it`);
    }
    const validity = validityOf(mailbox);
    const wanted = { deleted: false, ...(since && { since }) };
    const uids = await orRefusal(client, () => client.search(wanted, { uid: true }));
    return { folder, validity, uids };
  });
}

/**
 * Fetches parts of some messages of a folder. They are not marked as read (BODY.PEEK).
 *
 * @param parts what the server is asked for, in addition to the size
 * @param limits as for `Connection.run`
 * @param pick returns what to keep of a message
 * @returns by UID, those that are still there and that the server sends; undefined if the server has renumbered
 *   the messages
 */
export function fetchEach<T>(
  connection: Connection,
  { folder, validity, uids }: Listing,
  parts: FetchQueryObject,
  limits: { readonly time?: number; readonly bytes: number },
  pick: (size: number, message: FetchMessageObject) => T | undefined,
): Promise<Map<number, T> | undefined> {
  return connection.run(async (client) => {
    const { uidValidity } = await openFolder(client, folder, true);
    if (String(uidValidity) !== validity) return undefined;
    const found = new Map<number, T>();
    await unlessRefused(client, async () => {
      for await (const message of client.fetch([...uids], { ...parts, size: true }, { uid: true })) {
        const { uid, size } = message;
        // If another program changes flags, the server also sends these messages, without a size.
        const picked = size === undefined || !uids.includes(uid) ? undefined : pick(size, message);
        if (picked !== undefined) found.set(uid, picked);
      }
    });
    return found;
  }, limits);
}

/** Number of messages that are read at once. */
const CHUNK = 10;
/** The milliseconds and bytes that this may take. */
const CHUNK_LIMITS = { time: 3_600_000, bytes: CHUNK * MAX_LITERAL } as const;

/** Reads some messages of a folder. @returns as `fetchEach` */
export function readMessages(connection: Connection, listing: Listing): Promise<Map<number, ReadMessage> | undefined> {
  const source = { start: 0, maxLength: MAX_DOCUMENT_BYTES };
  // Servers send nothing for a message that another program has just removed.
  return fetchEach(connection, listing, { source }, CHUNK_LIMITS, (size, { source: bytes }) =>
    bytes?.length ? { size, bytes } : undefined,
  );
}

/**
 * Reads listed messages, in order.
 *
 * @returns each UID and its message; undefined if it is gone, or the server refuses it
 * @throws DataError if the server has given the messages new numbers since they were listed.
 */
export async function* readInTurn(
  connection: Connection,
  listing: Listing,
): AsyncGenerator<readonly [uid: number, message: ReadMessage | undefined]> {
  const { folder, uids } = listing;
  for (let start = 0; start < uids.length; start += CHUNK) {
    const chunk = uids.slice(start, start + CHUNK);
    const read = await readMessages(connection, { ...listing, uids: chunk });
    if (read === undefined) {
      throw new DataError(
        `${accountText(connection.account)}: the server has given the messages in ${folder} new numbers: run the command again`,
      );
    }
    for (const uid of chunk) yield [uid, read.get(uid)];
  }
}
