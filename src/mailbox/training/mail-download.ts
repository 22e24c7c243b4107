import type { FetchMessageObject, ImapFlow, ImapFlowError } from "imapflow";
import { DataError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { MAX_DOCUMENT_BYTES, type Problem } from "../../documents/document.js";
import type { CopiedFolder } from "../../documents/mail-copy/copied-folder.js";
import type { LocalCopy } from "../../documents/mail-copy/local-copy.js";
import type { ClassFolder } from "../imap/class-folders.js";
import type { Connection } from "../imap/connection.js";
import { examine, type FolderPlan, type MessageChoice, planFolder } from "./folder-plan.js";

/** One byte more than a reader looks at, so that it can say that the message is cut. */
const MAX_BYTES = MAX_DOCUMENT_BYTES + 1;

/** How many messages are asked for at once. */
const CHUNK = 100;

/** Limits of a chunk: milliseconds for all of it, and bytes of each answer beside the message. */
const MAX_TIME = 3_600_000;
const MAX_ANSWER = 1 << 16;

/** How far a download is: folders while their messages are counted, then messages. */
export interface DownloadProgress {
  readonly phase: "counting" | "downloading";
  readonly done: number;
  readonly total: number;
}

/** A folder that is a class. */
export type ChosenFolder = Extract<ClassFolder, { readonly label: string }>;

/** A folder, and how far its download is. */
interface Pending {
  readonly chosen: ChosenFolder;
  readonly copied: CopiedFolder;
  /** Undefined if it is not known yet, or the folder is gone. */
  plan?: FolderPlan | undefined;
  /** The UIDs that are still to download, ascending. */
  missing: Set<number>;
}

/** Downloads the messages of folders into a local copy. What is in the copy already is not downloaded again. */
export class MailDownload {
  readonly #connection: Connection;
  readonly #copy: LocalCopy;
  readonly #choice: MessageChoice;
  readonly #tell: (progress: DownloadProgress) => void;
  readonly #folders: Pending[];
  readonly #problems: Problem[] = [];
  /** How many messages came, and how many are still to download. */
  #received = 0;
  #left = 0;

  constructor(
    connection: Connection,
    copy: LocalCopy,
    folders: readonly ChosenFolder[],
    choice: MessageChoice,
    onProgress: (progress: DownloadProgress) => void = () => undefined,
  ) {
    this.#connection = connection;
    this.#copy = copy;
    this.#choice = choice;
    this.#tell = onProgress;
    this.#folders = folders.map((chosen) => ({ chosen, copied: copy.folder(chosen.label), missing: new Set() }));
  }

  /** The number of messages that were downloaded. */
  get received(): number {
    return this.#received;
  }

  /**
   * Downloads all messages. A message or folder that is gone by then is left out.
   *
   * @throws DataError if there are fewer than two classes with messages, the server stays away, is at fault or refuses a
   *   folder, or the copy cannot be written.
   */
  async run(): Promise<void> {
    for (const [done, pending] of this.#folders.entries()) {
      this.#tell({ phase: "counting", done, total: this.#folders.length });
      if (pending.chosen.folder.messages === 0) continue;
      await this.#connection.run((client) => this.#open(client, pending));
    }
    this.#requireClasses();
    for (const pending of this.#folders) {
      while (pending.missing.size > 0) {
        const bytes = CHUNK * (MAX_BYTES + MAX_ANSWER);
        await this.#connection.run((client) => this.#download(client, pending), { time: MAX_TIME, bytes });
      }
      const { plan, copied } = pending;
      copied.retain(plan === undefined ? [] : plan.all.map((uid) => ({ validity: plan.validity, uid })));
    }
  }

  /** Returns the wanted messages, after `run`. @param others problems to report with those of the download */
  corpus(others: readonly Problem[]): Corpus {
    const problems = [...others, ...this.#problems];
    const classes = this.#folders.flatMap(({ chosen: { label }, plan, copied }) => {
      const found = plan?.wanted.map((uid) => copied.nameOf({ validity: plan.validity, uid })) ?? [];
      const names = found.filter((name) => name !== undefined);
      if (names.length > 0) return [{ label, names }];
      problems.push({ kind: "empty class", where: label });
      return [];
    });
    return this.#copy.corpus(classes, problems);
  }

  /** Opens a folder, and finds its messages unless they are known and their UIDs still hold. */
  async #open(client: ImapFlow, pending: Pending): Promise<void> {
    const { chosen, copied } = pending;
    const { path, name } = chosen.folder;
    const validity = await examine(client, path, name);
    if (validity === undefined) pending.plan = undefined;
    else if (validity !== pending.plan?.validity) {
      pending.plan = await planFolder(client, validity, name, this.#choice);
    }
    const wanted = pending.plan?.wanted ?? [];
    const missing =
      validity === undefined ? [] : wanted.filter((uid) => copied.nameOf({ validity, uid }) === undefined);
    this.#left += missing.length - pending.missing.size;
    pending.missing = new Set(missing);
  }

  /** Downloads a chunk of the missing messages of a folder. */
  async #download(client: ImapFlow, pending: Pending): Promise<void> {
    if (!client.mailbox || client.mailbox.path !== pending.chosen.folder.path) await this.#open(client, pending);
    const { missing } = pending;
    const chunk = firstOf(missing, CHUNK);
    if (chunk.length === 0) return;
    const query = { uid: true, internalDate: true, source: { maxLength: MAX_BYTES } };
    try {
      for await (const message of client.fetch(chunk.join(), query, { uid: true })) this.#add(pending, message);
    } catch (error) {
      this.#noteRefusal(client, pending, chunk, error);
    }
    // Messages that did not come were moved or deleted meanwhile.
    for (const uid of chunk) if (missing.delete(uid)) this.#left--;
  }

  /** Adds a message to the copy if it is missing there. */
  #add({ plan, copied, missing }: Pending, { uid, source, internalDate }: FetchMessageObject): void {
    if (plan === undefined || !Buffer.isBuffer(source) || !missing.has(uid)) return;
    const time = new Date(internalDate ?? Number.NaN);
    copied.add({ validity: plan.validity, uid }, source.subarray(0, MAX_BYTES), time);
    missing.delete(uid);
    this.#left--;
    this.#received++;
    this.#tell({ phase: "downloading", done: this.#received, total: this.#received + this.#left });
  }

  /** Notes that the server refuses messages, perhaps because they are damaged. @throws any other error */
  #noteRefusal(client: ImapFlow, { chosen: { label }, missing }: Pending, chunk: number[], error: unknown): void {
    const { responseStatus, responseText } = error as ImapFlowError;
    if (responseStatus !== "NO" || !client.usable) throw error;
    const messages = chunk.filter((uid) => missing.has(uid)).length;
    const detail = `the server refuses ${plural(messages, "message")}: ${responseText ?? ""}`;
    this.#problems.push({ kind: "unreadable", where: label, detail });
  }

  /** @throws DataError unless two classes have messages */
  #requireClasses(): void {
    const { since } = this.#choice;
    const classes = this.#folders.filter(({ plan }) => (plan?.wanted.length ?? 0) > 0);
    if (classes.length >= 2) return;
    const when = since === undefined ? "" : ` since ${since.toISOString().slice(0, 10)}`;
    const [only] = classes;
    const which = only === undefined ? "no folder" : `only one folder, ${JSON.stringify(only.chosen.label)},`;
    throw new DataError(
      `${which} has messages${when}, and each folder is a class: there must be two: sort some messages into folders, or choose others by folders`,
      { options: ["folders"] },
    );
  }
}

function firstOf(numbers: Iterable<number>, most: number): number[] {
  const first: number[] = [];
  for (const number of numbers) if (first.push(number) === most) break;
  return first;
}
