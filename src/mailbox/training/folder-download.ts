import type { FetchMessageObject, ImapFlow, SearchObject } from "imapflow";
import { DataError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { MAX_DOCUMENT_BYTES } from "../../documents/document-limit.js";
import type { CopiedFolder, MessageKey } from "../../documents/mail-copy/copied-folder.js";
import type { Problem } from "../../documents/problem.js";
import { examine, validityOf } from "../filing/read-folder.js";
import { isRefusal } from "../filing/refusal.js";
import type { Folder } from "../imap/folders.js";

/** Which messages of a folder are wanted. Messages that are marked as deleted never are. */
export interface MessageChoice {
  /** The first day on which they were received, at its beginning in UTC. Default: any day. */
  readonly since?: Date | undefined;
  /** How many, counted from the newest. Default: all. */
  readonly newest?: number | undefined;
}

/** One byte more than a reader looks at, so that it can say that the message is cut. */
const MAX_BYTES = MAX_DOCUMENT_BYTES + 1;

/** How many messages are asked for at once. */
const CHUNK = 100;

/** Limits of a chunk: milliseconds, and bytes. Each answer has some bytes beside the message. */
export const CHUNK_LIMITS = { time: 3_600_000, bytes: CHUNK * (MAX_BYTES + (1 << 16)) };

/** Downloads the messages of a folder into its local copy, in steps. A step that has failed can be done again. */
export class FolderDownload {
  readonly label: string;
  /** The messages that the server refuses. */
  readonly problems: Problem[] = [];
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
    const query = { uid: true, internalDate: true, source: { maxLength: MAX_BYTES } };
    try {
      for await (const message of client.fetch(chunk.join(), query, { uid: true })) this.#add(message, onMessage);
    } catch (error) {
      this.#noteRefusal(client, chunk, error);
    }
    // Messages that did not come were moved or deleted meanwhile.
    for (const uid of chunk) this.missing.delete(uid);
  }

  /** Removes messages from the copy that the folder does not have. */
  removeOthers(): void {
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

  /** Adds a message to the copy if it is missing there. */
  #add({ uid, source, internalDate }: FetchMessageObject, onMessage: () => void): void {
    if (!Buffer.isBuffer(source) || !this.missing.has(uid)) return;
    const time = new Date(internalDate ?? Number.NaN);
    this.#copied.add(this.#keyOf(uid), source.subarray(0, MAX_BYTES), time);
    this.missing.delete(uid);
    onMessage();
  }

  /** Notes that the server refuses messages, perhaps because they are damaged. @throws any other error */
  #noteRefusal(client: ImapFlow, chunk: readonly number[], error: unknown): void {
    if (!isRefusal(client, error)) throw error;
    const messages = chunk.filter((uid) => this.missing.has(uid)).length;
    const detail = `the server refuses ${plural(messages, "message")}: ${error.responseText ?? ""}`;
    this.problems.push({ kind: "unreadable", where: this.label, detail });
  }
}
