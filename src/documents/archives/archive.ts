import { firstBytes, MAX_DOCUMENT_BYTES, type ProblemKind } from "../document.js";
import type { Opener } from "../files/files.js";
import { ByteWindow } from "./byte-window.js";
import { fileChunks, unpacked } from "./chunks.js";

/** A format of files that hold many documents. `archives.ts` has the table of all formats. */
export interface ArchiveFormat {
  /** The name of one such file and of several. */
  readonly title: readonly [one: string, many: string];
  /** The name of one of its documents. */
  readonly unit: "message" | "document";
  /** How file names end, in lower case, without `.gz`. */
  readonly endings: readonly string[];
  /** Whether a file is of this format, by its first 2 kB. Asked when its name does not tell. */
  readonly isBeginning: (beginning: Buffer) => boolean;
  /**
   * The place of the class. `"file"`: the name of the archive or its folder, for all its documents.
   * `"folders"`: the path of a document within the archive; but an archive in a class folder holds
   * documents of that class. `"column"`: a column of the table.
   */
  readonly classIn: "file" | "folders" | "column";
  /** Finds the documents, in order. May throw `ArchiveFault`. */
  readonly entries: (window: ByteWindow, options: EntryOptions) => Iterable<ArchiveEntry>;
  /**
   * Finds the ascending places at which such a file can be divided, so that its pieces have the same documents as the
   * whole. The bytes before the first place belong to every piece. May throw `ArchiveFault`.
   */
  readonly boundaries: (window: ByteWindow, options: EntryOptions) => Iterable<Boundary>;
}

/** A place between two documents of an archive. */
export interface Boundary {
  /** The offset in the file. */
  readonly at: number;
  /** How many entries lie before it, as `EntryOptions.before`. */
  readonly before: number;
}

/** A piece of an archive that is not packed. */
export interface ArchiveRange {
  /** The offset of the first byte, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** How many bytes from the beginning of the file come before them. */
  readonly head: number;
  /** How many entries of the file lie before them. */
  readonly before: number;
}

/** How the documents of an archive are read. */
export interface EntryOptions {
  readonly columns: Columns;
  /** The path of the file, for messages. */
  readonly path: string;
  /** Whether contents are wanted. Default true; otherwise documents may come without bytes. */
  readonly hasContents?: boolean;
  /** How many entries lie before the window: rows, lines or messages. Default 0. */
  readonly before?: number;
}

/** The columns of a table, or members of JSON lines, that hold the documents; for a mailbox, a header field. */
export interface Columns {
  /** The column with the class; undefined if no class is wanted. */
  readonly label: string | undefined;
  /** The column with the text. */
  readonly text: string;
  /** Whether a message may have several labels. Default false: the first counts. */
  readonly several?: boolean;
}

/** The default columns. */
export const DEFAULT_COLUMNS = { label: "label", text: "text" } as const;

/** One document of an archive, or a problem in its place. */
export type ArchiveEntry = EntryDocument | EntryProblem;

/** A document in an archive. */
export interface EntryDocument {
  /** Its number from 1, or its path: no other document of the archive has the same. */
  readonly place: string;
  readonly bytes: Uint8Array;
  /** Whether only its beginning was read. */
  readonly isTruncated: boolean;
  /** Its class, if the archive tells it. */
  readonly label?: string | undefined;
  /** Whether it has other labels, too, which do not count. */
  readonly hasMoreLabels?: boolean;
  /** When it was last written, in milliseconds since 1970, if the archive tells it. */
  readonly time?: number | undefined;
}

/** Something in an archive that could not be read as a document. */
export interface EntryProblem {
  /** Undefined if the problem is that of the whole archive. */
  readonly place?: string;
  readonly problem: ProblemKind;
  readonly detail?: string | undefined;
}

/** Why a file or an entry of an archive cannot be used. */
export type FileProblem = Pick<EntryProblem, "problem" | "detail">;

/** Thrown where an archive breaks off or violates its format. The documents before the fault are good. */
export class ArchiveFault extends Error {}

/**
 * Reads the entries of a file, packed by gzip or not. What was wrong with the file comes last.
 *
 * @param range of the file. Default: all of it
 */
export function* entriesOf(
  path: string,
  entries: (window: ByteWindow) => Iterable<ArchiveEntry>,
  range?: ArchiveRange,
  open?: Opener,
): Generator<ArchiveEntry> {
  const window = new ByteWindow(
    range === undefined ? unpacked(fileChunks(path, 0, undefined, open)) : rangeChunks(path, range, open),
  );
  try {
    yield* entries(window);
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    yield { problem: "damaged", detail: window.fault ?? error.message };
    return;
  } finally {
    window.close();
  }
  if (window.fault !== undefined) {
    yield { problem: window.passed === 0 ? "unreadable" : "damaged", detail: window.fault };
  }
}

/** Reads the bytes of a piece of a file. */
export function* rangeChunks(path: string, { from, to, head }: ArchiveRange, open?: Opener): Generator<Uint8Array> {
  yield* fileChunks(path, 0, head, open);
  yield* fileChunks(path, from, to, open);
}

/** The bytes of a document, up to the limit. */
export type LimitedBytes = Pick<EntryDocument, "bytes" | "isTruncated">;

/** Cuts the bytes of a document at the limit. */
export function limited(bytes: Uint8Array): LimitedBytes {
  return { bytes: firstBytes(bytes, MAX_DOCUMENT_BYTES), isTruncated: bytes.length > MAX_DOCUMENT_BYTES };
}
