import type { Following } from "../../base/following.js";
import type { LabelledText } from "../../documents/given-text.js";
import type { Problem } from "../../documents/problem.js";
import type { OwnTokenizer } from "../../text/words/own-tokenizer.js";
import type { CorpusData, WantedFacts } from "./corpus-data.js";
import type { Extras } from "./start-workers.js";

/** A corpus, or other documents with labels. */
export type Documents = Iterable<LabelledText>;

/** How a corpus is read. Only the wanted facts, `leastDocuments`, `before` and `tokenizer` affect the result. */
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
  /** Corpora that have been read before: their vocabulary and numbering of the classes are kept. Default: none. */
  readonly before?: readonly Pick<CorpusData, "vocabulary" | "labels">[] | undefined;
  /** How many documents justify another thread. Default 1000: about as many as are read while a thread starts. */
  readonly perThread?: number | undefined;
  /** The caller's own tokenizer, if the settings ask for one. Documents are then read by one thread, despite `jobs`. */
  readonly tokenizer?: OwnTokenizer | undefined;
}

/** Returns the facts to read from each document. The threads of messages are found from their facts. */
export function extrasOf({ identify = false, threads = false, facts = false }: WantedFacts): Extras {
  return { identify, facts: threads || facts };
}
