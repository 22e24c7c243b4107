import type { Following } from "../../base/following.js";
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
import { threadsOf } from "../../mail/header/threads.js";
import { type MessageFacts, messageFacts } from "../../mail/message-facts.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import type { OwnTokenizer } from "../../text/words/terms.js";
import type { Analyzer, ReadDocument, TextSettings } from "../analyzer.js";
import type { RowBuilder } from "../row-builder.js";
import type { Dataset } from "../sparse-matrix.js";
import { codesOf } from "../term-kinds.js";
import type { Vocabulary } from "../vocabulary.js";
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
  /** Each class once: a string for each row of a table would take more memory than the row. */
  const names = new Map<string, string>();
  // Threads are found from the facts of messages.
  const factsOf = facts || threads ? messageFacts(settings) : undefined;
  const modified = (id: string) => (corpus && isCorpus(corpus) ? corpus.modified(id) : undefined);
  return {
    documents,
    add({ id, label, content, document, given }) {
      rows.add(document);
      documents.ids.push(id);
      if (!names.has(label)) names.set(label, label);
      documents.labels.push(names.get(label) ?? label);
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

/** A corpus as rows of counts, one per document. */
export interface CorpusData extends Dataset {
  readonly vocabulary: Vocabulary;
  /** The id of the document of each row. */
  readonly ids: readonly string[];
  readonly problems: readonly Problem[];
  /** The identity of each document, if asked for. */
  readonly identities?: readonly KnownIdentity[] | undefined;
  /** The date, sender and thread of each document, if asked for. */
  readonly facts?: readonly MessageFacts[] | undefined;
}

/**
 * Makes a data set from rows and terms that were read, with the class number of each document.
 *
 * @param before classes that already have numbers
 */
export function dataOf(
  { ids, labels: given, identities, facts }: DocumentFacts,
  counted: Pick<CorpusData, "vocabulary" | "x" | "problems">,
  before: readonly string[],
  wanted: WantedFacts,
): CorpusData {
  // Classes with numbers come first, the others sorted.
  const labels = [...new Set([...before, ...[...new Set(given)].sort()])];
  const numbers = new Map(labels.map((label, c) => [label, c]));
  const kinds = codesOf(counted.vocabulary);
  return {
    ...counted,
    kinds,
    y: Uint32Array.from(given, (label) => numbers.get(label) as number),
    labels,
    ids,
    identities: wanted.identify ? identities : undefined,
    groups: wanted.threads ? threadsOf(facts) : undefined,
    facts: wanted.facts ? facts : undefined,
  };
}

/** A corpus, or other documents with labels. */
export type Documents = Iterable<LabelledText>;

/** How a corpus is read. Only the wanted facts, `leastDocuments` and `tokenizer` affect the result. */
export interface ReadOptions extends WantedFacts, Following {
  /** How many threads read and count. Default 1. */
  readonly jobs?: number | undefined;
  /** Called with each document, folder or class that could not be read as it is. */
  readonly onProblem?: ((problem: Problem) => void) | undefined;
  /**
   * The most memory for counts or rows, in bytes. If they need more, reading ends with an error. Default: all memory of
   * the machine.
   */
  readonly memory?: number | undefined;
  /**
   * For each of `TERM_KINDS`, a number of documents. Terms of that kind in fewer documents are left out. This saves
   * memory with methods whose models they do not affect. Default: 1 each.
   */
  readonly leastDocuments?: readonly number[] | undefined;
  /** How many documents justify another thread. Default 1000: about as many as are read while a thread starts. */
  readonly perThread?: number | undefined;
  /** The caller's own tokenizer, if the settings ask for one. Documents are then read by one thread, despite `jobs`. */
  readonly tokenizer?: OwnTokenizer | undefined;
}

/** Returns the memory of the machine in bytes, or the part of it that this process may have. */
export function machineMemory(): number {
  const { totalmem } = process.getBuiltinModule("node:os");
  const allowed = process.constrainedMemory();
  // 0 means that no limit is known.
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}
