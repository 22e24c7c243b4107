import { shown, typeName } from "../base/checks.js";
import { UsageError } from "../base/errors.js";

/** What other columns of a table say about a document. */
export interface RowFacts {
  /** When it was written, as the table has it. Empty if the table does not say. */
  readonly date?: string | undefined;
  /** What it has in common with other documents, such as an author. */
  readonly group?: string | undefined;
  /** The cells of the columns that pass through to predictions. */
  readonly others?: readonly string[] | undefined;
}

/** One text to sort. */
export interface Document {
  /** The path below the corpus, with `/`; or the path that the user gave. */
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

/** A text that a caller gives: a string, or the bytes of a file. */
export interface GivenText extends Pick<Document, "time" | "row"> {
  /** Its name in results and errors. Default: its number among the documents, from 1. */
  readonly id?: string;
  readonly text?: string;
  readonly bytes?: Uint8Array;
}

/** A text to learn, such as `{ label: "spam", text: "Free money" }`. L is the type of its label. */
export interface LabelledText<L extends string = string> extends GivenText {
  readonly label: L;
}

/** Returns the name of a document in results and errors: its id, or its number among the documents, from 1. */
export function idOf(given: Content | GivenText, place: number): string {
  const id = typeof given === "object" && given !== null && "id" in given ? given.id : undefined;
  return id ?? String(place);
}

/** The content of a document, as a string or bytes. */
export type Content = string | Uint8Array;

/** Returns the content of a document. @throws UsageError unless it is either a string or bytes. */
export function contentOf(given: Content | GivenText, name?: string): Content {
  if (typeof given === "string" || given instanceof Uint8Array) return given;
  const { text, bytes } = typeof given === "object" && given !== null ? given : {};
  if (typeof text === "string" && bytes === undefined) return text;
  if (text === undefined && bytes instanceof Uint8Array) return bytes;
  const where = name === undefined ? "document" : `document ${JSON.stringify(name)}`;
  if (text !== undefined && bytes !== undefined) throw new UsageError(`${where}: it has both text and bytes: give one`);
  if (bytes !== undefined) throw new UsageError(`${where}: its bytes must be a Uint8Array, not ${typeName(bytes)}`);
  if (text !== undefined) throw new UsageError(`${where}: its text must be a string, not ${typeName(text)}`);
  const found = typeof given === "object" && !(given instanceof Promise) ? "" : `, it is ${typeName(given)}`;
  throw new UsageError(`${where}: it has neither a text (a string) nor bytes (a Uint8Array)${found}`);
}

/** Returns the bytes of a content. A string is converted to UTF-8. */
export function bytesOf(content: Content): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : content;
}

/** Returns the label of a document to learn. @throws UsageError if it is missing or empty. */
export function labelOf(given: LabelledText, name: string): string {
  const { label } = Object(given) as Partial<LabelledText>;
  requireLabel(label, `document ${JSON.stringify(name)}: its label`);
  return label;
}

/** Checks a label. @throws UsageError unless it is a string that is not empty. @param what begins the message */
export function requireLabel(label: unknown, what: string): asserts label is string {
  if (typeof label !== "string") throw new UsageError(`${what} must be a string, not ${typeName(label)}`);
  if (label === "") throw new UsageError(`${what} must have at least one character`);
}

/**
 * Checks that documents are given as an iterable.
 *
 * @param name the function that takes them
 * @throws UsageError if they are not
 */
export function requireDocuments(documents: unknown, name: string): void {
  const isIterable = Symbol.iterator in Object(documents) || Symbol.asyncIterator in Object(documents);
  if (isIterable && typeof documents !== "string" && !(documents instanceof Uint8Array)) return;
  throw new UsageError(
    `${name}: the documents must be an iterable, such as an array or openCorpus("mail"), not ${shown(documents)}`,
  );
}

/** The rest of a larger document is ignored. Letters and posts are shorter. A disk image must not fill the memory. */
export const MAX_DOCUMENT_BYTES = 16 * 2 ** 20;

/**
 * Returns the first bytes of a text, at most `most`. Leaves out a UTF-8 character that the limit would cut, because
 * half a character would make the whole text look like one in another encoding.
 */
export function firstBytes(bytes: Uint8Array, most: number): Uint8Array {
  if (bytes.length <= most) return bytes;
  let last = most - 1;
  while (last > most - 4 && (bytes[last] & 0xc0) === 0x80) last--;
  const length = bytes[last] < 0xc0 ? 1 : bytes[last] < 0xe0 ? 2 : bytes[last] < 0xf0 ? 3 : 4;
  return bytes.subarray(0, last + length > most ? last : most);
}

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

/** Something in a corpus that could not be read as expected. It does not affect other documents. */
export interface Problem {
  readonly kind: ProblemKind;
  /** The id of the document, the path of the folder, or the class. */
  readonly where: string;
  /** The reason, if there is one. */
  readonly detail?: string | undefined;
}

/** The kind of a problem with a file, folder or class of a corpus. */
export type ProblemKind =
  /** A file or folder that cannot be opened or read: left out. */
  | "unreadable"
  /** An archive or packed file that is damaged: only the documents before the damage were read. */
  | "damaged"
  /** A line or row without a class or a text: left out. */
  | "malformed"
  /** A file with NUL bytes, which text does not have, or packed in another format than gzip: left out. */
  | "binary"
  /** A file that contains several messages: each was read as a document. */
  | "mailbox"
  /** A message without a user's label in the field that contains its class: left out. */
  | "unlabelled"
  /** A message with several labels. Only the first counts. */
  | "several labels"
  /** A document above the size limit: only its beginning was read. */
  | "truncated"
  /** A row without an id, or with that of another row: its number is its id. */
  | "no id"
  /** A file beside the class folders, which therefore has no class: left out. */
  | "no class"
  /** A tar archive beside files of the same class, which may be its unpacked content: left out. */
  | "beside"
  /** A class folder without documents. */
  | "empty class"
  /** A message that a mail program has deleted but not yet removed, or data of a mail server: left out. */
  | "deleted"
  /** A mail folder into which nobody sorts messages (sent, drafts, deleted, templates, inbox): left out. */
  | "special folder"
  /** The profile of a running mail program, which may change the files while they are read. */
  | "in use"
  /** An include or exclude pattern that matches nothing. */
  | "unmatched";
