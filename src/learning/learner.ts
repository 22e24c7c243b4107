import { isBinary } from "../analyzer.js";
import { type Classification, classifyRow } from "../classifiers/classification.js";
import { rowsFor } from "../classifiers/classifier.js";
import { type CountingClassifier, isCounting } from "../classifiers/counting-classifier.js";
import { classifierFor } from "../classifiers/table.js";
import { classify } from "../classify.js";
import { identityOf } from "../email/identity.js";
import { decodedRow } from "../features/row-coder.js";
import { digestOf, secondsOf } from "../known-documents.js";
import { type Settings, selects, type TrainOptions } from "../settings.js";
import { TextModel } from "../text-model.js";
import type { Fate } from "./learn.js";
import { LearnedDocuments } from "./learned-documents.js";
import { emptyModel, newModel } from "./new-model.js";
import { rememberingModel } from "./remembering-model.js";
import { requireLearning } from "./require-learning.js";

/**
 * Learns, unlearns and classifies for as long as a program runs, in any order, a document at
 * a time. `learn` and `unlearn` make a new model, which is a copy of all there is; here
 * counts change in place, and a document costs its own terms. What it says is, to the bit,
 * what the model of the documents that it knows at that moment would say.
 *
 * That holds for any model that can learn. But with Bernoulli naive Bayes, `normalize`, and
 * rules that choose terms, such as `minCount`, every term has a say in every score: there
 * what classifies after a change makes a model first.
 *
 * @example
 * const learner = new Learner({ preset: "mail" });
 * learner.learn("spam", readFileSync("letter.eml"));
 * learner.learn("ham", readFileSync("reply.eml"));
 * console.log(learner.classify(readFileSync("reply.eml")).label);
 */
export class Learner {
  readonly #settings: Settings;
  readonly #classifier: CountingClassifier;
  /** Knows how to find the terms of a document. */
  readonly #reader: TextModel;
  readonly #documents: LearnedDocuments;
  /** Of what there is now, if it has been asked for. */
  #model: TextModel | undefined;

  /**
   * @param from a model that remembers what it has learned, or the choices of a new one
   * @throws DataError if the model, or one with these choices, is none that can learn; UsageError if a choice is not allowed.
   */
  constructor(from: TextModel | TrainOptions = {}) {
    const model = from instanceof TextModel ? from : newModel(from);
    const known = requireLearning(model);
    const classifier = classifierFor(model.settings);
    if (!isCounting(classifier)) throw new TypeError("a model that learns is made of counts");
    this.#classifier = classifier;
    this.#settings = model.settings;
    this.#reader = emptyModel(model.settings);
    this.#documents = new LearnedDocuments(classifier.binary);
    const { vocabulary } = model.training;
    this.#documents.addAll(
      vocabulary,
      Array.from(known.times, (seconds, n) => {
        const { [known.classes[n]]: label } = model.labels;
        return [{ digest: digestOf(known, n).slice(), seconds }, label] as const;
      }),
      (n) => decodedRow(known.rows, n, vocabulary.size),
    );
    this.#model = model;
  }

  /** The classes of the documents that it knows, sorted. */
  get labels(): readonly string[] {
    return this.#documents.labels;
  }

  /** How many documents it knows. */
  get size(): number {
    return this.#documents.size;
  }

  /** The class under which a document was learned; undefined if it is not known. */
  labelOf(document: Uint8Array): string | undefined {
    return this.#documents.labelOf(identityOf(document).digest);
  }

  /**
   * Learns a document. One that is known is not counted twice; under another label it gets
   * this one.
   *
   * @param time when it was written, in milliseconds since 1970, for one that does not say so itself
   * @returns `"learned"`, `"relabelled"`, `"known"` or `"binary"`
   */
  learn(label: string, document: Uint8Array, time?: number): Fate {
    const { digest, time: written } = identityOf(document);
    if (this.#documents.labelOf(digest) !== undefined) return this.#move(digest, label);
    const text = this.#reader.textOf(document);
    if (isBinary(text)) return "binary";
    this.#documents.add({ digest, seconds: secondsOf(written ?? time) }, label, text, this.#reader.tokenizer);
    this.#model = undefined;
    return "learned";
  }

  /** Unlearns a document: `"unlearned"`, or `"unknown"`. */
  unlearn(document: Uint8Array): Fate {
    return this.#move(identityOf(document).digest, undefined);
  }

  /** Gives a document that is known the label that it should have had: `"relabelled"`, `"known"` or `"unknown"`. */
  relabel(label: string, document: Uint8Array): Fate {
    return this.#move(identityOf(document).digest, label);
  }

  /**
   * Says which class a document belongs to, as `classify` does with `model()`.
   *
   * @throws DataError if it knows no document; UsageError if priors that were given are not one for each of its classes.
   */
  classify(document: string | Uint8Array): Classification {
    const { fitSome } = this.#classifier;
    if (fitSome === undefined || this.size === 0 || selects(this.#settings)) return classify(this.model(), document);
    const { x, counts } = this.#documents.view(this.#reader.textOf(document), this.#reader.tokenizer);
    const model = fitSome(counts, this.#documents.terms);
    return classifyRow(model, rowsFor(model, x), 0);
  }

  /**
   * The model of the documents that it knows: that of training on them at once, byte for byte
   * in a file. It stays as it is, whatever is learned then.
   */
  model(): TextModel {
    this.#model ??= this.#newModel();
    return this.#model;
  }

  #newModel(): TextModel {
    if (this.size === 0) return emptyModel(this.#settings);
    const { data, identities } = this.#documents.all();
    return rememberingModel(data, identities, this.#settings);
  }

  #move(digest: Uint8Array, label: string | undefined): Fate {
    const before = this.#documents.labelOf(digest);
    if (before === undefined) return "unknown";
    if (before === label) return "known";
    this.#documents.move(digest, label);
    this.#model = undefined;
    return label === undefined ? "unlearned" : "relabelled";
  }
}
