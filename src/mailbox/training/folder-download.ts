import type { FetchMessageObject, ImapFlow, SearchObject } from "imapflow";
import { DataError } from "../../base/errors.js";
import { MAX_DOCUMENT_BYTES } from "../../documents/document.js";
import type { CopiedFolder, MessageKey } from "../../documents/mail-copy/local-copy.js";
import type { Problem } from "../../documents/problem.js";
import { examine, validityOf } from "../filing/read-folder.js";
import { isRefusal } from "../imap/faults.js";
import type { Folder } from "../imap/folders.js";

/** Selects the messages of a folder to download. Messages that are marked as deleted are never downloaded. */
export interface MessageChoice {
  /** The first day on which they were received, at its beginning in UTC. Default: any day. */
  readonly since?: Date | undefined;
  /** The number of messages, counted from the newest. Default: all. */
  readonly newest?: number | undefined;
}

/** One byte more than a reader looks at, so that it can say that the message is cut. */
const MAX_BYTES = MAX_DOCUMENT_BYTES + 1;

/** Number of messages that are asked for at once. */
const CHUNK = 100;

/** Limits of a chunk, in milliseconds and bytes. Each answer has some bytes in addition to the message. */
export const CHUNK_LIMITS = { time: 3_600_000, bytes: CHUNK * (MAX_BYTES + (1 << 16)) };

/** After this many messages of a chunk have failed one by one, the others that did not come are given up too. */
const MAX_FAILURES = 10;

/** After this many whole messages that are shorter than their stated size, the sizes of the folder mean nothing. */
const MAX_INEXACT = 10;

/** Downloads the messages of a folder into its local copy, in steps. A step that has failed can be done again. */
export class FolderDownload {
  readonly label: string;
  /** The messages that are there and do not come whole. */
  readonly problems: Problem[] = [];
  /** The number of messages that were whole, but shorter than the server states. */
  #inexact = 0;
  /** The UIDs of the messages that are wanted, ascending. */
  wanted: readonly number[] = [];
  /** The UIDs that are still to download, ascending. */
  missing = new Set<number>();
  readonly #path: string;
  readonly #copied: CopiedFolder;
  readonly #choice: MessageChoice;
  /** The UIDVALIDITY of the folder, without which UIDs have no meaning; 0 if it is not known, or the folder is gone. */
  #validity = 0n;
  /** The UIDs of all messages, ascending. */
  #all: readonly number[] = [];

  constructor({ path, name }: Folder, copied: CopiedFolder, choice: MessageChoice) {
    this.#path = path;
    this.label = name;
    this.#copied = copied;
    this.#choice = choice;
  }

  /** The names of the files of the wanted messages in the copy. */
  get names(): string[] {
    return this.wanted.flatMap((uid) => this.#copied.nameOf(this.#keyOf(uid)) ?? []);
  }

  /**
   * Opens the folder for reading (EXAMINE), so that its messages cannot be changed. Finds its messages, unless they are
   * known and their UIDs still hold.
   *
   * @throws DataError if the server refuses it; Error of imapflow
   */
  async open(client: ImapFlow): Promise<void> {
    const mailbox = await examine(client, this.#path).catch((error) => {
      throw isRefusal(client, error) ? this.#refused(`cannot be opened: ${error.responseText}`) : error;
    });
    const validity = mailbox === undefined ? 0n : BigInt(validityOf(mailbox));
    if (validity === this.#validity) return;
    const { since, newest = Number.POSITIVE_INFINITY } = this.#choice;
    this.#all = validity === 0n ? [] : await this.#search(client, {});
    const recent = since === undefined || this.#all.length === 0 ? this.#all : await this.#search(client, { since });
    this.wanted = recent.slice(Math.max(0, recent.length - newest));
    this.#validity = validity;
    this.missing = new Set(this.wanted.filter((uid) => this.#copied.nameOf(this.#keyOf(uid)) === undefined));
  }

  /** Downloads a chunk of the missing messages. @param onMessage called for each @throws as `open` */
  async downloadChunk(client: ImapFlow, onMessage: () => void): Promise<void> {
    if (!client.mailbox || client.mailbox.path !== this.#path) await this.open(client);
    const chunk = [...this.missing].slice(0, CHUNK);
    if (chunk.length === 0) return;
    await this.#fetch(client, chunk, onMessage);
    const absent = chunk.filter((uid) => this.missing.has(uid));
    // The other messages were moved or deleted meanwhile.
    const there = absent.length === 0 ? [] : await this.#search(client, { uid: absent.join() });
    let failures = 0;
    for (const uid of there.filter((uid) => this.missing.has(uid))) {
      // Alone, because one damaged message can end the answer for all.
      const why = failures < MAX_FAILURES ? await this.#fetch(client, [uid], onMessage) : NOT_SENT;
      if (!this.missing.has(uid)) continue;
      failures++;
      this.missing.delete(uid);
      this.problems.push({ kind: "unsent", where: `${this.label}#${uid}`, detail: why });
    }
    for (const uid of chunk) this.missing.delete(uid);
  }

  /**
   * Downloads messages. A message that does not come whole stays in `missing`.
   *
   * @returns why they do not
   */
  async #fetch(client: ImapFlow, uids: readonly number[], onMessage: () => void): Promise<string> {
    const query = { uid: true, size: true, internalDate: true, source: { maxLength: MAX_BYTES } };
    const short: FetchMessageObject[] = [];
    try {
      for await (const message of client.fetch(uids.join(), query, { uid: true })) {
        const { source, size = 0 } = message;
        // If another program changes flags, the server also sends these messages, without a source.
        if (!source?.length || !this.missing.has(message.uid)) continue;
        if (source.length < Math.min(size, MAX_BYTES) && this.#inexact < MAX_INEXACT) short.push(message);
        else this.#add(message, onMessage);
      }
    } catch (error) {
      if (!isRefusal(client, error)) throw error;
      return `the server refuses it: ${error.responseText ?? ""}`;
    }
    for (const message of short) {
      // Some servers only estimate sizes. A message is whole if nothing follows.
      const rest = { source: { start: message.source?.length, maxLength: 1 } };
      const { source } = (await client.fetchOne(String(message.uid), rest, { uid: true })) || {};
      if (source?.length) continue;
      this.#inexact++;
      this.#add(message, onMessage);
    }
    return NOT_SENT;
  }

  /**
   * Ends the download: removes messages from the copy that the folder does not have.
   *
   * @throws DataError if no message has come whole, so that the class would be missing.
   */
  finish(): void {
    const [first] = this.names.length === 0 ? this.problems : [];
    if (first !== undefined) throw this.#refused(`has no message that comes whole: ${first.detail}`);
    this.#copied.retain(this.#all.map((uid) => this.#keyOf(uid)));
  }

  #keyOf(uid: number): MessageKey {
    return { validity: this.#validity, uid };
  }

  async #search(client: ImapFlow, query: SearchObject): Promise<number[]> {
    const found = await client.search({ deleted: false, ...query }, { uid: true });
    if (!Array.isArray(found)) throw this.#refused("cannot be searched");
    return [...new Set(found)].sort((a, b) => a - b);
  }

  #refused(what: string): DataError {
    return new DataError(`the folder ${JSON.stringify(this.label)} ${what}; to go on without it, exclude it`, {
      options: ["exclude"],
    });
  }

  /** Adds a message to the copy. */
  #add({ uid, source = Buffer.of(), internalDate }: FetchMessageObject, onMessage: () => void): void {
    const time = new Date(internalDate ?? Number.NaN);
    this.#copied.add(this.#keyOf(uid), source.subarray(0, MAX_BYTES), time);
    this.missing.delete(uid);
    onMessage();
  }
}

/** Why a message is left out if the server gives no reason. */
const NOT_SENT = "it comes empty, cut or not at all";
