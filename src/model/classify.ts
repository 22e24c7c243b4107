import { requireOptions } from "../base/checks.js";
import { DataError } from "../base/errors.js";
import {
  type Classification,
  classifyLabelsRow,
  classifyRow,
  type LabelsClassification,
} from "../classifiers/classifier.js";
import { type Counterfactual, counterfactualOf } from "../classifiers/explain/counterfactual.js";
import { type ExplainOptions, type Explanation, explainRow } from "../classifiers/explain/explain.js";
import {
  type SimilarDocument,
  type SimilarOptions,
  similarDocuments,
} from "../classifiers/neighbours/similar-documents.js";
import {
  type Content,
  contentOf,
  eachDocument,
  eachLaterDocument,
  type GivenText,
  idOf,
  requireDocuments,
} from "../documents/given-text.js";
import type { ReadDocument } from "../features/analyzer.js";
import type { SparseMatrix } from "../features/sparse-matrix.js";
import type { OwnTokenizer } from "../text/words/terms.js";
import { requireOneClass } from "./multi-label.js";
import { decisionsOf, requireModel, type TextModel } from "./text-model.js";

/** The options of `classify`. */
export interface ClassifyOptions {
  /** The tokenizer that the model was trained with, if it was your own. A model file cannot hold it. */
  readonly tokenizer?: OwnTokenizer | undefined;
}

/**
 * Classifies a document.
 *
 * @param document a string, the bytes of a file, or an object with `text` or `bytes`
 * @throws DataError if the model gives several labels, or needs its tokenizer and it is missing.
 *
 * @example
 * const { label, probability } = classify(load("mail.model"), readFileSync("letter.eml"));
 * console.log(label, probability.toFixed(3));
 */
export function classify<L extends string>(
  model: TextModel<L>,
  document: Content | GivenText,
  options: ClassifyOptions = {},
): Classification<L> {
  const x = rowFor("classify", model, document, options);
  return classifyRow(model.model, x, 0, model.calibration) as Classification<L>;
}

/** Checks the arguments of a call that needs one class for each document, and returns the row of the document. */
function rowFor(call: string, model: TextModel, document: Content | GivenText, options: ClassifyOptions): SparseMatrix {
  requireModel(model, call);
  requireOptions(call, options);
  requireOneClass(model, call);
  return model.rowOf(contentOf(document), options.tokenizer);
}

/**
 * Returns the labels that a model trained with `multiLabel` gives a document.
 *
 * @throws DataError if the model gives one class, or needs its tokenizer and it is missing.
 */
export function classifyLabels<L extends string>(
  model: TextModel<L>,
  document: Content | GivenText,
  options: ClassifyOptions = {},
): LabelsClassification<L> {
  requireModel(model, "classifyLabels");
  requireOptions("classifyLabels", options);
  const decisions = decisionsOf(model);
  if (decisions === undefined) {
    throw new DataError(
      "classifyLabels: this model gives each document one class: use classify, or train it with multiLabel",
    );
  }
  const x = model.rowOf(contentOf(document), options.tokenizer);
  return classifyLabelsRow(decisions, x, 0) as LabelsClassification<L>;
}

/** The answer for one of many documents. */
export interface ClassifiedDocument<L extends string = string> extends Classification<L> {
  /** The id of the document, or its place from 1. */
  readonly id: string;
}

/**
 * Classifies documents one after another. Yields each answer as soon as it has read the document.
 *
 * @param documents an iterable or async iterable of strings, bytes or objects with `text` or `bytes`, and an `id`
 * @returns an iterator; an async one for an async iterable
 * @throws the errors of `classify`, with the id of the document before the message; the errors of `documents`, as they
 *   are.
 *
 * @example
 * const documents = ["Lunch on Friday?", { id: "letter", bytes: readFileSync("letter.eml") }];
 * for (const { id, label } of classifyAll(load("mail.model"), documents)) console.log(id, label);
 */
export function classifyAll<L extends string>(
  model: TextModel<L>,
  documents: Iterable<Content | GivenText>,
  options?: ClassifyOptions,
): Generator<ClassifiedDocument<L>, void, void>;
export function classifyAll<L extends string>(
  model: TextModel<L>,
  documents: AsyncIterable<Content | GivenText>,
  options?: ClassifyOptions,
): AsyncGenerator<ClassifiedDocument<L>, void, void>;
export function classifyAll<L extends string>(
  model: TextModel<L>,
  documents: Iterable<Content | GivenText> | AsyncIterable<Content | GivenText>,
  options: ClassifyOptions = {},
) {
  requireDocuments(documents, "classifyAll");
  const answer = (document: Content | GivenText, place: number) => classified(model, document, place, options);
  return Symbol.asyncIterator in documents ? eachLaterDocument(documents, answer) : eachDocument(documents, answer);
}

/** Classifies one of many documents. An error gets the id of the document before its message. */
function classified<L extends string>(
  model: TextModel<L>,
  document: Content | GivenText,
  place: number,
  { tokenizer }: ClassifyOptions,
): ClassifiedDocument<L> {
  const id = idOf(document, place);
  const content = contentOf(document, id);
  try {
    return { id, ...classify(model, content, { tokenizer }) };
  } catch (error) {
    if (error instanceof Error) error.message = `document ${JSON.stringify(id)}: ${error.message}`;
    throw error;
  }
}

/**
 * Explains a classification: how much each term adds to the margin of the best class over the second, or of one given
 * class over another.
 *
 * @throws UsageError if a class does not exist, or the model has only one; DataError as `classify`.
 */
export function explain(
  model: TextModel,
  document: Content | GivenText,
  options: ExplainOptions & ClassifyOptions = {},
): Explanation {
  const x = rowFor("explain", model, document, options);
  return explainRow(model.model, x, (term) => model.vocabulary.term(term), options);
}

/**
 * Finds a set of terms without which a document would be in another class. `smallest` in the result says whether no
 * smaller set exists.
 *
 * @throws DataError as `classify`.
 */
export function counterfactual(
  model: TextModel,
  document: Content | GivenText,
  options: ClassifyOptions = {},
): Counterfactual {
  const x = rowFor("counterfactual", model, document, options);
  return counterfactualOf(model.model, x, (term) => model.vocabulary.term(term));
}

/**
 * Returns the training documents that are most similar to a document by the cosine on tf-idf, the most similar
 * first. Empty if the model knows no term of the document.
 *
 * @throws DataError if the model does not keep its documents, UsageError if an option is out of range.
 */
export function similar(
  model: TextModel,
  document: Content | GivenText,
  options: SimilarOptions & ClassifyOptions = {},
): SimilarDocument[] {
  requireModel(model, "similar");
  requireOptions("similar", options);
  return similarToRead(model, model.read(contentOf(document), options.tokenizer), options);
}

/** Does the same as `similar` for a document that has been read. */
export function similarToRead(
  model: TextModel,
  document: ReadDocument,
  options: SimilarOptions = {},
): SimilarDocument[] {
  const { memory, ids } = requireMemory(model);
  return similarDocuments(memory, ids, model.countsOf(document), (term) => model.vocabulary.term(term), options);
}

/** Returns the kept documents and their ids. @throws DataError if the model does not keep its documents. */
export function requireMemory({ memory, documentIds }: TextModel) {
  if (memory === undefined || documentIds === undefined) {
    throw new DataError("similar: this model does not keep its documents: train it with keepDocuments", {
      options: ["keepDocuments"],
    });
  }
  return { memory, ids: documentIds };
}
