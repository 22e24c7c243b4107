import { requireNumber, requireOptions } from "../../base/checks.js";
import type { Classification } from "../../classifiers/classification.js";
import { type Content, contentOf, requireLabel } from "../../documents/given-text.js";
import type { OwnTokenizer } from "../../text/words/terms.js";
import type { TrainOptions } from "../options.js";
import { TextModel } from "../text-model.js";
import { type Fate, IncrementalModel } from "./incremental-model.js";
import { newModel } from "./remembering-model.js";

/**
 * Learns, unlearns and classifies documents one at a time, in any order. The functions `learn` and `unlearn` copy the
 * whole model; the time that a `Learner` takes depends only on the terms of the document. Every answer is exactly that
 * of a model trained on the documents that are known at the moment.
 *
 * The first `classify` after a change is slower in two cases. With Bernoulli naive Bayes, `normalize` or selection
 * rules such as `minCount`, it makes the model again, because every term affects every score. If probabilities are
 * calibrated (the preset mail with more than two classes), it fits the calibration again, which takes some hundredths
 * of a second.
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
  readonly #model: IncrementalModel;

  /**
   * @param from a model trained with `remember`, or the options of a new one
   * @param options `tokenizer`, if the model was trained with your own
   * @throws DataError if the model cannot learn, UsageError if an option is not allowed.
   */
  constructor(from: TextModel<L> | TrainOptions = {}, options: { readonly tokenizer?: OwnTokenizer | undefined } = {}) {
    requireOptions("Learner", from);
    requireOptions("Learner", options);
    this.#model =
      from instanceof TextModel
        ? new IncrementalModel(from, options.tokenizer)
        : new IncrementalModel(newModel(from), from.tokenizer);
  }

  /** The classes of the known documents, sorted. */
  get labels(): readonly L[] {
    return this.#model.labels as readonly L[];
  }

  /** The number of known documents. */
  get size(): number {
    return this.#model.size;
  }

  /** Returns the class under which a document was learned; undefined if it is not known. */
  labelOf(document: Content): L | undefined {
    return this.#model.labelOf(contentOf(document)) as L | undefined;
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
    return this.#model.learn(label, contentOf(document), time).fate;
  }

  /** Unlearns a document. @returns `"unlearned"` or `"unknown"` */
  unlearn(document: Content): Fate {
    return this.#model.move(contentOf(document), undefined).fate;
  }

  /** Gives a known document another label. @returns `"relabelled"`, `"known"` or `"unknown"` */
  relabel(label: L, document: Content): Fate {
    requireLabel(label, "relabel: the label");
    return this.#model.move(contentOf(document), label).fate;
  }

  /**
   * Classifies a document as `classify` does with `model()`.
   *
   * @throws DataError if no document is known; UsageError if the given priors are not one for each class.
   */
  classify(document: Content): Classification<L> {
    return this.#model.classify(this.#model.read(contentOf(document))) as Classification<L>;
  }

  /**
   * Returns the model of the known documents, byte for byte the one that training on all of them gives. The model
   * does not change later.
   */
  model(): TextModel<L> {
    return this.#model.model() as TextModel<L>;
  }
}
