/** Facts about a document from other columns of its table. */
export interface RowFacts {
  /** When it was written, as the table has it. Empty if the table does not say. */
  readonly date?: string | undefined;
  /** A trait that it shares with other documents, such as its author. */
  readonly group?: string | undefined;
  /** The cells of the columns that pass through to predictions. */
  readonly others?: readonly string[] | undefined;
  /** The wanted columns, each with its value as JSON. */
  readonly members?: readonly (readonly [name: string, json: string])[] | undefined;
}

/** One text to sort. */
export interface Document {
  /** The path below the corpus, with `/`; or the path that the user gave. In an archive, also its place: `a.mbox#2`. */
  readonly id: string;
  readonly bytes: Uint8Array;
  /** When it was written, in milliseconds since 1970, if known. */
  readonly time?: number | undefined;
  /** Facts that are not in its text. Default: none. */
  readonly row?: RowFacts | undefined;
}

/** A text whose class is known. */
export interface LabelledDocument extends Document {
  readonly label: string;
}

/**
 * The size limit of a document, in bytes. The rest is ignored, so that a file such as a disk image cannot fill the
 * memory.
 */
export const MAX_DOCUMENT_BYTES = 16 * 2 ** 20;

/**
 * Returns the first bytes of a text, at most `most`. Leaves out a UTF-8 character that the limit would cut, because
 * half a character would make the whole text look like one in another encoding.
 */
export function firstBytes(bytes: Uint8Array, most: number): Uint8Array {
  if (bytes.length <= most) return bytes;
  // The last character that begins within the limit. In UTF-8, only bytes like 10xxxxxx do not begin a
  // character, and a character has at most four bytes.
  let last = most - 1;
  while (last > most - 4 && (bytes[last] & 0xc0) === 0x80) last--;
  // The first byte tells how many bytes a character has.
  const length = bytes[last] < 0xc0 ? 1 : bytes[last] < 0xe0 ? 2 : bytes[last] < 0xf0 ? 3 : 4;
  return bytes.subarray(0, last + length > most ? last : most);
}

/** How a document begins that is a page of a web archive: its type follows, then a blank line, and the HTML. */
export const PAGE_HEADER = "WARC-Type: response\nContent-Type: text/html";

/** The bytes of a document, up to the size limit. */
export interface LimitedBytes {
  readonly bytes: Uint8Array;
  /** Whether these are only its beginning. */
  readonly isTruncated: boolean;
}

/** Cuts the bytes of a document at the size limit. */
export function limited(bytes: Uint8Array): LimitedBytes {
  return { bytes: firstBytes(bytes, MAX_DOCUMENT_BYTES), isTruncated: bytes.length > MAX_DOCUMENT_BYTES };
}

/** An option of a format or of a reader of corpora. The commands learn from here what it is. */
export interface DocumentOption {
  /** The text of the help. */
  readonly does: string;
  /** The name of its value in the help. Default `name`. */
  readonly value?: string;
  /** Whether it may be given several times. Its value is then a list. Default false. */
  readonly isList?: boolean;
  /** Whether commands that read no classes have it, too. Default false. */
  readonly isForAll?: boolean;
}

/** Options by their names in a program, such as `textColumn` for `--text-column`. */
export type DocumentOptions = Readonly<Record<string, DocumentOption>>;
