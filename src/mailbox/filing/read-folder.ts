import type { ImapFlow, MailboxObject } from "imapflow";
import { DataError } from "../../base/errors.js";
import { MAX_DOCUMENT_BYTES } from "../../documents/document.js";
import { accountText } from "../accounts/account.js";
import type { Connection } from "../imap/connection.js";
import { placeText } from "./place.js";

/** Messages of a folder, without those that are marked as deleted. */
export interface Listing {
  readonly folder: string;
  /** The UIDVALIDITY of the folder. */
  readonly validity: string;
  readonly messages: readonly ListedMessage[];
}

interface ListedMessage {
  readonly uid: number;
  /** RFC822.SIZE, in bytes. */
  readonly size: number;
}

/** A message that was read. */
export interface ReadMessage {
  /** Its place, as journals have it. */
  readonly id: string;
  readonly size: number;
  /** Its first `MAX_DOCUMENT_BYTES`, as far as there are any. Undefined if the message is gone. */
  readonly bytes: Uint8Array | undefined;
}

/** Opens a folder, unless it is the one that is open. */
export async function openFolder(client: ImapFlow, folder: string, readOnly = false): Promise<MailboxObject> {
  const { mailbox } = client;
  if (mailbox && mailbox.path === folder && (readOnly || !mailbox.readOnly)) return mailbox;
  return client.mailboxOpen(folder, { readOnly });
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
 * @throws DataError if the folder should be changed and is read-only.
 */
export function listMessages(connection: Connection, folder: string, readOnly: boolean): Promise<Listing> {
  return connection.run(async (client) => {
    const mailbox = await openFolder(client, folder, readOnly);
    if (mailbox.readOnly && !readOnly) {
      const where = accountText(connection.account);
      throw new DataError(`${where}: ${folder} is read-only, so no message can be moved out of it`);
    }
    const validity = validityOf(mailbox);
    const sizes = new Map<number, number>();
    // Flags that another program changes meanwhile come, too, without a size.
    for await (const { uid, size, flags } of client.fetch("1:*", { size: true, flags: true }, { uid: true })) {
      if (flags?.has("\\Deleted")) sizes.delete(uid);
      else if (size !== undefined && uid > 0) sizes.set(uid, size);
    }
    const messages = Array.from(sizes, ([uid, size]) => ({ uid, size }));
    return { folder, validity, messages };
  });
}

/** What is read at once: at most so many messages, and so many bytes unless a single message has more. */
const CHUNK = { messages: 100, bytes: 1 << 23 } as const;

/**
 * Reads listed messages, in order. They are not marked as read (BODY.PEEK). After a broken connection it goes on.
 *
 * @throws DataError if the server has numbered the messages anew since they were listed.
 */
export async function* readMessages(
  connection: Connection,
  { folder, validity, messages }: Listing,
  readOnly: boolean,
): AsyncGenerator<ReadMessage> {
  for (const chunk of chunksOf(messages)) {
    const read = new Map<number, Uint8Array>();
    await connection.run(async (client) => {
      const { uidValidity } = await openFolder(client, folder, readOnly);
      if (String(uidValidity) !== validity) {
        const where = accountText(connection.account);
        throw new DataError(`${where}: the server has numbered the messages in ${folder} anew: run the command again`);
      }
      const missing = chunk.flatMap(({ uid }) => (read.has(uid) ? [] : [uid]));
      if (missing.length === 0) return;
      const query = { source: { start: 0, maxLength: MAX_DOCUMENT_BYTES } };
      for await (const { uid, source } of client.fetch(missing, query, { uid: true })) {
        // Of a message that another program has just removed, servers send nothing.
        if (source?.length) read.set(uid, source);
      }
    });
    for (const { uid, size } of chunk) yield { id: placeText({ folder, validity, uid }), size, bytes: read.get(uid) };
  }
}

function* chunksOf(messages: readonly ListedMessage[]): Generator<ListedMessage[]> {
  let chunk: ListedMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    const more = Math.min(message.size, MAX_DOCUMENT_BYTES);
    if (chunk.length > 0 && (chunk.length === CHUNK.messages || bytes + more > CHUNK.bytes)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(message);
    bytes += more;
  }
  if (chunk.length > 0) yield chunk;
}
