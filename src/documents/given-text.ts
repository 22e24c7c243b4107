import { shown, typeName } from "../base/checks.js";
import { UsageError } from "../base/errors.js";
import type { Corpus } from "./corpora/corpus.js";
import type { Document } from "./document.js";

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

/** A text to learn, with any number of labels. */
export interface TextWithLabels<L extends string = string> extends GivenText {
  readonly labels: readonly L[];
}

/** Returns the name of a document in results and errors: its id or, without one, `place`, its number from 1. */
export function idOf(given: Content | GivenText, place: number): string {
  const id = typeof given === "object" && given !== null && "id" in given ? given.id : undefined;
  return id ?? String(place);
}

/** The content of a document, as a string or bytes. */
export type Content = string | Uint8Array;

/**
 * Returns the content of a document.
 *
 * @param name the document's name in errors. Default: none
 * @throws UsageError unless the content is either a string or bytes
 */
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

/** Yields the result for each document, with its place from 1. */
export function* eachDocument<T, U>(
  documents: Iterable<T>,
  change: (document: T, place: number) => U,
): Generator<U, void, void> {
  let place = 0;
  for (const document of documents) yield change(document, ++place);
}

/** Does the same as `eachDocument` for documents that come later. */
export async function* eachLaterDocument<T, U>(
  documents: AsyncIterable<T>,
  change: (document: T, place: number) => U,
): AsyncGenerator<U, void, void> {
  let place = 0;
  for await (const document of documents) yield change(document, ++place);
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

/** Whether documents come from a corpus, and not from an array or a generator. Builds for browsers lack the class. */
export function isCorpus(documents: Iterable<LabelledText>): documents is Corpus {
  return "share" in Object(documents) && "slice" in Object(documents);
}
