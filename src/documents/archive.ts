import { ByteWindow } from "./byte-window.js";
import { fileChunks, unpacked } from "./chunks.js";
import { MAX_DOCUMENT_BYTES, type ProblemKind } from "./document.js";
import { uncut } from "./files.js";

/** One document of a file that holds many, or why there is none. */
export type Entry = EntryDocument | EntryProblem;

/** A document in an archive. */
export interface EntryDocument {
  /** What tells it from the others of the archive: its number from 1, or its path. */
  readonly place: string;
  readonly bytes: Uint8Array;
  /** Whether only its beginning was read. */
  readonly isTruncated: boolean;
  /** Its class, where the archive says it. */
  readonly label?: string | undefined;
}

/** Something in an archive that is no document. */
export interface EntryProblem {
  /** Undefined: the whole of it. */
  readonly place?: string;
  readonly problem: ProblemKind;
  readonly detail?: string | undefined;
}

/** What an archive is found to be that breaks off or goes against its format. What was read before stands. */
export class ArchiveFault extends Error {}

/** Reads from a file, packed or not, what `entries` finds in it; at the end stands what was wrong with it. */
export function* entriesOf(path: string, entries: (window: ByteWindow) => Iterable<Entry>): Generator<Entry> {
  const window = new ByteWindow(unpacked(fileChunks(path)));
  try {
    yield* entries(window);
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    yield { problem: "damaged", detail: window.fault ?? error.message };
    return;
  } finally {
    window.close();
  }
  if (window.fault !== undefined)
    yield { problem: window.passed === 0 ? "unreadable" : "damaged", detail: window.fault };
}

/** The bytes of a document, up to the limit. */
export function limited(bytes: Uint8Array, isWhole = true): Pick<EntryDocument, "bytes" | "isTruncated"> {
  if (isWhole && bytes.length <= MAX_DOCUMENT_BYTES) return { bytes, isTruncated: false };
  return { bytes: uncut(bytes.subarray(0, MAX_DOCUMENT_BYTES)), isTruncated: true };
}
