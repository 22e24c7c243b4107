import { type Analyzer, analyzerFor } from "./analyzer.js";
import type { Calibration } from "./classifiers/calibration.js";
import { type ClassCounts, countsOf } from "./classifiers/class-counts.js";
import { type Model, rowsFor } from "./classifiers/classifier.js";
import { isCounting } from "./classifiers/counting-classifier.js";
import { type DocumentMemory, memoryOf } from "./classifiers/document-memory.js";
import { LinearModel } from "./classifiers/linear-model.js";
import {
  type Arrays,
  isStoredModel,
  type StoredClassifier,
  type StoredModel,
} from "./classifiers/stored-classifier.js";
import { classifierFor } from "./classifiers/table.js";
import { RowBuilder } from "./features/row-builder.js";
import { selectTerms, type TermStatistics } from "./features/selection.js";
import { type SparseMatrix, selectRows } from "./features/sparse-matrix.js";
import type { Vocabulary } from "./features/vocabulary.js";
import type { KnownDocuments } from "./known-documents.js";
import { rulesOf, type Settings } from "./settings.js";
import type { Tokenizer } from "./text/tokenizer.js";

/**
 * What is kept of the training documents: sums over them. If the model is made of these
 * alone, they are of every term, before any term is left out; if not, of the terms that it
 * knows.
 */
export interface TrainingCounts {
  readonly vocabulary: Vocabulary;
  readonly classes: ClassCounts;
  /** What the rules that leave out terms look at; only kept if there are such rules, and the model is made of counts. */
  readonly statistics: TermStatistics | undefined;
}

/** What settings and counts do not say of a model. */
export interface LearnedParts {
  /** Of a classifier that no counts suffice for: its model, or the arrays that its model is kept as. */
  readonly model?: StoredModel | Arrays | undefined;
  /** What makes its probabilities honest, if that was asked for in training. */
  readonly calibration?: Calibration | undefined;
  /** The training documents, if they are kept. */
  readonly documents?: KeptDocuments | undefined;
  /** What can be learned no second time and unlearned, if the model remembers it. */
  readonly known?: KnownDocuments | undefined;
}

/** Training documents, for documents to be compared with. */
export interface KeptDocuments {
  /** What each one is called, in the order of its rows. */
  readonly ids: readonly string[];
  /** Their rows, or the arrays that these are kept as. Left out of a model that has them itself. */
  readonly rows?: StoredModel | Arrays | undefined;
}

/**
 * A trained model with the way a document becomes a row of it. Naive Bayes on counts is
 * made of settings and training counts alone, so that a model loaded from a file, or one
 * that has learned more, is the same as one trained on all of it at once.
 */
export class TextModel {
  readonly settings: Settings;
  readonly training: TrainingCounts;
  /** The terms the model knows, those that were left out not among them. */
  readonly vocabulary: Vocabulary;
  /** Per term of the vocabulary and class. */
  readonly counts: ClassCounts;
  readonly model: Model;
  /** What makes its probabilities honest, if that was asked for in training. */
  readonly calibration: Calibration | undefined;
  /** What the training documents are called, if they are kept. */
  readonly documentIds: readonly string[] | undefined;
  /** Their rows, if they are kept and the model itself has none. */
  readonly keptRows: StoredModel | undefined;
  /** The documents that it has learned, if it remembers them: `learn` and `unlearn` need to know. */
  readonly known: KnownDocuments | undefined;
  readonly #analyzer: Analyzer;
  readonly #rows: RowBuilder;

  constructor(
    settings: Settings,
    training: TrainingCounts,
    { model, calibration, documents, known }: LearnedParts = {},
  ) {
    const { vocabulary, classes, statistics } = training;
    this.calibration = calibration;
    this.settings = settings;
    this.training = training;
    const kept = statistics && selectTerms(statistics, rulesOf(settings));
    if (kept === undefined || kept.length === vocabulary.size) {
      this.vocabulary = vocabulary;
      this.counts = classes;
    } else {
      this.vocabulary = vocabulary.subset(kept);
      this.counts = countsOf(classes.labels, classes.documents, selectRows(classes.terms, kept));
    }
    this.model = modelOf(settings, this.counts, model);
    this.known = known;
    this.documentIds = documents?.ids;
    this.keptRows = documents?.rows && rowsOf(this.counts, documents.rows);
    this.#analyzer = analyzerFor(settings);
    this.#rows = new RowBuilder(this.vocabulary);
  }

  /** The classes, sorted. */
  get labels(): readonly string[] {
    return this.counts.labels;
  }

  /** What finds the tokens of what `textOf` gives. */
  get tokenizer(): Tokenizer {
    return this.#analyzer.tokenizer;
  }

  /** The UTF-8 text of a document that counts. */
  textOf(document: string | Uint8Array): Uint8Array {
    if (typeof document !== "string") return this.#analyzer.text(document);
    return this.#analyzer.stripped(new TextEncoder().encode(document));
  }

  /** One row for a document: how often each known term occurs in it. The row is scratch, valid until the next call. */
  rowOf(document: string | Uint8Array): SparseMatrix {
    return this.rowOfText(this.textOf(document));
  }

  /** As `rowOf`, for what `textOf` gave. */
  rowOfText(text: Uint8Array): SparseMatrix {
    return rowsFor(this.model, this.countsOfText(text));
  }

  /** As `rowOfText`, counted whether or not the model is one of presences. */
  countsOfText(text: Uint8Array): SparseMatrix {
    this.#rows.clear();
    this.#rows.add(text, this.#analyzer.tokenizer);
    return this.#rows.finish(this.vocabulary.size);
  }

  /** The training documents as something to compare with; undefined if they are not kept. */
  get memory(): DocumentMemory | undefined {
    return memoryOf(this.keptRows ?? this.model);
  }
}

/** What the rows of documents are kept with, of a model that has none itself. */
export function documentKeeper(): StoredClassifier {
  const keeper = classifierFor({ classifier: "nearest-neighbours", k: 1 });
  if (isCounting(keeper)) throw new TypeError("nearest neighbours are not made of counts");
  return keeper;
}

function rowsOf({ labels, terms }: ClassCounts, kept: StoredModel | Arrays): StoredModel {
  return isStoredModel(kept) ? kept : documentKeeper().restore(labels, terms.rows, kept);
}

/** Of no class at all: there is nothing that it could be asked. */
const NOTHING_LEARNED = new LinearModel({
  labels: [],
  bias: new Float64Array(0),
  columns: 0,
  termWeights: () => undefined,
});

function modelOf(settings: Settings, counts: ClassCounts, kept: LearnedParts["model"]): Model {
  if (counts.labels.length === 0) return NOTHING_LEARNED;
  const classifier = classifierFor(settings);
  if (isCounting(classifier)) return classifier.fitCounts(counts);
  if (kept !== undefined && isStoredModel(kept)) return kept;
  return classifier.restore(counts.labels, counts.terms.rows, kept ?? {});
}
