import { append } from "../../base/lists.js";
import { isCorpus } from "../../documents/corpora/is-corpus.js";
import { bytesOf, type Content, contentOf, idOf, type LabelledText, labelOf } from "../../documents/given-text.js";
import type { Problem } from "../../documents/problem.js";
import { type MessageFacts, messageFacts } from "../../mail/message-facts.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import type { Analyzer, ReadDocument, TextSettings } from "../analyzer.js";
import type { ShardCounts } from "../document-sums.js";
import type { RowBuilder } from "../row-builder.js";
import type { CorpusBuilder } from "./corpus-builder.js";
import { type KnownIdentity, secondsOf } from "./known-documents.js";
import type { TermCounter } from "./term-counter.js";

/** A document that was read. */
interface TextRead {
  readonly id: string;
  readonly label: string;
  readonly content: Content;
  readonly document: ReadDocument;
  readonly given: LabelledText;
}

/** Collects the documents of a corpus, or of the share of it that a thread reads. */
export interface Collection<Part> {
  add(text: TextRead): void;
  /** Returns all documents as plain data, for `append` in another thread. */
  part(): Part;
  /** Adds the documents of another thread. */
  append(part: Part): void;
}

/** Facts to read from each document in addition to its tokens. */
export interface Extras {
  /** Its identity, which needs a digest. */
  readonly identify: boolean;
  /** Its date, sender and thread, if it is a message. */
  readonly facts: boolean;
}

/** The facts of documents, in their order. Identities and facts of messages are empty unless asked for. */
export interface DocumentFacts {
  readonly ids: string[];
  readonly labels: string[];
  readonly identities: KnownIdentity[];
  readonly facts: MessageFacts[];
}

/** Rows over their own terms, and the facts of their documents. */
export interface RowsPart extends DocumentFacts {
  readonly rows: ReturnType<RowBuilder["finishCounted"]>;
}

/**
 * Collects the rows of documents in a builder, and their facts in `documents`.
 *
 * @param corpus tells when a document was changed that has no time of its own
 */
export function rowCollection(
  rows: CorpusBuilder,
  settings: TextSettings,
  { identify, facts }: Extras,
  corpus?: Iterable<LabelledText>,
): Collection<RowsPart> & { readonly documents: DocumentFacts } {
  const documents: DocumentFacts = { ids: [], labels: [], identities: [], facts: [] };
  const factsOf = facts ? messageFacts(settings) : undefined;
  const modified = (id: string) => (corpus && isCorpus(corpus) ? corpus.modified(id) : undefined);
  return {
    documents,
    add({ id, label, content, document, given }) {
      rows.add(document);
      documents.ids.push(id);
      documents.labels.push(label);
      if (identify) {
        const { digest, time = given.time } = identityOf(bytesOf(content));
        documents.identities.push({ digest, seconds: secondsOf(time ?? modified(id)) });
      }
      if (factsOf !== undefined) documents.facts.push(factsOf(bytesOf(content), given.row));
    },
    part: () => ({ ...documents, rows: rows.finishCounted() }),
    append(part) {
      rows.append(part.rows);
      append(documents.ids, part.ids);
      append(documents.labels, part.labels);
      append(documents.identities, part.identities);
      append(documents.facts, part.facts);
    },
  };
}

/** Collects only the counts of documents. */
export function countCollection(counter: TermCounter): Collection<ShardCounts> {
  return {
    add: ({ document, label, content }) => counter.add(document, label, content.length),
    part: () => counter.shard(),
    append: (part) => counter.merge(part),
  };
}

/**
 * Makes a function that reads a document into a collection. A document that is not text becomes a problem.
 *
 * @param onProgress called with the number of documents so far
 */
export function readingInto(
  { add }: Pick<Collection<unknown>, "add">,
  analyzer: Analyzer,
  problems: Problem[],
  onProgress?: (documents: number) => void,
): (given: LabelledText) => void {
  let seen = 0;
  return (given) => {
    seen++;
    onProgress?.(seen);
    const id = idOf(given, seen);
    const content = contentOf(given, id);
    const document = analyzer.read(content);
    if (document.isBinary) problems.push({ kind: "binary", where: id });
    else add({ id, content, document, label: labelOf(given, id), given });
  };
}

/** Reads the documents of a corpus into a collection. @returns the problems found, with those of opening the corpus */
export function readInto(
  collection: Pick<Collection<unknown>, "add">,
  corpus: Iterable<LabelledText>,
  analyzer: Analyzer,
  onProgress?: (documents: number) => void,
): Problem[] {
  const problems: Problem[] = [];
  const read = readingInto(collection, analyzer, problems, onProgress);
  for (const given of corpus) read(given);
  if (isCorpus(corpus)) append(problems, corpus.problems);
  return problems;
}

/** Compares problems by their place, so that their order does not depend on which thread found which problem. */
export function byPlace(a: Problem, b: Problem): number {
  if (a.where === b.where) return a.kind < b.kind ? -1 : 1;
  const [own, other] = [placeOf(a.where), placeOf(b.where)];
  if (own.file !== other.file) return own.file < other.file ? -1 : 1;
  if (own.number !== other.number) return own.number - other.number;
  return a.where < b.where ? -1 : 1;
}

/** A number above those of documents, for places that are not numbers. */
const NO_NUMBER = Number.MAX_VALUE;

/** Splits a place such as `mail.mbox#10`, so that it comes after `mail.mbox#9`. */
function placeOf(where: string): { file: string; number: number } {
  const end = where.lastIndexOf("#") + 1;
  const place = where.slice(end);
  if (end === 0) return { file: where, number: NO_NUMBER };
  // Up to 15 digits, a number is exact.
  return { file: where.slice(0, end), number: /^\d{1,15}$/.test(place) ? Number(place) : NO_NUMBER };
}
