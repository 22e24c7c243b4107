import type { SparseRows } from "./sparse-matrix.js";
import type { Vocabulary } from "./vocabulary.js";

/** The wanted sums over documents. At least one must be true. */
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

/** The sums of some documents as plain data over their own terms, for another thread or from a file. */
export interface ShardCounts {
  readonly labels: readonly string[];
  /** How many documents each class has. */
  readonly documents: readonly number[];
  /** Term `t` is the bytes `[offsets[t], offsets[t + 1])` of `pool`. */
  readonly pool: Uint8Array;
  readonly offsets: Uint32Array;
  /** For each class, distinct terms, and for each wanted sum (occurrences first) a number per term. */
  readonly sums: readonly { readonly terms: Uint32Array; readonly sums: readonly Float64Array[] }[];
}

/** Upper bound of the documents of a model: their number is stored in 32 bits. */
export const MAX_DOCUMENTS: number = 2 ** 32 - 1;

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
