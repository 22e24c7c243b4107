import { requireWhole } from "../../base/checks.js";
import { cosineParts } from "../../features/neighbours/cosine-index.js";
import { type SparseMatrix, selectRows } from "../../features/sparse-matrix.js";
import type { Model } from "../classifier.js";
import type { StoredClassifier } from "../stored-classifier.js";
import { WeightedModel, weighted } from "../wrappers/weighted.js";
import { NEAREST_NEIGHBOURS, nearestNeighbours } from "./nearest-neighbours.js";
import { isCopy, type NeighboursModel } from "./neighbourhood.js";
import type { RememberedDocuments } from "./remembered-documents.js";

/** The contribution of a term to the similarity of two documents. */
export interface SharedTerm {
  readonly term: string;
  /** Its part of the cosine, above 0; the parts of all terms sum to the cosine. */
  readonly part: number;
}

/** A known document that is similar to another one. */
export interface SimilarDocument {
  readonly id: string;
  readonly label: string;
  /** The cosine of the two, above 0 and at most 1. */
  readonly similarity: number;
  /** Whether it has the same terms in the same proportions; then the similarity is 1. */
  readonly copy: boolean;
  /** The terms that make them similar, the strongest first. */
  readonly terms: readonly SharedTerm[];
}

/** How many documents and terms to list. */
export interface SimilarOptions {
  /** The most documents, at least 1. Default 10. */
  readonly top?: number;
  /** The most terms of each document. Default 5. */
  readonly terms?: number;
}

/** Makes the classifier that keeps the rows of documents for a model that has none. */
export function documentKeeper(): StoredClassifier {
  return weighted(nearestNeighbours({ k: 1 }), NEAREST_NEIGHBOURS.weighting);
}

/**
 * Returns the known documents most similar to row 0 of `x` by the cosine, the most similar first. Of equally similar
 * ones, the one that was learned first comes first. Documents without a common term are left out.
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
  { top = 10, terms = 5 }: SimilarOptions = {},
): SimilarDocument[] {
  requireWhole("similar: top", top, 1);
  requireWhole("similar: terms", terms, 0);
  const query = rowFor(x, 0);
  const { rows, similarities } = documents.index().nearest(query, 0, top);
  const partsWith = cosineParts(query, 0);
  const parts = new Float64Array(query.starts[1]);
  return Array.from(rows, (row, i) => {
    partsWith(documents.x, row, parts);
    const copy = isCopy(similarities[i]);
    return {
      id: ids[row],
      label: documents.labels[documents.y[row]],
      similarity: copy ? 1 : similarities[i],
      copy,
      // Equal parts are in the order of their terms.
      terms: Array.from(parts, (part, entry) => ({ part, id: query.ids[entry] }))
        .filter(({ part }) => part > 0)
        .sort((a, b) => b.part - a.part || a.id - b.id)
        .slice(0, terms)
        .map(({ part, id }) => ({ term: termOf(id), part })),
    };
  });
}

/** Documents to compare others with, and how. */
export interface DocumentMemory {
  readonly documents: RememberedDocuments;
  /** Returns a row of counts in the weighting of those documents, as row 0; valid until the next call. */
  rowFor(counts: SparseMatrix, row: number): SparseMatrix;
}

/** Returns the documents that a model remembers; undefined if it remembers none. */
export function memoryOf(model: Model): DocumentMemory | undefined {
  if (model instanceof WeightedModel) {
    const inner = memoryOf(model.inner);
    return inner && { ...inner, rowFor: (counts, row) => inner.rowFor(model.weightedRow(counts, row), 0) };
  }
  if (!isOfNeighbours(model)) return undefined;
  return { documents: model.documents, rowFor: (counts, row) => selectRows(counts, [row]) };
}

/** Whether a model decides by remembered documents. */
function isOfNeighbours(model: Model): model is NeighboursModel {
  // Models of several labels have `documents` too, which is a number.
  return "documents" in model && "index" in Object(model.documents);
}
