import type { SparseRows } from "../sparse-matrix.js";
import type { Vocabulary } from "../vocabulary.js";
import { TermCounts, type TermCursor } from "./term-cursor.js";

/** Which sums over documents are wanted. At least one must be true. */
export interface WantedSums {
  /** How often each term occurs in each class. */
  readonly occurrences: boolean;
  /** How many documents of each class have each term. */
  readonly presences: boolean;
}

/** The sums over the documents of a corpus. Counting classifiers and rules for terms need nothing else. */
export interface DocumentSums {
  readonly vocabulary: Vocabulary;
  /** The classes, sorted. */
  readonly labels: readonly string[];
  /** How many documents each class has. */
  readonly documents: Float64Array;
  /** A row per term, a column per class, columns ascending. Undefined if not wanted. */
  readonly occurrences: SparseRows | undefined;
  /** As `occurrences`, with the numbers of documents that have the term. */
  readonly presences: SparseRows | undefined;
}

/**
 * Whether a run of these sums (a sorted file of terms with their counts) has presences beside its values. If only one
 * sum is wanted, it is the value.
 */
export function storesPresence({ occurrences, presences }: WantedSums): boolean {
  return occurrences && presences;
}

/** Whether every term occurs in all classes, in proportion to their documents. Then no term tells them apart. */
export function areClassesAlike({ documents, occurrences, presences }: DocumentSums): boolean {
  const { rows, columns, starts, values } = (occurrences ?? presences) as SparseRows;
  for (let term = 0; term < rows; term++) {
    const start = starts[term];
    if (starts[term + 1] - start < columns) return false;
    for (let c = 1; c < columns; c++) {
      if (values[start + c] * documents[0] !== values[start] * documents[c]) return false;
    }
  }
  return true;
}

/** Reads sums over documents term by term, for writing them to a run. */
export class SumsCursor implements TermCursor {
  readonly term = new TermCounts();
  readonly #sums: DocumentSums;
  #next = 0;

  constructor(sums: DocumentSums) {
    this.#sums = sums;
  }

  next(): boolean {
    const { vocabulary, occurrences, presences } = this.#sums;
    const { term } = this;
    const n = this.#next++;
    if (n >= vocabulary.size) return false;
    const { pool, offsets } = vocabulary.contents();
    term.setTerm(pool, offsets[n], offsets[n + 1]);
    term.size = 0;
    // Occurrences and presences have the same classes.
    const { starts, ids, values } = (occurrences ?? presences) as SparseRows;
    for (let i = starts[n]; i < starts[n + 1]; i++) term.push(ids[i], values[i], presences?.values[i] ?? 0);
    return true;
  }
}
