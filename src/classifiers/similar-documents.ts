import { UsageError } from "../errors.js";
import { cosineParts } from "../features/cosine-parts.js";
import type { SparseMatrix } from "../features/sparse-matrix.js";
import { isCopy } from "./distance-weighting.js";
import type { DocumentMemory } from "./document-memory.js";

/** What a term adds to the similarity of two documents. */
export interface SharedTerm {
  readonly term: string;
  /** Its part of the cosine, above 0: the parts of all terms sum to it. */
  readonly part: number;
}

/** A known document that is like another one. */
export interface SimilarDocument {
  readonly id: string;
  readonly label: string;
  /** The cosine of the two, above 0 and at most 1. */
  readonly similarity: number;
  /** Whether it has the same terms in the same proportions: then the similarity is 1. */
  readonly copy: boolean;
  /** The terms that make them alike, the strongest first. */
  readonly terms: readonly SharedTerm[];
}

/** How much is told. */
export interface SimilarOptions {
  /** How many documents at most, at least 1. Default 10. */
  readonly top?: number;
  /** How many terms of each at most. Default 5. */
  readonly terms?: number;
}

/** @throws UsageError if an option is out of range. */
function requireSimilarOptions({ top = 10, terms = 5 }: SimilarOptions): Required<SimilarOptions> {
  if (!(Number.isSafeInteger(top) && top >= 1)) {
    throw new UsageError(`similar: top: required a whole number of at least 1, got ${String(top)}`);
  }
  if (!(Number.isSafeInteger(terms) && terms >= 0)) {
    throw new UsageError(`similar: terms: required a whole number of at least 0, got ${String(terms)}`);
  }
  return { top, terms };
}

/**
 * The known documents that are most like row 0 of `x`, by the cosine, the most similar first,
 * of equals the one that was learned from first. None has no term in common with it.
 *
 * @param x counts
 * @param ids of the documents of the memory, in their order
 * @throws UsageError if an option is out of range.
 */
export function similarDocuments(
  { documents, rowFor }: DocumentMemory,
  ids: readonly string[],
  x: SparseMatrix,
  termOf: (term: number) => string,
  options: SimilarOptions = {},
): SimilarDocument[] {
  const { top, terms } = requireSimilarOptions(options);
  const query = rowFor(x, 0);
  const { rows, similarities } = documents.index.nearest(query, 0, top);
  const partsOf = cosineParts(query, 0);
  const parts = new Float64Array(query.starts[1]);
  return Array.from(rows, (row, i) => {
    partsOf(documents.x, row, parts);
    const copy = isCopy(similarities[i]);
    return {
      id: ids[row],
      label: documents.labels[documents.y[row]],
      similarity: copy ? 1 : similarities[i],
      copy,
      terms: strongest(query.ids, parts, terms).map((entry) => ({
        term: termOf(query.ids[entry]),
        part: parts[entry],
      })),
    };
  });
}

/** The entries with the largest parts above 0, of equals the lowest term. */
function strongest(ids: Uint32Array, parts: Float64Array, most: number): number[] {
  return Array.from(parts.keys())
    .filter((entry) => parts[entry] > 0)
    .sort((a, b) => parts[b] - parts[a] || ids[a] - ids[b])
    .slice(0, most);
}
