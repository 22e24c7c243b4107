/** One text to sort. */
export interface Document {
  /** Path below the corpus, with `/`; or the path as the user gave it. */
  readonly id: string;
  readonly bytes: Uint8Array;
  /** When it was written, in milliseconds since 1970, if whoever brings it knows. */
  readonly time?: number | undefined;
}

/** A text whose class is known. */
export interface LabelledDocument extends Document {
  readonly label: string;
}

/**
 * The most of one document that is read: no letter or post is longer, and a log file or a
 * disk image that strayed in must not take the memory of all others. The rest is ignored.
 */
export const MAX_DOCUMENT_BYTES = 16 * 2 ** 20;

/** Something in a corpus that could not be taken as it stands. Nothing else is affected by it. */
export interface Problem {
  readonly kind: ProblemKind;
  /** The document's id, the folder's path or the class. */
  readonly where: string;
  /** What the system said, if it said something. */
  readonly detail?: string;
}

/** What can be wrong with a file, folder or class of a corpus. */
export type ProblemKind =
  /** A file or folder that cannot be opened or read: left out. */
  | "unreadable"
  /** An archive or a packed file that is broken: the documents before the fault were read. */
  | "damaged"
  /** A line or row that says no class or no text: left out. */
  | "malformed"
  /** A file with NUL bytes, which no text has: left out. */
  | "binary"
  /** A document above the size limit: its beginning was read. */
  | "truncated"
  /** A file that lies directly under the corpus and so has no class: left out. */
  | "no class"
  /** A tar archive in a class that has other files, which may be what was unpacked from it: left out. */
  | "beside"
  /** A class folder without any document: left out. */
  | "empty class";
