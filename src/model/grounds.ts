import { sumOf } from "../base/lists.js";
import { type Reasons, reasonsOf } from "../classifiers/explain/explain.js";
import type { ReadDocument } from "../features/analyzer.js";
import type { SparseMatrix } from "../features/sparse-matrix.js";
import { unknownWords } from "../features/unknown-words.js";
import type { TermFinder } from "../features/vocabulary.js";
import type { TextModel } from "./text-model.js";

/** Why a class was the best, and how well the model knows the words of the document. */
export interface Grounds extends Reasons {
  /** The share of the different words that are unknown, 0 to 1, with three decimals. */
  readonly unknown: number;
  /** The number of documents that the model has learned. */
  readonly learned: number;
}

/** Returns the grounds of the answer of a model to a document that has been read. @param x its row */
export function groundsOf(model: TextModel, document: ReadDocument, x: SparseMatrix): Grounds {
  const { vocabulary, counts } = model;
  const reasons = reasonsOf(model.model, x, (term) => vocabulary.term(term));
  return withUnknown(reasons, document, vocabulary, sumOf(counts.documents));
}

/** Adds to reasons how many words are unknown. @param terms as for `unknownWords` */
export function withUnknown(
  reasons: Reasons,
  document: ReadDocument,
  terms: Pick<TermFinder, "find">,
  learned: number,
): Grounds {
  return { ...reasons, unknown: Math.round(1000 * unknownWords(document, terms).share) / 1000, learned };
}
