import { append } from "../../base/lists.js";
import {
  bytesOf,
  type Content,
  contentOf,
  idOf,
  isCorpus,
  type LabelledText,
  labelOf,
} from "../../documents/given-text.js";
import type { Problem } from "../../documents/problem.js";
import { type MessageFacts, messageFacts } from "../../mail/message-facts.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import type { Analyzer, ReadDocument, TextSettings } from "../analyzer.js";
import type { RowBuilder } from "../row-builder.js";
import { type KnownIdentity, secondsOf } from "./known-documents.js";

/** A document that was read. */
export interface TextRead {
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

/** The facts that a data set has in addition to its rows. */
export interface WantedFacts {
  /** Whether to compute the identity of each document, which needs a digest. Default false. */
  readonly identify?: boolean | undefined;
  /** Whether to find out which messages belong to one thread: see `Dataset.groups`. Default false. */
  readonly threads?: boolean | undefined;
  /** Whether to keep the date, sender and thread of each message: see `CorpusData.facts`. Default false. */
  readonly facts?: boolean | undefined;
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
  rows: RowBuilder,
  settings: TextSettings,
  { identify, threads, facts }: WantedFacts,
  corpus?: Iterable<LabelledText>,
): Collection<RowsPart> & { readonly documents: DocumentFacts } {
  const documents: DocumentFacts = { ids: [], labels: [], identities: [], facts: [] };
  // Threads are found from the facts of messages.
  const factsOf = facts || threads ? messageFacts(settings) : undefined;
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

/**
 * Makes a function that reads a document into a collection. A document that is not text becomes a problem.
 *
 * @param onProgress called with the number of documents so far
 */
export function readingInto(
  collection: Pick<Collection<unknown>, "add">,
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
    else collection.add({ id, content, document, label: labelOf(given, id), given });
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
  const [own, other] = [sortKeys(a), sortKeys(b)];
  const first = own.findIndex((key, i) => key !== other[i]);
  if (first < 0) return 0;
  return own[first] < other[first] ? -1 : 1;
}

/** A number above those of documents, for places that are not numbers. */
const NO_NUMBER = Number.MAX_VALUE;

/** Returns what to compare, in this order. A number makes `mail.mbox#10` come after `mail.mbox#9`. */
function sortKeys({ where, kind }: Problem): (string | number)[] {
  const place = where.slice(where.lastIndexOf("#") + 1);
  // Up to 15 digits, a number is exact.
  const isNumber = place !== where && /^\d{1,15}$/.test(place);
  return isNumber ? [where.slice(0, -place.length), Number(place), where, kind] : [where, NO_NUMBER, where, kind];
}
