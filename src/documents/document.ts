import { shown } from "../base/checks.js";
import { UsageError } from "../base/errors.js";

/** One text to sort. */
export interface Document {
  /** Path below the corpus, with `/`; or the path as the user gave it. */
  readonly id: string;
  readonly bytes: Uint8Array;
  /** When it was written, in milliseconds since 1970, if known. */
  readonly time?: number | undefined;
}

/** A text whose class is known. */
export interface LabelledDocument extends Document {
  readonly label: string;
}

/** A text that a caller gives: a string, or the bytes of a file. */
export interface GivenText {
  /** Its name in results and errors. Default: its place among the documents, from 1. */
  readonly id?: string;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  /** When it was written, in milliseconds since 1970, if known. */
  readonly time?: number | undefined;
}

/** A text to learn, such as `{ label: "spam", text: "Free money" }`. */
export interface LabelledText extends GivenText {
  readonly label: string;
}

/** The name of a document in results and errors: its id, or else its place among the documents, from 1. */
export function idOf(given: Content | GivenText, place: number): string {
  const id = typeof given === "object" && given !== null && "id" in given ? given.id : undefined;
  return id ?? String(place);
}

/** The content of a document: a string, or its bytes. */
export type Content = string | Uint8Array;

/** The content of a document. @throws UsageError unless it is either a string or bytes. */
export function contentOf(given: Content | GivenText, name?: string): Content {
  if (typeof given === "string" || given instanceof Uint8Array) return given;
  const { text, bytes } = typeof given === "object" && given !== null ? given : {};
  if (typeof text === "string" && bytes === undefined) return text;
  if (text === undefined && bytes instanceof Uint8Array) return bytes;
  const where = name === undefined ? "document" : `document ${JSON.stringify(name)}`;
  if (text !== undefined && bytes !== undefined) throw new UsageError(`${where}: it has both text and bytes: give one`);
  if (bytes !== undefined) throw new UsageError(`${where}: its bytes must be a Uint8Array, not ${typeof bytes}`);
  if (text !== undefined) throw new UsageError(`${where}: its text must be a string, not ${typeof text}`);
  throw new UsageError(`${where}: it has neither a text (a string) nor bytes (a Uint8Array)`);
}

/** The bytes of a content; of a string, in UTF-8. */
export function bytesOf(content: Content): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : content;
}

/** The label of a document to learn. @throws UsageError if it is missing or empty. */
export function labelOf(given: LabelledText, name: string): string {
  const { label } = Object(given) as Partial<LabelledText>;
  requireLabel(label, `document ${JSON.stringify(name)}: its label`);
  return label;
}

/** @throws UsageError unless a label is a string of at least one character. @param what begins the message */
export function requireLabel(label: unknown, what: string): asserts label is string {
  if (typeof label !== "string") throw new UsageError(`${what} must be a string, not ${typeof label}`);
  if (label === "") throw new UsageError(`${what} must have at least one character`);
}

/**
 * @throws UsageError unless documents are given as an iterable.
 * @param name of the function that takes them
 */
export function requireDocuments(documents: unknown, name: string): void {
  const isIterable = Symbol.iterator in Object(documents) || Symbol.asyncIterator in Object(documents);
  if (isIterable && typeof documents !== "string" && !(documents instanceof Uint8Array)) return;
  throw new UsageError(
    `${name}: the documents must be an iterable, such as an array or openCorpus("mail"), not ${shown(documents)}`,
  );
}

/** The rest of a larger document is ignored. No letter or post is longer; a disk image must not fill the memory. */
export const MAX_DOCUMENT_BYTES = 16 * 2 ** 20;

/**
 * The first bytes of a text, at most `most`. A UTF-8 character that the limit would cut is left out: half a character
 * would make the whole text look like one in another encoding.
 */
export function firstBytes(bytes: Uint8Array, most: number): Uint8Array {
  if (bytes.length <= most) return bytes;
  let last = most - 1;
  while (last > most - 4 && (bytes[last] & 0xc0) === 0x80) last--;
  const length = bytes[last] < 0xc0 ? 1 : bytes[last] < 0xe0 ? 2 : bytes[last] < 0xf0 ? 3 : 4;
  return bytes.subarray(0, last + length > most ? last : most);
}

/** Something in a corpus that could not be read as it is. It affects nothing else. */
export interface Problem {
  readonly kind: ProblemKind;
  /** The document's id, the folder's path or the class. */
  readonly where: string;
  /** The reason, if there is one. */
  readonly detail?: string | undefined;
}

/** A fault of a file, folder or class of a corpus. */
export type ProblemKind =
  /** A file or folder that cannot be opened or read: left out. */
  | "unreadable"
  /** An archive or packed file that is broken: the documents before the fault were read. */
  | "damaged"
  /** A line or row without a class or a text: left out. */
  | "malformed"
  /** A file with NUL bytes, which text does not have, or packed in another way than by gzip: left out. */
  | "binary"
  /** A file that holds several messages: each was read as a document. */
  | "mailbox"
  /** A message without a label of the user in the field that tells its class: left out. */
  | "unlabelled"
  /** A message with several labels, of which only the first counts. */
  | "several labels"
  /** A document above the size limit: only its beginning was read. */
  | "truncated"
  /** A file beside the class folders, so without a class: left out. */
  | "no class"
  /** A tar archive beside files of the same class, which may be what it holds: left out. */
  | "beside"
  /** A class folder without documents. */
  | "empty class"
  /** A message that was deleted in a mail program, which has not removed it yet, or data of a mail server: left out. */
  | "deleted"
  /** A mail folder that nobody sorts into (sent, drafts, deleted, templates, inbox): left out. */
  | "special folder"
  /** A profile with which a mail program runs, which may change what is read. */
  | "in use"
  /** An include or exclude pattern that nothing matches. */
  | "unmatched";
