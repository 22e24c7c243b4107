import type { ImapFlow, ImapFlowError } from "imapflow";
import { append } from "../../base/lists.js";
import type { Digest } from "../../delivery/filing/digest.js";
import { MAX_DOCUMENT_BYTES } from "../../documents/document.js";
import { ImapStore, type ImapStoreOptions, requireMoving } from "../filing/imap-store.js";
import { labelPaths } from "../filing/label-paths.js";
import { placeText } from "../filing/place.js";
import { openFolder, validityOf } from "../filing/read-folder.js";
import { type ClassFolderOptions, classFolders } from "../imap/class-folders.js";
import type { Connection } from "../imap/connection.js";
import { listFolders } from "../imap/folders.js";
import { MAX_LITERAL } from "../imap/open-account.js";
import { KEY_FIELDS, keyOf } from "./known-message.js";
import type { KnownFolder, MessagePlace, OpenMove } from "./watch-state.js";
import type { BeginMove, ListedMessage, Listing, WatchedFolder, WatchedMailbox } from "./watched-mailbox.js";

/** How many messages are asked for their keys at once. */
const CHUNK = 1_000;

/** An account on a server, watched. Folders are opened read-only (EXAMINE) unless a message is moved. */
export class ImapMailbox implements WatchedMailbox {
  readonly #connection: Connection;
  readonly #options: ClassFolderOptions & Pick<ImapStoreOptions, "keyword">;
  #store: ImapStore;
  /** Set by `folders`. */
  pathOf: (label: string) => string = (label) => label;

  constructor(connection: Connection, options: ClassFolderOptions & Pick<ImapStoreOptions, "keyword"> = {}) {
    this.#connection = connection;
    this.#options = options;
    this.#store = new ImapStore(connection, options);
  }

  async folders(): Promise<WatchedFolder[]> {
    await requireMoving(this.#connection);
    return this.#connection.run(async (client) => {
      const listed = await listFolders(client);
      const { namespace } = client;
      this.pathOf = (label) => labelPaths([label], listed, { namespace }).get(label) ?? label;
      const paths = listed.map(({ path }) => path);
      this.#store = new ImapStore(this.#connection, { folders: paths, keyword: this.#options.keyword });
      const watched: WatchedFolder[] = [];
      for (const { folder, why } of classFolders(listed, this.#options)) {
        const { path, name, use } = folder;
        const label = why === undefined ? name : undefined;
        const isInbox = use === "inbox";
        if (isInbox || label !== undefined)
          watched.push({ path, label, isInbox, stamp: await statusStamp(client, path) });
      }
      return watched;
    });
  }

  list(path: string, known: KnownFolder | undefined): Promise<Listing | undefined> {
    return this.#connection.run(async (client) => {
      const opened = await examined(client, path, known);
      if (opened === undefined) return undefined;
      const { uids, ...rest } = opened;
      // It answers false if the server refuses.
      const found = uids ?? (await client.search({ deleted: false }, { uid: true }));
      return found ? { uids: found, ...rest } : undefined;
    });
  }

  async keys(path: string, { validity, uids }: Listing): Promise<ListedMessage[]> {
    const all: ListedMessage[] = [];
    for (let start = 0; start < uids.length; start += CHUNK) {
      const found = new Map<number, ListedMessage>();
      const chunk = uids.slice(start, start + CHUNK);
      const asked = new Set(chunk);
      const fetchKeys = async (client: ImapFlow) => {
        const { uidValidity } = await openFolder(client, path, true);
        if (String(uidValidity) !== validity) return;
        const query = { size: true, headers: [...KEY_FIELDS] };
        await unlessRefused(client, async () => {
          for await (const { uid, size = 0, headers } of client.fetch(chunk, query, { uid: true })) {
            if (headers !== undefined && asked.has(uid)) found.set(uid, { uid, key: keyOf(headers, size), size });
          }
        });
      };
      // Senders may write fields of any length, and a message must not keep others from being seen.
      await this.#connection.run(fetchKeys, { bytes: chunk.length * MAX_LITERAL });
      append(all, found.values());
    }
    return all;
  }

  read({ folder, validity, uid }: MessagePlace): Promise<Uint8Array | undefined> {
    return this.#connection.run(async (client) => {
      const { uidValidity } = await openFolder(client, folder, true);
      if (String(uidValidity) !== validity) return undefined;
      const query = { source: { start: 0, maxLength: MAX_DOCUMENT_BYTES } };
      const message = await unlessRefused(client, () => client.fetchOne(String(uid), query, { uid: true }));
      return message ? message.source : undefined;
    });
  }

  async file(place: MessagePlace, read: Digest, path: string, begin: BeginMove): Promise<void> {
    const message = this.#store.open({ source: placeText(place), read, folder: path, probability: 1 });
    const target = await this.#store.find(message);
    begin({ ...read, source: message.source, target: target.id, temporary: target.temporary });
    await this.#store.file(message, target);
  }

  async settle(move: OpenMove): Promise<boolean> {
    const { state, left, isTwice } = await this.#store.look(move);
    for (const id of left) await this.#store.discard(id);
    return state === "done" || isTwice;
  }
}

/** Returns the stamp of a folder; empty if the server has no CONDSTORE, or does not tell. */
async function statusStamp(client: ImapFlow, path: string): Promise<string> {
  if (!client.capabilities.has("CONDSTORE")) return "";
  const query = { messages: true, uidNext: true, uidValidity: true, highestModseq: true };
  const status = await client.status(path, query);
  return typeof status === "object"
    ? stampOf(status.uidValidity, status.uidNext, status.messages, status.highestModseq)
    : "";
}

/** A stamp that ends with HIGHESTMODSEQ (RFC 7162). */
function stampOf(...values: (bigint | number | undefined)[]): string {
  return values.includes(undefined) ? "" : values.join(" ");
}

/**
 * Opens a folder read-only. Where the server has QRESYNC (RFC 7162), it says what has changed since the folder was known,
 * and so the UIDs are known.
 *
 * @returns undefined if the folder is gone, or the server refuses
 */
async function examined(client: ImapFlow, path: string, known: KnownFolder | undefined) {
  const present = new Set(known?.messages.keys());
  const onGone = ({ uid }: { uid?: number }) => uid !== undefined && present.delete(uid);
  const onFlags = ({ uid, flags }: { uid?: number; flags?: Set<string> }) => {
    if (uid !== undefined) flags?.has("\\Deleted") ? present.delete(uid) : present.add(uid);
  };
  const modseq = known?.stamp.split(" ").at(3);
  client.on("expunge", onGone).on("flags", onFlags);
  try {
    const since = modseq !== undefined && { changedSince: BigInt(modseq), uidValidity: BigInt(known?.validity ?? 0) };
    const mailbox = await unlessRefused(client, () => client.mailboxOpen(path, { readOnly: true, ...since }));
    if (mailbox === undefined) return undefined;
    const { uidValidity, uidNext, exists, highestModseq } = mailbox;
    const validity = validityOf(mailbox);
    const stamp = stampOf(uidValidity, uidNext, exists, highestModseq);
    const hasChanges = client.enabled.has("QRESYNC") && since !== false && stamp !== "" && validity === known?.validity;
    // If the server has left something out, or messages are marked as deleted, the numbers differ.
    const isKnown = hasChanges && exists === present.size;
    return { validity, stamp, uids: isKnown ? [...present] : undefined };
  } finally {
    client.off("expunge", onGone).off("flags", onFlags);
  }
}

/** Runs a command. Returns undefined if the server refuses it, perhaps because a message is damaged. */
async function unlessRefused<T>(client: ImapFlow, run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if ((error as ImapFlowError).responseStatus === "NO" && client.usable) return undefined;
    throw error;
  }
}
