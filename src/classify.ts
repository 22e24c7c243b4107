import { type Classification, classifyRow } from "./classifiers/classification.js";
import { type Explanation, explainRow } from "./classifiers/explain.js";
import type { Document } from "./documents/document.js";
import type { TextModel } from "./text-model.js";

/**
 * Says which class a document belongs to.
 *
 * @param document a string, the bytes of a document as they stand in a file, or a Document
 */
export function classify(model: TextModel, document: string | Uint8Array | Document): Classification {
  return classifyRow(model.model, model.rowOf(contentOf(document)), 0, model.calibration);
}

/** Says why: what each term of the document adds to the lead of the best class over the second. */
export function explain(model: TextModel, document: string | Uint8Array | Document): Explanation {
  return explainRow(model.model, model.rowOf(contentOf(document)), (term) => model.vocabulary.term(term));
}

function contentOf(document: string | Uint8Array | Document): string | Uint8Array {
  return typeof document === "string" || document instanceof Uint8Array ? document : document.bytes;
}
