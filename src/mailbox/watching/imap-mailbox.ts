import type { ImapFlow } from "imapflow";
import type { Digest } from "../../delivery/filing/file-system.js";
import { ImapStore, type ImapStoreOptions, requireMoving } from "../filing/imap-store.js";
import { type MessagePlace, placeText, type WrittenMove } from "../filing/place.js";
import { fetchEach, type Listing, readMessages, validityOf } from "../filing/read-folder.js";
import type { Connection } from "../imap/connection.js";
import { unlessRefused } from "../imap/faults.js";
import { type ClassFolderOptions, classFolders, INBOX, labelPaths, listFolders } from "../imap/folders.js";
import { MAX_LITERAL } from "../imap/open-account.js";
import { KEY_FIELDS, type KnownFolder, keyOf } from "./watch-state.js";

/** The inbox, or a folder that is a class. */
export interface WatchedFolder {
  readonly path: string;
  /** Its class; undefined for the inbox, unless the inbox is a class too. */
  readonly label?: string | undefined;
  readonly isInbox: boolean;
}

/** The messages of a folder, and its state. */
export interface StampedListing extends Listing {
  /** Differs whenever messages have come, gone or been marked as deleted. Empty if the server cannot tell. */
  readonly stamp: string;
}

/** A message in a folder. */
export interface ListedMessage {
  readonly uid: number;
  /** See `keyOf`. */
  readonly key: string;
  /** In bytes. */
  readonly size: number;
}

/** A mail account as watching sees it. All calls throw a DataError if the server cannot be reached. */
export type WatchedMailbox = Pick<ImapMailbox, keyof ImapMailbox>;

/** Number of messages that are asked for their keys at once. */
const CHUNK = 1_000;

/** An account on a server, watched. Folders are opened read-only (EXAMINE) unless a message is moved. */
export class ImapMailbox {
  readonly #connection: Connection;
  readonly #options: ClassFolderOptions & Pick<ImapStoreOptions, "keyword">;
  #store: ImapStore;
  /** The connection whose announcements `listen` has asked for. */
  #listening: ImapFlow | undefined;
  /** Returns the path of the folder of a class. Set by `folders`. */
  pathOf: (label: string) => string = (label) => label;
  /** Whether there is a folder with this path, a class or not. Set by `folders`. */
  has: (path: string) => boolean = () => true;

  constructor(connection: Connection, options: ClassFolderOptions & Pick<ImapStoreOptions, "keyword"> = {}) {
    this.#connection = connection;
    this.#options = options;
    this.#store = new ImapStore(connection, options);
  }

  /** Lists the inbox, which comes first, and the folders that are classes. */
  async folders(): Promise<WatchedFolder[]> {
    await requireMoving(this.#connection);
    return this.#connection.run(async (client) => {
      const listed = await listFolders(client);
      const { namespace } = client;
      this.pathOf = (label) => labelPaths([label], listed, { namespace }).get(label) ?? label;
      const paths = listed.map(({ path }) => path);
      this.has = (path) => paths.includes(path);
      this.#store = new ImapStore(this.#connection, { folders: paths, keyword: this.#options.keyword });
      return classFolders(listed, this.#options).flatMap(({ folder: { path, name, use }, why }) => {
        const isInbox = use === "inbox";
        const label = why === undefined ? name : undefined;
        return isInbox || label !== undefined ? [{ path, label, isInbox }] : [];
      });
    });
  }

  /**
   * Lets the server announce what arrives in the inbox (IDLE), until the next command. If another folder is open, or
   * the connection is a new one, calls `announce` at once instead, because something may have arrived meanwhile.
   *
   * @param announce called if something may have arrived, or the connection is lost
   */
  listen(announce: () => void): Promise<void> {
    return this.#connection.run(async (client) => {
      const isSame = client === this.#listening;
      if (!isSame) client.on("exists", announce).on("close", announce);
      this.#listening = client;
      if (!isSame || !client.mailbox || client.mailbox.path !== INBOX) return announce();
      // The next command ends it.
      client.idle().catch(() => undefined);
    });
  }

  /**
   * Lists the messages of a folder. A server with CONDSTORE (RFC 7162) tells whether something has changed since the
   * folder was known; if nothing has, the known messages are returned.
   *
   * @returns undefined if the folder is gone, or the server refuses
   */
  list(path: string, known: KnownFolder | undefined): Promise<StampedListing | undefined> {
    return this.#connection.run(async (client) => {
      const mailbox = await unlessRefused(client, () => client.mailboxOpen(path, { readOnly: true }));
      if (mailbox === undefined) return undefined;
      const { uidValidity, uidNext, exists, highestModseq } = mailbox;
      const opened = { folder: path, validity: validityOf(mailbox) };
      // Without CONDSTORE, HIGHESTMODSEQ is undefined.
      const values = [uidValidity, uidNext, exists, highestModseq];
      const stamp = values.includes(undefined) ? "" : values.join(" ");
      if (stamp !== "" && stamp === known?.stamp) return { ...opened, stamp, uids: [...known.messages.keys()] };
      // imapflow returns false if the server refuses.
      const uids = await client.search({ deleted: false }, { uid: true });
      return uids ? { ...opened, stamp, uids } : undefined;
    });
  }

  /** Returns the keys of the messages that are there, in any order; none if the UIDVALIDITY is another now. */
  async keys(listing: Listing): Promise<ListedMessage[]> {
    const all: ListedMessage[] = [];
    const parts = { headers: [...KEY_FIELDS] };
    // Senders may write fields of any length, and a message must not keep others from being seen.
    const limits = { bytes: CHUNK * MAX_LITERAL };
    for (let start = 0; start < listing.uids.length; start += CHUNK) {
      const chunk = { ...listing, uids: listing.uids.slice(start, start + CHUNK) };
      const keys = await fetchEach(this.#connection, chunk, parts, limits, (size, { headers }) =>
        headers === undefined ? undefined : { key: keyOf(headers, size), size },
      );
      for (const [uid, found] of keys ?? []) all.push({ uid, ...found });
    }
    return all;
  }

  /** Returns the beginning of a message, as much as a model reads; undefined if it is gone. */
  async read({ folder, validity, uid }: MessagePlace): Promise<Uint8Array | undefined> {
    const read = await readMessages(this.#connection, { folder, validity, uids: [uid] });
    return read?.get(uid)?.bytes;
  }

  /**
   * Moves a message.
   *
   * @param begin called before the message is moved
   * @throws Error with the reason if the message has to stay.
   */
  async file(place: MessagePlace, read: Digest, path: string, begin: (move: WrittenMove) => void): Promise<void> {
    const filing = { source: placeText(place), read, folder: path, probability: 1 };
    await this.#store.file(filing, async ({ digest, size, source, target, temporary }, act) => {
      begin({ digest, size, source, target, temporary });
      await act();
    });
  }

  /**
   * Finishes a move that was stopped half done. Returns whether the message is in the target, perhaps in both folders,
   * or in neither: then the user has moved it on.
   */
  async settle(move: WrittenMove): Promise<boolean> {
    const { state, toDiscard, isTwice, isMissing } = await this.#store.look(move);
    for (const id of toDiscard) await this.#store.discard(id);
    return state === "done" || isTwice || isMissing === true;
  }
}
