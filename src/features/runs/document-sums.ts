import type { SparseRows } from "../sparse-matrix.js";
import type { Vocabulary } from "../vocabulary.js";
import { collectRun } from "./collect-run.js";
import { type RunLayout, TermCounts, type TermCursor } from "./term-cursor.js";

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
  readonly presences: SparseRows | undefined;
  /** Whether all documents have the same terms equally often. */
  readonly areAlike: boolean;
}

/**
 * Returns the layout of a run with these sums. If both are wanted, its values are occurrences, and presences are stored
 * beside them.
 */
export function layoutOfSums({ occurrences, presences }: WantedSums): RunLayout {
  return { hasStatistics: false, hasPresence: occurrences && presences };
}

/** Reads sums over documents as a sorted run. */
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

/** Collects the sums of a run with the layout of `layoutOfSums`. @param about the facts that the run does not have */
export function collectSums(
  terms: TermCursor,
  wanted: WantedSums,
  about: Pick<DocumentSums, "labels" | "documents" | "areAlike">,
): DocumentSums {
  const { vocabulary, values, presence, starts, ids } = collectRun(terms, layoutOfSums(wanted));
  const shape = { rows: vocabulary.size, columns: about.labels.length, starts, ids };
  const first: SparseRows = { ...shape, values };
  const second: SparseRows = wanted.occurrences ? { ...shape, values: presence } : first;
  return {
    ...about,
    vocabulary,
    occurrences: wanted.occurrences ? first : undefined,
    presences: wanted.presences ? second : undefined,
  };
}
