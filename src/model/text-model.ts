import { type ClassCounts, countsOf } from "../classifiers/bayes/class-counts.js";
import { isCounting } from "../classifiers/bayes/counting-classifier.js";
import { type Model, rowsFor } from "../classifiers/classifier.js";
import { LinearModel } from "../classifiers/linear-model.js";
import { type DocumentMemory, memoryOf } from "../classifiers/neighbours/similar-documents.js";
import {
  type Arrays,
  isStoredModel,
  type StoredClassifier,
  type StoredModel,
} from "../classifiers/stored-classifier.js";
import { classifierFor } from "../classifiers/table.js";
import type { Calibration } from "../classifiers/wrappers/calibration.js";
import { type Analyzer, analyzerFor, type ReadDocument } from "../features/analyzer.js";
import type { KnownDocuments } from "../features/corpus/known-documents.js";
import { RowBuilder } from "../features/row-builder.js";
import { selectTerms } from "../features/selection.js";
import { type SparseMatrix, selectRows } from "../features/sparse-matrix.js";
import type { Vocabulary } from "../features/vocabulary.js";
import { PROGRAM_FIELDS } from "../mail/fields/fields.js";
import type { OwnTokenizer } from "../text/words/own-tokenizer.js";
import { type Resolved, resolve, type Settings } from "./settings.js";
import type { TrainingCounts } from "./training-counts.js";

const PROGRAM_PREFIXES = PROGRAM_FIELDS.map((field) => `${field}:`);

/** What settings and counts do not say of a model. */
export interface LearnedParts {
  /** Of a classifier that no counts suffice for: its model, or the arrays that its model is kept as. */
  readonly model?: StoredModel | Arrays | undefined;
  /** What makes its probabilities honest, if that was asked for in training; or what fits it, when it is asked for. */
  readonly calibration?: Calibration | ((model: TextModel) => Calibration | undefined) | undefined;
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
  /** The analyzer, the classifier and the rules of the settings. */
  readonly resolved: Resolved;
  readonly training: TrainingCounts;
  /** The terms the model knows, those that were left out not among them. */
  readonly vocabulary: Vocabulary;
  /** Per term of the vocabulary and class. */
  readonly counts: ClassCounts;
  readonly model: Model;
  /** What the training documents are called, if they are kept. */
  readonly documentIds: readonly string[] | undefined;
  /** Their rows, if they are kept and the model itself has none. */
  readonly keptRows: StoredModel | undefined;
  /** The documents that it has learned, if it remembers them: `learn` and `unlearn` need to know. */
  readonly known: KnownDocuments | undefined;
  readonly #rows: RowBuilder;
  #calibration: LearnedParts["calibration"];
  /** The analyzer of the tokenizer that was given last. */
  #own: { readonly tokenizer: OwnTokenizer; readonly analyzer: Analyzer } | undefined;

  constructor(
    settings: Settings,
    training: TrainingCounts,
    { model, calibration, documents, known }: LearnedParts = {},
  ) {
    const { vocabulary, classes, statistics } = training;
    this.#calibration = calibration;
    this.settings = settings;
    this.resolved = resolve(settings);
    this.training = training;
    const kept = statistics && selectTerms(statistics, this.resolved.rules);
    if (kept === undefined || kept.length === vocabulary.size) {
      this.vocabulary = vocabulary;
      this.counts = classes;
    } else {
      this.vocabulary = vocabulary.subset(kept);
      this.counts = countsOf(classes.labels, classes.documents, selectRows(classes.terms, kept));
    }
    this.model = modelOf(this.resolved, this.counts, model);
    this.known = known;
    this.documentIds = documents?.ids;
    this.keptRows = documents?.rows && rowsOf(this.counts, documents.rows);
    this.#rows = new RowBuilder(this.vocabulary);
  }

  /** The classes, sorted. */
  get labels(): readonly string[] {
    return this.counts.labels;
  }

  /** What makes its probabilities honest; undefined if they are the model's own. */
  get calibration(): Calibration | undefined {
    if (typeof this.#calibration === "function") this.#calibration = this.#calibration(this);
    return this.#calibration;
  }

  /**
   * Decodes and parses a document, to find its tokens with the settings of the model.
   *
   * @param tokenizer the one that the model was trained with, if it was one of its own
   */
  read(document: string | Uint8Array, tokenizer?: OwnTokenizer | undefined): ReadDocument {
    if (tokenizer === undefined) return this.resolved.analyzer.read(document);
    if (this.#own?.tokenizer !== tokenizer) {
      this.#own = { tokenizer, analyzer: analyzerFor(this.settings, tokenizer) };
    }
    return this.#own.analyzer.read(document);
  }

  /** One row for a document: how often each known term occurs in it. The row is scratch, valid until the next call. */
  rowOf(document: string | Uint8Array, tokenizer?: OwnTokenizer | undefined): SparseMatrix {
    return this.rowOfRead(this.read(document, tokenizer));
  }

  /** As `rowOf`, for a document that has been read. */
  rowOfRead(document: ReadDocument): SparseMatrix {
    return rowsFor(this.model, this.countsOf(document));
  }

  /** As `rowOfRead`, counted whether or not the model is one of presences. */
  countsOf(document: ReadDocument): SparseMatrix {
    this.#rows.clear();
    this.#rows.add(document);
    return this.#rows.finish(this.vocabulary.size);
  }

  /**
   * Whether it knows any word of a document. If not, its answer is a guess: by how frequent the
   * classes are, and of mail by what programs have written about the message.
   *
   * @param x the document's row, as `rowOf` gives it
   */
  knowsWords({ starts, ids }: SparseMatrix): boolean {
    const terms = ids.subarray(starts[0], starts[1]);
    if (this.settings.as !== "mail") return terms.length > 0;
    return terms.some((id) => {
      const term = this.vocabulary.term(id);
      return !PROGRAM_PREFIXES.some((prefix) => term.startsWith(prefix));
    });
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

/** Placeholder for a model without classes. */
const NOTHING_LEARNED = new LinearModel({
  labels: [],
  bias: new Float64Array(0),
  columns: 0,
  termWeights: () => undefined,
});

function modelOf({ classifier }: Resolved, counts: ClassCounts, kept: LearnedParts["model"]): Model {
  if (counts.labels.length === 0) return NOTHING_LEARNED;
  if (isCounting(classifier)) return classifier.fitCounts(counts);
  if (kept !== undefined && isStoredModel(kept)) return kept;
  return classifier.restore(counts.labels, counts.terms.rows, kept ?? {});
}
