import type { SparseRows } from "../sparse-matrix.js";
import type { Vocabulary } from "../vocabulary.js";
import { collectRun } from "./collect-run.js";
import { type RunLayout, TermCounts, type TermCursor } from "./term-cursor.js";

/** The sums over documents that are wanted; at least one of them. */
export interface WantedSums {
  /** How often each term occurs in each class. */
  readonly occurrences: boolean;
  /** How many documents of each class have each term. */
  readonly presences: boolean;
}

/** A corpus as sums over its documents: all that a classifier on counts and the rules for terms need. */
export interface DocumentSums {
  readonly vocabulary: Vocabulary;
  /** The classes, sorted. */
  readonly labels: readonly string[];
  /** How many documents each class has. */
  readonly documents: Float64Array;
  /** A row per term, a column per class; ascending columns. Undefined if not wanted. */
  readonly occurrences: SparseRows | undefined;
  readonly presences: SparseRows | undefined;
  /** Whether all documents have the same terms equally often. */
  readonly areAlike: boolean;
}

/** The layout of a run with these sums. Its values are one of the two; if both are wanted, presences stand beside them. */
export function layoutOfSums({ occurrences, presences }: WantedSums): RunLayout {
  return { hasStatistics: false, hasPresence: occurrences && presences };
}

/** Sums over documents as a run. */
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
    // Both have the same classes.
    const { starts, ids, values } = (occurrences ?? presences) as SparseRows;
    for (let i = starts[n]; i < starts[n + 1]; i++) term.push(ids[i], values[i], presences?.values[i] ?? 0);
    return true;
  }
}

/** The sums that a run has, with the layout of `layoutOfSums`. @param about what the run does not have */
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
