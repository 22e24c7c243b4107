import { type SparseMatrix, selectRows } from "../features/sparse-matrix.js";
import type { Model } from "./classifier.js";
import { RememberedDocuments } from "./remembered-documents.js";
import { WeightedModel } from "./weighted.js";

/** Documents to compare others with, and how. */
export interface DocumentMemory {
  readonly documents: RememberedDocuments;
  /** One row of counts as those documents have theirs, as row 0: valid until the next. */
  rowFor(counts: SparseMatrix, row: number): SparseMatrix;
}

/** The documents that a model has; undefined of one that has none. */
export function memoryOf(model: Model): DocumentMemory | undefined {
  if (model instanceof WeightedModel) {
    const inner = memoryOf(model.inner);
    return inner && { ...inner, rowFor: (counts, row) => inner.rowFor(model.weightedRow(counts, row), 0) };
  }
  if (!("documents" in model && model.documents instanceof RememberedDocuments)) return undefined;
  return { documents: model.documents, rowFor: (counts, row) => selectRows(counts, [row]) };
}
