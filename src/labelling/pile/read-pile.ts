import { createHash } from "node:crypto";
import { collectGarbage } from "../../base/garbage.js";
import type { Filing } from "../../delivery/filing/store.js";
import type { Document } from "../../documents/document.js";
import { CorpusBuilder } from "../../features/corpus/corpus-builder.js";
import { selectRows } from "../../features/sparse-matrix.js";
import { corpusTable } from "../../features/token-counter.js";
import { type PackedArrays, packedArrays, packRows } from "../../features/viewed-rows.js";
import type { Vocabulary } from "../../features/vocabulary.js";
import { threadsOf } from "../../mail/header/threads.js";
import { messageFacts } from "../../mail/message-facts.js";
import { resolve, type Settings } from "../../model/settings.js";
import { Sample } from "./sample.js";
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
export interface ReadPile {
  readonly documents: readonly KnownDocument[];
  /** The number of the thread of each document. A document without a thread has a number of its own. */
  readonly threads: Uint32Array;
  /** Counts of terms, a row per document. */
  readonly x: PackedArrays;
  readonly vocabulary: Vocabulary;
  /** The number of files or documents of which these are a sample; undefined if these are all. */
  readonly sampledFrom: number | undefined;
  /** The number of documents that are left out, because they are not text. */
  readonly binary: number;
}

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

/** Reads a pile, in slices between which other work of the process goes on. */
export async function readPile(pile: Pile, reading: PileReading): Promise<ReadPile> {
  const { settings, seed, most = MOST_DOCUMENTS, onProgress, signal } = reading;
  const { analyzer } = resolve(settings);
  const sample = new Sample(most, pile.files, seed);
  const factsOf = messageFacts(settings);
  const rows = new CorpusBuilder(corpusTable(analyzer.hasWords), Math.min(pile.files, most));
  const documents: KnownDocument[] = [];
  /** The digests of the documents that are in the folder of a class. The same content in the pile is no other document. */
  const filed = new Set<string>();
  const threads: { messageId: string | undefined; references: readonly string[]; subject: undefined }[] = [];
  let all = 0;
  let binary = 0;
  let sliceEnd = performance.now() + SLICE;
  const isWanted = (id: string) => {
    all++;
    return sample.isWanted(id);
  };
  for (const { id, bytes, label } of pile.documents(isWanted)) {
    const digest = digestOf(bytes);
    if (label !== undefined) filed.add(digest);
    const read = label === undefined && filed.has(digest) ? undefined : analyzer.read(bytes);
    if (read?.isBinary) binary++;
    else if (read !== undefined) {
      sample.add(id);
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
  collectGarbage(x.starts[x.rows]);
  const { places } = sample;
  const isDrawn = places.length < documents.length;
  return {
    documents: isDrawn ? Array.from(places, (place) => documents[place]) : documents,
    threads: threadsOf(isDrawn ? Array.from(places, (place) => threads[place]) : threads),
    x: packedArrays(isDrawn ? packRows(selectRows(x, places)) : x),
    vocabulary,
    sampledFrom: sample.isPart ? all : undefined,
    binary,
  };
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
