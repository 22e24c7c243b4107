import type { Calibration } from "../../classifiers/calibration/calibration.js";
import { type Classification, classifyRow } from "../../classifiers/classification.js";
import { type Model, rowsFor } from "../../classifiers/classifier.js";
import { type Reasons, reasonsOf } from "../../classifiers/explain/explain.js";
import { bytesOf, type Content } from "../../documents/given-text.js";
import type { ReadDocument } from "../../features/analyzer.js";
import { type KnownIdentity, secondsOf } from "../../features/corpus/known-documents.js";
import { canDropTerms } from "../../features/selection.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import type { OwnTokenizer } from "../../text/words/terms.js";
import { CALIBRATING_DOCUMENTS, leftOutTemperature } from "../fitting/left-out-temperature.js";
import type { TextModel } from "../text-model.js";
import { ModelChanges } from "./model-changes.js";
import { isCalibrated } from "./remembering-model.js";
import { countingClassifier } from "./require-learning.js";

export const FATES = ["learned", "relabelled", "unlearned", "known", "unknown", "right", "binary"] as const;

/** What became of a document that was to be learned, relabelled or unlearned. */
export type Fate =
  /** It was new. */
  | "learned"
  /** It was known under another label. */
  | "relabelled"
  /** It is not known any more. */
  | "unlearned"
  /** Nothing changed: it was known under this label. */
  | "known"
  /** Nothing changed: it was not known. */
  | "unknown"
  /** Not learned: the model already gave this label with a high enough probability. */
  | "right"
  /** Not learned: it has NUL characters, so it is not text. */
  | "binary";

/** The outcome for a document. */
export interface Change {
  readonly fate: Fate;
  /** The class it had; undefined if it was not known. */
  readonly before: string | undefined;
}

/** A model for one document, and the row of the document. */
interface Scorer {
  readonly model: Model;
  /** The row of the document. */
  readonly x: SparseMatrix;
  /** Returns the text of the term of a column of `x`. */
  termOf(term: number): string;
  /** Returns the calibration; undefined if probabilities are not calibrated. May take long at first. */
  calibration(): Calibration | undefined;
}

/** A model that learns, unlearns and classifies documents one at a time. */
export class IncrementalModel {
  #model: TextModel;
  readonly #tokenizer: OwnTokenizer | undefined;
  /** The changes since `#model` was made; undefined until they are needed. */
  #made: ModelChanges | undefined;
  /** The calibration of the present documents, once it has been fitted. */
  #calibration: Calibration | undefined;

  /**
   * @param tokenizer the tokenizer that the model was trained with, if it was the caller's own
   * @throws DataError if the model cannot learn.
   */
  constructor(model: TextModel, tokenizer?: OwnTokenizer | undefined) {
    this.#model = model;
    this.#tokenizer = tokenizer;
    this.#made = new ModelChanges(model);
  }

  /** The changes since `#model` was made, which may be none. */
  get #changes(): ModelChanges {
    this.#made ??= new ModelChanges(this.#model);
    return this.#made;
  }

  /** The classes of the documents, sorted. */
  get labels(): readonly string[] {
    return this.classes.map(({ label }) => label);
  }

  /** The classes, and how many documents each has. */
  get classes(): readonly { readonly label: string; readonly documents: number }[] {
    return this.#changes.classes;
  }

  /** The number of documents. */
  get size(): number {
    return this.classes.reduce((sum, { documents }) => sum + documents, 0);
  }

  /** Returns the class of a document; undefined if it is not known. */
  labelOf(document: Content): string | undefined {
    return this.#changes.labelOf(identityOf(bytesOf(document)).digest);
  }

  /**
   * Learns a document, or gives a known one this label.
   *
   * @param time when it was written, in milliseconds since 1970, if it does not say so itself
   * @param isWanted decides whether to learn a new document after reading it
   */
  learn(
    label: string,
    content: Content,
    time: number | undefined,
    isWanted?: (document: ReadDocument) => boolean,
  ): Change {
    const { digest, time: written } = identityOf(bytesOf(content));
    const known = this.moveKnown(digest, label);
    if (known.fate !== "unknown") return known;
    const document = this.read(content);
    if (document.isBinary) return { fate: "binary", before: undefined };
    if (isWanted?.(document) === false) return { fate: "right", before: undefined };
    return this.learnRead({ digest, seconds: secondsOf(written ?? time) }, label, document);
  }

  /** Does the same as `learn` for a document that has been read. */
  learnRead(identity: KnownIdentity, label: string, document: ReadDocument): Change {
    const known = this.moveKnown(identity.digest, label);
    if (known.fate !== "unknown") return known;
    this.#changes.add(identity, label, document);
    this.#calibration = undefined;
    return { fate: "learned", before: undefined };
  }

  /** Gives a known document this label, or unlearns it if the label is undefined. */
  move(document: Content, label: string | undefined): Change {
    return this.moveKnown(identityOf(bytesOf(document)).digest, label);
  }

  /** Does the same as `move` for the document with this digest. */
  moveKnown(digest: Uint8Array, label: string | undefined): Change {
    const before = this.#changes.labelOf(digest);
    if (before === undefined) return { fate: "unknown", before };
    if (before === label) return { fate: "known", before };
    this.#changes.move(digest, label);
    this.#calibration = undefined;
    // Making the model now drops the terms that no document has any more.
    if (this.#changes.isWasteful) this.model();
    return { fate: label === undefined ? "unlearned" : "relabelled", before };
  }

  /** Classifies a document as the model of the present documents does. */
  classify(document: ReadDocument, calibrated = true): Classification {
    const { model, x, calibration } = this.#scorer(document);
    return classifyRow(model, x, 0, calibrated ? calibration() : undefined);
  }

  /** Returns the terms that weighed most in `classify`. */
  reasons(document: ReadDocument): Reasons {
    const { model, x, termOf } = this.#scorer(document);
    return reasonsOf(model, x, termOf);
  }

  /** Returns a model that scores a document as the model of the present documents does, and its row. */
  #scorer(document: ReadDocument): Scorer {
    const { fitTermSubset } = countingClassifier(this.#model.settings);
    // Without `fitTermSubset`, scores depend on all terms, also on those that the document does not have.
    if (fitTermSubset === undefined || this.#needsModel) {
      const whole = this.model();
      const termOf = (term: number) => whole.vocabulary.term(term);
      return { model: whole.model, x: whole.rowOfRead(document), termOf, calibration: () => whole.calibration };
    }
    const { x, counts, termOf } = this.#changes.view(document);
    const model = fitTermSubset(counts, this.#changes.terms);
    return { model, x: rowsFor(model, x), termOf, calibration: () => this.#fittedCalibration() };
  }

  /** Returns whether the model of the present documents knows any word of a document: see `TextModel.knowsWords`. */
  knowsWords(document: ReadDocument): boolean {
    if (!this.#needsModel) return this.#changes.knowsWords(document);
    const model = this.model();
    return model.knowsWords(model.rowOfRead(document));
  }

  /** Whether only a complete model can answer: there are no documents, or the rules may drop terms. */
  get #needsModel(): boolean {
    return this.size === 0 || canDropTerms(this.#model.resolved.rules);
  }

  /** Reads a document with the settings of the model. */
  read(document: Content): ReadDocument {
    return this.#model.read(document, this.#tokenizer);
  }

  /** Returns the model of the present documents. It does not change later. */
  model(): TextModel {
    const model = this.#changes.model();
    if (model !== this.#model) {
      this.#model = model;
      this.#made = undefined;
    }
    return model;
  }

  /** Returns the calibration of `model()`, fitted without making that model. */
  #fittedCalibration(): Calibration | undefined {
    const { settings } = this.#model;
    const classifier = countingClassifier(settings);
    if (!isCalibrated(settings, classifier, this.labels.length)) return undefined;
    if (this.#calibration === undefined) {
      const { documents, counts } = this.#changes.sample(CALIBRATING_DOCUMENTS);
      this.#calibration = leftOutTemperature(classifier, counts, documents, this.#changes.terms);
    }
    return this.#calibration;
  }
}
