import { createHash } from "node:crypto";
import { collectGarbage } from "../../base/process.js";
import type { Filing } from "../../delivery/filing/store.js";
import type { Document } from "../../documents/document.js";
import { RowBuilder } from "../../features/row-builder.js";
import { packRows } from "../../features/viewed-rows.js";
import { corpusTable } from "../../features/vocabulary.js";
import { threadsOf } from "../../mail/header/threads.js";
import { messageFacts } from "../../mail/message-facts.js";
import { resolve, type Settings } from "../../model/settings.js";
import { titleOf } from "./shown-document.js";

/** Maximum number of documents in a session. More would take too much memory, and nobody answers for them all. */
export const MOST_DOCUMENTS = 100_000;

/** In milliseconds. The longest that other work of the process, such as answering a page, has to wait. */
const SLICE = 20;

/** A document without its content. */
export interface KnownDocument {
  readonly id: string;
  /** The beginning of the SHA-256 of its content, in 12 hexadecimal digits. */
  readonly digest: string;
  /** The sender and the subject of mail; for others, the beginning of the text. Safe to print. */
  readonly from: string;
  readonly title: string;
  /** Its class, if it is in the folder of a class already. */
  readonly label: string | undefined;
}

/** A pile that was read: what is kept of the documents, and their rows. */
export type ReadPile = NonNullable<Awaited<ReturnType<typeof readShare>>>;

/** How a pile is read. */
export interface PileReading {
  /** How texts become terms. */
  readonly settings: Settings;
  readonly seed: number;
  /** Default: `MOST_DOCUMENTS`. */
  readonly most?: number | undefined;
  /** Called now and then with the number of documents read. */
  readonly onProgress: (documents: number) => void;
  /** When it is aborted, reading ends early. */
  readonly signal: AbortSignal;
}

/**
 * Reads a pile, in slices between which other work of the process goes on. If it has more documents than a session, reads
 * it again with half the share of them, and so on. Documents are drawn by their ids and the seed.
 */
export async function readPile(pile: Pile, reading: PileReading): Promise<ReadPile> {
  const { most = MOST_DOCUMENTS } = reading;
  // A little less than fits, because the number of documents that are drawn varies.
  for (let share = pile.files <= most ? 1 : (0.98 * most) / pile.files; ; share /= 2) {
    const read = await readShare(pile, reading, most, share);
    if (read !== undefined) return read;
  }
}

/** Reads a share of a pile. Returns undefined if it has more than `most` documents. */
async function readShare(pile: Pile, { settings, seed, onProgress, signal }: PileReading, most: number, share: number) {
  const { analyzer } = resolve(settings);
  const factsOf = messageFacts(settings);
  const rows = new RowBuilder(corpusTable(analyzer.hasWords), Math.min(pile.files, most));
  const documents: KnownDocument[] = [];
  /** The digests of the documents that are in the folder of a class. The same content in the pile is not read again. */
  const filed = new Set<string>();
  const threads: { messageId: string | undefined; references: readonly string[]; subject: undefined }[] = [];
  /** The number of documents in the pile, wanted or not. */
  let all = 0;
  let binary = 0;
  let sliceEnd = performance.now() + SLICE;
  const isWanted = (id: string) => {
    all++;
    return share === 1 || numberOf(seed, id) < share;
  };
  for (const { id, bytes, label } of pile.documents(isWanted)) {
    const digest = digestOf(bytes);
    if (label !== undefined) filed.add(digest);
    const read = label === undefined && filed.has(digest) ? undefined : analyzer.read(bytes);
    if (read?.isBinary) binary++;
    else if (read !== undefined) {
      if (documents.length === most) return undefined;
      rows.add(read);
      documents.push({ id, digest, ...titleOf(bytes, settings), label });
      const { messageId, references } = factsOf(bytes);
      // Not the subject: strangers write about the same thing under the same words.
      threads.push({ messageId, references, subject: undefined });
    }
    if (performance.now() < sliceEnd) continue;
    onProgress(documents.length);
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) break;
    sliceEnd = performance.now() + SLICE;
  }
  const { vocabulary, x } = rows.finishPacked();
  // The last start is the number of entries.
  collectGarbage(x.starts[x.rows]);
  return {
    documents,
    /** The number of the thread of each document. A document without a thread has a number of its own. */
    threads: threadsOf(threads),
    /** Counts of terms, a row per document. */
    x: packRows(x),
    vocabulary,
    /** The number of files or documents of which these are a sample; undefined if these are all. */
    sampledFrom: share < 1 ? all : undefined,
    /** The number of documents that are left out, because they are not text. */
    binary,
  };
}

/** Returns a random number from 0 to 1 for a document. */
function numberOf(seed: number, id: string): number {
  return createHash("sha256").update(`${seed} ${id}`).digest().readUInt32LE(0) / 2 ** 32;
}

/** Returns the beginning of the SHA-256 of a content, in 12 hexadecimal digits. */
export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 12);
}

/** Documents to label, wherever they are. */
export interface Pile {
  /** The number of files to read, which may hold several documents each. */
  readonly files: number;
  /** Reads the documents that are wanted, one at a time: first those with a label. Reports those that cannot be read. */
  documents(isWanted: (id: string) => boolean): Iterable<PileDocument>;
  /** Reads a document again. Returns undefined if it is gone or cannot be read any more. */
  read(id: string): Uint8Array | undefined;
  /** Returns a document as `Filer` takes it. Throws an Error if it cannot be filed. */
  filing(id: string): Pick<Filing, "source" | "listedIn" | "archived">;
}

/** A document of a pile. */
export interface PileDocument extends Pick<Document, "id" | "bytes"> {
  /** The class, if the document is already in the folder of a class. It is not filed again. */
  readonly label?: string | undefined;
}
