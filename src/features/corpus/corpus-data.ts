import type { Following } from "../../base/following.js";
import type { LabelledText } from "../../documents/given-text.js";
import type { Problem } from "../../documents/problem.js";
import { threadsOf } from "../../mail/header/threads.js";
import type { MessageFacts } from "../../mail/message-facts.js";
import type { OwnTokenizer } from "../../text/words/terms.js";
import type { Dataset } from "../sparse-matrix.js";
import { codesOf } from "../term-kinds.js";
import type { Vocabulary } from "../vocabulary.js";
import type { DocumentFacts, WantedFacts } from "./collections.js";
import type { KnownIdentity } from "./known-documents.js";

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
