import type { ArchiveShare } from "./archive-corpus.js";
import type { LabelledDocument, Problem } from "./document.js";
import type { JoinedShare } from "./joined-corpus.js";
import type { FileOptions } from "./list-files.js";

/** Which files and columns are documents, and what to do about those that cannot be read. */
export interface CorpusOptions extends FileOptions {
  /** Whether a file, folder or archive that cannot be read is an error. Default false: it is a problem, and left out. */
  readonly strict?: boolean;
  /** The column of a table, or the member of JSON lines, that holds the class. Default `"label"`. */
  readonly labelColumn?: string;
  /** The one that holds the text. Default `"text"`. */
  readonly textColumn?: string;
}

/** What a corpus is kept in, in words. */
export interface CorpusForm {
  /** Such as "Maildir with 3 folders". */
  readonly title: string;
  /** What one of its documents is called. */
  readonly unit: "message" | "document";
}

/**
 * Labelled documents at a path, whatever they are kept in. They are read each time that the
 * corpus is iterated, one at a time, and in the same order.
 */
export interface Corpus extends Iterable<LabelledDocument> {
  /** The path, as it was given. */
  readonly root: string;
  /** Whether something that cannot be read is an error. */
  readonly strict: boolean;
  /** What was found; undefined for a folder per class of files. */
  readonly form: CorpusForm | undefined;
  /** How many documents were found; undefined where only reading tells. */
  readonly size: number | undefined;
  /** Ids of the documents in order; undefined where only reading tells. */
  readonly ids: readonly string[] | undefined;
  /** The classes, sorted; undefined where only reading tells. */
  readonly labels: readonly string[] | undefined;
  /** What could not be taken as it stands, up to now: opening and reading each find their own. */
  readonly problems: readonly Problem[];
  /** About how much there is to read, in documents: `size`, where that is known. */
  readonly weight: number;
  /**
   * The part of the documents from weight `from` up to `to` as a corpus of its own, without
   * the problems that opening found. Neighbouring slices have every document once; what
   * cannot be divided is in the slice that has its beginning.
   */
  slice(from: number, to: number): Corpus;
  /**
   * Where to divide so that each part is of the work what it would be of the weight if it
   * were divided there: ascending, 0 and `weight` stay. Left out where one document
   * takes about as long as another, or only reading tells.
   */
  placesOf?(places: readonly number[]): number[];
  /** The corpus as plain data, from which `openShare` makes it again in another thread. */
  share(): CorpusShare;
  /** Those of the given documents that can still be read, in the order of the corpus; no problem is reported. */
  only(ids: ReadonlySet<string>): Iterable<LabelledDocument>;
  /** When a document was last written, in milliseconds since 1970; undefined if that is not known any more. */
  modified(id: string): number | undefined;
  /**
   * A file that is written must not take the place of a document, nor be learned from as one
   * the next time.
   *
   * @throws UsageError if the path is that of a document, or of a new file that would be one.
   */
  requireFree(path: string): void;
}

/** A corpus, or a slice of one, as plain data. */
export type CorpusShare = FolderShare | ArchiveShare | JoinedShare;

/** A folder per class. */
export interface FolderShare {
  readonly reader: "folders";
  readonly root: string;
  readonly ids: readonly string[];
  readonly strict: boolean;
  readonly layout: FolderLayout;
}

/**
 * What the class of a document is: the first folder of its path, or in a Maildir with folders in
 * it (Maildir++) the folder's name without the dot, and INBOX for what is in none.
 */
export type FolderLayout = "folders" | "maildir";

/** The class of the messages of a Maildir that are in no folder of it. */
export const INBOX = "inbox";

/** Whether documents come from a reader, and not from an array or a generator. */
export function isCorpus(documents: Iterable<LabelledDocument>): documents is Corpus {
  return "share" in documents && "slice" in documents;
}
