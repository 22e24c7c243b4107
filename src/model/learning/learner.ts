import { requireNumber, requireOptions } from "../../base/checks.js";
import { sumOf } from "../../base/lists.js";
import { type Classification, classifyRow, rowsFor } from "../../classifiers/classifier.js";
import { reasonsOf } from "../../classifiers/explain/explain.js";
import { bytesOf, type Content, contentOf, requireLabel } from "../../documents/given-text.js";
import type { ReadDocument } from "../../features/analyzer.js";
import { type KnownIdentity, secondsOf } from "../../features/corpus/known-documents.js";
import { canDropTerms } from "../../features/selection.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import type { OwnTokenizer } from "../../text/words/terms.js";
import { type Grounds, withUnknown } from "../grounds.js";
import type { TrainOptions } from "../options.js";
import { TextModel } from "../text-model.js";
import { ModelChanges } from "./model-changes.js";
import { countingClassifier, isCalibrated, newModel } from "./remembering-model.js";

/** The outcome of learning, relabelling or unlearning a document. */
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

/**
 * Learns, unlearns and classifies documents one at a time, in any order. The time that this takes depends only on the
 * terms of the document. Every answer is exactly that of a model trained on the documents that are known at the moment.
 *
 * The first `classify` after a change is slower in two cases, because it makes the whole model again: with Bernoulli
 * naive Bayes, `normalize` or selection rules such as `minCount`, every term affects every score; and calibrated
 * probabilities (the preset mail with more than two classes) are fitted again.
 *
 * L is the type of the labels, such as `"ham" | "spam"`, if the program knows them.
 *
 * @example
 * const learner = new Learner({ preset: "mail" });
 * learner.learn("spam", readFileSync("letter.eml"));
 * learner.learn("ham", readFileSync("reply.eml"));
 * console.log(learner.classify(readFileSync("reply.eml")).label);
 */
export class Learner<L extends string = string> {
  #model: TextModel;
  /** The changes since `#model` was made. */
  #changes: ModelChanges;
  readonly #tokenizer: OwnTokenizer | undefined;

  /**
   * @param from a model trained with `remember`, or the options of a new one
   * @param options `tokenizer`, if the model was trained with your own
   * @throws DataError if the model cannot learn, UsageError if an option is not allowed.
   */
  constructor(from: TextModel<L> | TrainOptions = {}, options: { readonly tokenizer?: OwnTokenizer | undefined } = {}) {
    requireOptions("Learner", from);
    requireOptions("Learner", options);
    const isModel = from instanceof TextModel;
    this.#model = isModel ? from : newModel(from);
    this.#tokenizer = isModel ? options.tokenizer : from.tokenizer;
    this.#changes = new ModelChanges(this.#model);
  }

  /** The classes of the known documents, sorted. */
  get labels(): readonly L[] {
    return this.classes.map(({ label }) => label as L);
  }

  /** The classes, sorted, and how many documents each has. */
  get classes(): readonly { readonly label: string; readonly documents: number }[] {
    return this.#changes.counts.classes;
  }

  /** The number of known documents. */
  get size(): number {
    return sumOf(this.classes.map(({ documents }) => documents));
  }

  /** Returns the class under which a document was learned; undefined if it is not known. */
  labelOf(document: Content): L | undefined {
    return this.#changes.labelOf(identityOf(bytesOf(contentOf(document))).digest) as L | undefined;
  }

  /**
   * Learns a document. A known document is not counted twice; a new label replaces its old one.
   *
   * @param document a string, or the bytes of a file
   * @param time when it was written, in milliseconds since 1970; for documents that have no date of their own
   * @returns `"learned"`, `"relabelled"`, `"known"` or `"binary"`
   * @throws UsageError unless the label is a string of at least one character, and the document a string or bytes.
   */
  learn(label: L, document: Content, time?: number): Fate {
    requireLabel(label, "learn: the label");
    if (time !== undefined) requireNumber("learn: time", time, {});
    const content = contentOf(document);
    const { digest, time: written } = identityOf(bytesOf(content));
    return this.learnRead(label, { digest, seconds: secondsOf(written ?? time) }, () => this.read(content));
  }

  /** Unlearns a document. @returns `"unlearned"` or `"unknown"` */
  unlearn(document: Content): Fate {
    return this.moveKnown(identityOf(bytesOf(contentOf(document))).digest, undefined);
  }

  /** Gives a known document another label. @returns `"relabelled"`, `"known"` or `"unknown"` */
  relabel(label: L, document: Content): Fate {
    requireLabel(label, "relabel: the label");
    return this.moveKnown(identityOf(bytesOf(contentOf(document))).digest, label);
  }

  /**
   * Classifies a document as `classify` does with `model()`.
   *
   * @throws DataError if no document is known; UsageError if the given priors are not one for each class.
   */
  classify(document: Content): Classification<L> {
    return this.classifyRead(this.read(contentOf(document))) as Classification<L>;
  }

  /**
   * Returns the model of the known documents, byte for byte the one that training on all of them gives. The model
   * does not change later.
   */
  model(): TextModel<L> {
    const model = this.#changes.model();
    if (model !== this.#model) {
      this.#model = model;
      this.#changes = new ModelChanges(model);
    }
    return model as TextModel<L>;
  }

  /** @internal Reads a document with the settings of the model, for the methods below. */
  read(document: Content): ReadDocument {
    return this.#model.read(document, this.#tokenizer);
  }

  /** @internal Does the same as `learn` for a document whose identity is known. @param read reads it, if it is new */
  learnRead(label: string, identity: KnownIdentity, read: () => ReadDocument): Fate {
    const known = this.moveKnown(identity.digest, label);
    if (known !== "unknown") return known;
    const document = read();
    if (document.isBinary) return "binary";
    this.#changes.add(identity, label, document);
    return "learned";
  }

  /** @internal Gives the known document with this digest a label, or unlearns it if the label is undefined. */
  moveKnown(digest: Uint8Array, label: string | undefined): Fate {
    const before = this.#changes.labelOf(digest);
    if (before === undefined) return "unknown";
    if (before === label) return "known";
    this.#changes.move(digest, label);
    // Making the model now drops the terms that no document has any more.
    if (this.#changes.isWasteful) this.model();
    return label === undefined ? "unlearned" : "relabelled";
  }

  /** @internal Classifies a document that has been read. @param needsProbabilities Default true */
  classifyRead(document: ReadDocument, needsProbabilities = true): Classification {
    const { model, x, calibration } = this.#scorer(document, needsProbabilities);
    return classifyRow(model, x, 0, calibration);
  }

  /** @internal Returns the grounds of the answer to a document that has been read. */
  grounds(document: ReadDocument): Grounds {
    const { model, x, termOf } = this.#scorer(document, false);
    return withUnknown(reasonsOf(model, x, termOf), document, this.#changes, this.size);
  }

  /** @internal Returns whether the known documents share a word with one that has been read: see `TextModel.knowsWords`. */
  knowsWords(document: ReadDocument): boolean {
    if (!this.#needsModel) return this.#changes.knowsWords(document);
    const model = this.model();
    return model.knowsWords(model.rowOfRead(document));
  }

  /** Returns a model that scores a document as `model()` does, its row, the text of each column, and the calibration. */
  #scorer(document: ReadDocument, needsProbabilities: boolean) {
    const { settings } = this.#model;
    const classifier = countingClassifier(settings);
    const { fitTermSubset } = classifier;
    const fitsCalibration = needsProbabilities && isCalibrated(settings, classifier, this.classes.length);
    // Without `fitTermSubset`, scores also depend on terms that the document does not have.
    if (fitTermSubset === undefined || fitsCalibration || this.#needsModel) {
      const whole = this.model();
      const termOf = (term: number) => whole.vocabulary.term(term);
      const calibration = needsProbabilities ? whole.calibration : undefined;
      return { model: whole.model, x: whole.rowOfRead(document), termOf, calibration };
    }
    const { x, counts, termOf } = this.#changes.view(document);
    const model = fitTermSubset(counts, this.#changes.counts.size);
    return { model, x: rowsFor(model, x), termOf, calibration: undefined };
  }

  /** Whether only a complete model can answer: there are no documents, or the rules may drop terms. */
  get #needsModel(): boolean {
    return this.classes.length === 0 || canDropTerms(this.#model.resolved.rules);
  }
}
