import { typeName } from "../base/checks.js";
import { DataError, UsageError } from "../base/errors.js";
import { lazily } from "../base/lazily.js";
import { type ClassCounts, countsOf } from "../classifiers/bayes/class-counts.js";
import { isCounting } from "../classifiers/bayes/counting-classifier.js";
import type { Calibration } from "../classifiers/calibration/calibration.js";
import type { LeftOutAnswers } from "../classifiers/calibration/left-out-answers.js";
import { type Model, rowsFor } from "../classifiers/classifier.js";
import { LinearModel } from "../classifiers/linear-model.js";
import { type DocumentMemory, documentKeeper, memoryOf } from "../classifiers/neighbours/similar-documents.js";
import type { Arrays } from "../classifiers/stored-arrays.js";
import { isStoredModel, type StoredModel } from "../classifiers/stored-classifier.js";
import { LabelDecisions } from "../classifiers/wrappers/label-decisions.js";
import { type Analyzer, analyzerFor, type ReadDocument } from "../features/analyzer.js";
import type { KnownDocuments } from "../features/corpus/known-documents.js";
import { RowBuilder } from "../features/row-builder.js";
import { selectTerms } from "../features/selection.js";
import { type SparseMatrix, selectRows } from "../features/sparse-matrix.js";
import { codeLookup } from "../features/term-kinds.js";
import type { Vocabulary } from "../features/vocabulary.js";
import { isEvidence } from "../mail/fields/fields.js";
import type { OwnTokenizer } from "../text/words/terms.js";
import type { TrainingCounts } from "./fitting/training-subset.js";
import { type Resolved, resolve, type Settings } from "./settings.js";

/** Prefix of character n-grams. In raw messages, n-grams can also come from the header. */
const CHARACTERS_PREFIX = "~";

/** Matches a letter or a digit. Every word contains at least one. */
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** The parts of a model other than its settings and counts. */
export interface LearnedParts {
  /** A stored model or its arrays, if counts are not enough for the classifier. */
  readonly model?: StoredModel | Arrays | undefined;
  /** The calibration, if there is one; or a function that fits it when it is first needed. */
  readonly calibration?: Calibration | ((model: TextModel) => Calibration | undefined) | undefined;
  /** The training documents, if they are kept. */
  readonly documents?: KeptDocuments | undefined;
  /** The answers to training documents by models that have not seen them, if they are kept. */
  readonly leftOut?: LeftOutAnswers | undefined;
  /** The remembered documents, if the model can learn. */
  readonly known?: KnownDocuments | undefined;
}

/** The training documents that a model keeps, so that others can be compared with them. */
export interface KeptDocuments {
  /** The id of each row. */
  readonly ids: readonly string[];
  /** Their rows, as a model or its arrays; undefined if the classifier's model has them. */
  readonly rows?: StoredModel | Arrays | undefined;
}

/**
 * A trained model. For a classifier on counts, the settings and counts determine the model. So a model that was
 * loaded from a file, or has learned more, is the same as one trained on all documents at once.
 *
 * L is the type of its labels, such as `"ham" | "spam"`, if the program knows them.
 */
export class TextModel<L extends string = string> {
  readonly settings: Settings;
  /** @internal The analyzer, the classifier and the rules of the settings. */
  readonly resolved: Resolved;
  /** @internal The counts of the training documents, before terms are selected. */
  readonly training: TrainingCounts;
  /** The terms that the rules keep. */
  readonly vocabulary: Vocabulary;
  /** @internal The counts of each term of the vocabulary in each class. */
  readonly counts: ClassCounts;
  /** @internal The model that scores documents: see `rowOf`. */
  readonly model: Model;
  /** The ids of the training documents, if they are kept. */
  readonly documentIds: readonly string[] | undefined;
  /** @internal The rows of the training documents, if they are kept and the classifier's model has none. */
  readonly keptRows: StoredModel | undefined;
  /** @internal The answers to training documents by models that have not seen them, if they are kept. */
  readonly leftOut: LeftOutAnswers | undefined;
  /** @internal The remembered documents, if the model can learn and unlearn. */
  readonly known: KnownDocuments | undefined;
  #rows: RowBuilder;
  #expectsMany = false;
  /** Tells whether a term is a word: see `knowsWords`. The answers are 1 for yes, 2 for no, and 0 until they are needed. */
  readonly #wordTest = lazily(() => ({
    isWord: wordTest(this.settings),
    answers: new Uint8Array(this.vocabulary.size),
  }));
  #calibration: LearnedParts["calibration"];
  /** The last tokenizer that was given, and its analyzer. */
  #own: { readonly tokenizer: OwnTokenizer; readonly analyzer: Analyzer } | undefined;

  /** @internal */
  constructor(
    settings: Settings,
    training: TrainingCounts,
    { model, calibration, documents, leftOut, known }: LearnedParts = {},
  ) {
    const { vocabulary, classes, statistics } = training;
    this.#calibration = calibration;
    this.settings = settings;
    this.resolved = resolve(settings);
    this.training = training;
    // Without statistics there is nothing to select: no rule drops terms, or they were selected before.
    const kept = statistics && selectTerms(statistics, this.resolved.rules);
    if (kept === undefined || kept.length === vocabulary.size) {
      this.vocabulary = vocabulary;
      this.counts = this.#withKinds(classes);
    } else {
      this.vocabulary = vocabulary.subset(kept);
      this.counts = this.#withKinds(countsOf(classes.labels, classes.documents, selectRows(classes.terms, kept)));
    }
    this.model = modelOf(this.resolved, this.counts, model);
    this.known = known;
    this.leftOut = leftOut;
    this.documentIds = documents?.ids;
    this.keptRows = documents?.rows && rowsOf(this.counts, documents.rows);
    this.#rows = new RowBuilder(this.vocabulary, 1);
  }

  /** @internal Gets ready to read thousands of documents faster: see `Vocabulary.inTable`. */
  expectMany(): void {
    if (!this.#expectsMany) this.#rows = new RowBuilder(this.vocabulary.inTable(), 1);
    this.#expectsMany = true;
  }

  /** The classes, sorted. */
  get labels(): readonly L[] {
    return this.counts.labels as readonly L[];
  }

  /** The calibration; undefined if the probabilities are the model's own. */
  get calibration(): Calibration | undefined {
    if (typeof this.#calibration === "function") this.#calibration = this.#calibration(this);
    return this.#calibration;
  }

  /**
   * Reads a document with the settings of the model.
   *
   * @internal
   * @param tokenizer the tokenizer that the model was trained with, if it was the caller's own
   */
  read(document: string | Uint8Array, tokenizer?: OwnTokenizer | undefined): ReadDocument {
    if (tokenizer === undefined) return this.resolved.analyzer.read(document);
    if (this.#own?.tokenizer !== tokenizer) {
      this.#own = { tokenizer, analyzer: analyzerFor(this.settings, tokenizer) };
    }
    return this.#own.analyzer.read(document);
  }

  /** @internal Returns the row of a document, with the count or presence of each known term. */
  rowOf(document: string | Uint8Array, tokenizer?: OwnTokenizer | undefined): SparseMatrix {
    return this.rowOfRead(this.read(document, tokenizer));
  }

  /** @internal Does the same as `rowOf` for a document that has been read. */
  rowOfRead(document: ReadDocument): SparseMatrix {
    return rowsFor(this.model, this.countsOf(document));
  }

  /** @internal Does the same as `rowOfRead`, but always with counts. */
  countsOf(document: ReadDocument): SparseMatrix {
    return this.#rows.rowOf(document, this.vocabulary.size);
  }

  /**
   * Returns whether the model knows any word of a document or, for mail, its sender. If not, the answer is a guess
   * from the prior and, for mail, from text that programs have written.
   *
   * @internal
   * @param x from `rowOf`
   */
  knowsWords({ starts, ids }: SparseMatrix): boolean {
    const { isWord, answers } = this.#wordTest();
    for (let i = starts[0]; i < starts[1]; i++) {
      const id = ids[i];
      if (answers[id] === 0) answers[id] = isWord(this.vocabulary.term(id)) ? 1 : 2;
      if (answers[id] === 1) return true;
    }
    return false;
  }

  /** Returns the counts of the vocabulary, with the kinds of its terms if the classifier looks at them. */
  #withKinds(counts: ClassCounts): ClassCounts {
    const { isCounting, classifier } = this.resolved;
    return isCounting && classifier.looksAtKinds ? { ...counts, kinds: codeLookup(this.vocabulary) } : counts;
  }

  /** @internal The training documents, to compare others with; undefined if they are not kept. */
  get memory(): DocumentMemory | undefined {
    return memoryOf(this.keptRows ?? this.model);
  }
}

/** Returns a function that tells whether a known term counts as a word: see `TextModel.knowsWords`. */
export function wordTest({ as, rawNgrams }: Pick<Settings, "as" | "rawNgrams">): (term: string) => boolean {
  if (as !== "mail") return (term) => LETTER_OR_DIGIT.test(term);
  if (rawNgrams === undefined) return isEvidence;
  return (term) => !term.startsWith(CHARACTERS_PREFIX) && isEvidence(term);
}

/** Returns the kept rows as a model; restores them from their arrays if necessary. */
function rowsOf({ labels, terms }: ClassCounts, kept: StoredModel | Arrays): StoredModel {
  return isStoredModel(kept) ? kept : documentKeeper().restore(labels, terms.rows, kept);
}

/** Placeholder for a model without classes. */
const NOTHING_LEARNED = new LinearModel({
  labels: [],
  bias: new Float64Array(0),
  columns: 0,
  termWeights: () => undefined,
});

/** Makes the model of counts, or restores it from its arrays if it is not made of counts. */
function modelOf({ classifier }: Resolved, counts: ClassCounts, kept: LearnedParts["model"]): Model {
  if (counts.labels.length === 0) return NOTHING_LEARNED;
  if (isCounting(classifier)) return classifier.fitCounts(counts);
  if (kept !== undefined && isStoredModel(kept)) return kept;
  return classifier.restore(counts.labels, counts.terms.rows, kept ?? {});
}

/** Returns the decisions of a model of several labels; undefined if it gives one class. */
export function decisionsOf({ model }: TextModel): LabelDecisions | undefined {
  return model instanceof LabelDecisions ? model : undefined;
}

/** @throws UsageError unless a value is a model. @param name the name of the function that takes the model */
export function requireModel(model: unknown, name: string): asserts model is TextModel {
  if (model instanceof TextModel) return;
  throw new UsageError(`${name}: the model must be one that train or load made, not ${typeName(model)}`);
}

/**
 * Refuses a model with one class, because it would assign every document to that class.
 *
 * @param name the command that uses the model
 * @throws DataError if there is only one class.
 */
export function requireChoice(name: string, labels: readonly string[]): void {
  if (labels.length !== 1) return;
  throw new DataError(
    `${name}: this model knows only the class ${JSON.stringify(labels[0])}: let it learn another one first`,
  );
}
