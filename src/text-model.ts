import { type Analyzer, analyzerFor } from "./analyzer.js";
import type { Calibration } from "./classifiers/calibration.js";
import { type ClassCounts, countsOf } from "./classifiers/class-counts.js";
import type { LinearModel } from "./classifiers/linear-model.js";
import { classifierNamed } from "./classifiers/table.js";
import { RowBuilder } from "./features/row-builder.js";
import { selectTerms, type TermStatistics } from "./features/selection.js";
import { binarized, type SparseMatrix, selectRows } from "./features/sparse-matrix.js";
import type { Vocabulary } from "./features/vocabulary.js";
import { rulesOf, type Settings } from "./settings.js";

/** All that is kept of the training documents: sums over them, of every term, before any term is left out. */
export interface TrainingCounts {
  readonly vocabulary: Vocabulary;
  readonly classes: ClassCounts;
  /** What the rules that leave out terms look at; only kept if there are such rules. */
  readonly statistics: TermStatistics | undefined;
}

/**
 * A trained model with the way a document becomes a row of it. It is made of settings and
 * training counts alone, so that a model loaded from a file, or one that has learned more,
 * is the same as one trained on all of it at once.
 */
export class TextModel {
  readonly settings: Settings;
  readonly training: TrainingCounts;
  /** The terms the model knows, those that were left out not among them. */
  readonly vocabulary: Vocabulary;
  /** Per term of the vocabulary and class. */
  readonly counts: ClassCounts;
  readonly model: LinearModel;
  /** What makes its probabilities honest, if that was asked for in training. */
  readonly calibration: Calibration | undefined;
  readonly #analyzer: Analyzer;
  readonly #rows: RowBuilder;

  constructor(settings: Settings, training: TrainingCounts, calibration?: Calibration) {
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
    this.model = classifierNamed(settings.classifier, settings).fitCounts(this.counts);
    this.#analyzer = analyzerFor(settings);
    this.#rows = new RowBuilder(this.vocabulary);
  }

  /** The classes, sorted. */
  get labels(): readonly string[] {
    return this.counts.labels;
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
    this.#rows.clear();
    this.#rows.add(text, this.#analyzer.tokenizer);
    const row = this.#rows.finish(this.vocabulary.size);
    return this.model.binary ? binarized(row) : row;
  }
}
