import { type Classification, classifyRow } from "./classifiers/classification.js";
import type { DocumentMemory } from "./classifiers/document-memory.js";
import { type ExplainOptions, type Explanation, explainRow, pairOf } from "./classifiers/explain.js";
import { type SimilarDocument, type SimilarOptions, similarDocuments } from "./classifiers/similar-documents.js";
import { type SmallestChange, smallestChangeOf } from "./classifiers/smallest-change.js";
import type { Document } from "./documents/document.js";
import { DataError } from "./errors.js";
import type { TextModel } from "./text-model.js";

/**
 * Says which class a document belongs to.
 *
 * @param document a string, the bytes of a document as they stand in a file, or a Document
 *
 * @example
 * const { label, probability } = classify(load("mail.model"), readFileSync("letter.eml"));
 * console.log(label, probability.toFixed(3));
 */
export function classify(model: TextModel, document: string | Uint8Array | Document): Classification {
  return classifyRow(model.model, model.rowOf(contentOf(document)), 0, model.calibration);
}

/**
 * Says why: what each term of the document adds to the lead of the best class over the
 * second, or of one class that is asked for over another.
 *
 * @throws UsageError if there is no such class, or the model has one only.
 */
export function explain(
  model: TextModel,
  document: string | Uint8Array | Document,
  options: ExplainOptions = {},
): Explanation {
  const x = model.rowOf(contentOf(document));
  return explainRow(model.model, x, (term) => model.vocabulary.term(term), pairOf(model.model, x, options));
}

/** Finds the smallest set of terms without which a document would be put into another class. */
export function smallestChange(model: TextModel, document: string | Uint8Array | Document): SmallestChange {
  return smallestChangeOf(model.model, model.rowOf(contentOf(document)), (term) => model.vocabulary.term(term));
}

/**
 * The training documents that are most like a document, by the cosine of their terms on
 * tf-idf, the most similar first. There are none if no term is known.
 *
 * @throws DataError if the model does not keep its documents, UsageError if an option is out of range.
 */
export function similar(
  model: TextModel,
  document: string | Uint8Array | Document,
  options: SimilarOptions = {},
): SimilarDocument[] {
  return similarToText(model, model.textOf(contentOf(document)), options);
}

/** As `similar`, for what `TextModel.textOf` gave. */
export function similarToText(model: TextModel, text: Uint8Array, options: SimilarOptions = {}): SimilarDocument[] {
  const { memory, ids } = requireMemory(model);
  return similarDocuments(memory, ids, model.countsOfText(text), (term) => model.vocabulary.term(term), options);
}

/** @throws DataError if the model does not keep its documents. */
export function requireMemory({ memory, documentIds }: TextModel): {
  readonly memory: DocumentMemory;
  readonly ids: readonly string[];
} {
  if (memory === undefined || documentIds === undefined) {
    throw new DataError(
      "similar: required a model that keeps its documents, found one without them: train it with --keep-documents",
    );
  }
  return { memory, ids: documentIds };
}

function contentOf(document: string | Uint8Array | Document): string | Uint8Array {
  return typeof document === "string" || document instanceof Uint8Array ? document : document.bytes;
}
