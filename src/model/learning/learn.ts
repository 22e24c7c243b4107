import { requireNumber } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import {
  type Content,
  contentOf,
  type GivenText,
  idOf,
  type LabelledText,
  labelOf,
  requireDocuments,
} from "../../documents/given-text.js";
import type { ReadDocument } from "../../features/analyzer.js";
import type { OwnTokenizer } from "../../text/words/terms.js";
import { requireModel, type TextModel } from "../text-model.js";
import { type Fate, Learner } from "./learner.js";

/** The outcome for one document. */
export interface DocumentFate {
  readonly id: string;
  readonly fate: Fate;
  /** Its class now. If it was not learned, the class that was given. Undefined if it was unlearned or is unknown. */
  readonly label: string | undefined;
  /** The class it had, if it was known. */
  readonly before: string | undefined;
}

/** The result of learning or unlearning. The old model does not change. */
export interface Learning {
  /** The same object if nothing changed. */
  readonly model: TextModel;
  /** In the order of the documents. */
  readonly documents: readonly DocumentFate[];
}

/** The options of `learn`. */
export interface LearnOptions {
  /** Whether to learn only documents that the model misclassifies after learning those before. Default false. */
  readonly trainOnError?: boolean | undefined;
  /** With `trainOnError`: also learn documents whose probability is below this, 0 to 1. Default 0. */
  readonly margin?: number | undefined;
  /** The tokenizer that the model was trained with, if it was your own. */
  readonly tokenizer?: OwnTokenizer | undefined;
}

/**
 * Learns documents. A known document is not counted twice; a new label replaces its old one. The new model is, byte for
 * byte, the one that training with `remember` on all known documents gives.
 *
 * @param documents read one at a time; `time` is used for documents without a date of their own
 * @throws DataError if the model cannot learn, UsageError if the margin is out of range.
 *
 * @example
 * const letter = { id: "letter.eml", label: "spam", bytes: readFileSync("letter.eml") };
 * const { model, documents } = learn(newModel({ preset: "mail" }), [letter]);
 * console.log(model.labels, documents[0].fate);
 */
export function learn(
  model: TextModel,
  documents: Iterable<LabelledText>,
  { trainOnError = false, margin = 0, tokenizer }: LearnOptions = {},
): Learning {
  requireNumber("margin", margin, { from: 0, to: 1 });
  if (margin > 0 && !trainOnError) throw new UsageError("margin needs trainOnError: give both, or neither");
  return afterEach("learn", model, documents, tokenizer, (learner, document, content, id) => {
    const label = labelOf(document, id);
    if (trainOnError && learner.labelOf(content) === undefined) {
      const read = learner.read(content);
      if (!read.isBinary && isRight(learner, read, label, margin)) return { label, fate: "right" };
    }
    return { label, fate: learner.learn(label, content, document.time) };
  });
}

/** Whether a learner already gives a document this label, with a probability of at least `margin`. */
function isRight(learner: Learner, read: ReadDocument, label: string, margin: number): boolean {
  if (learner.size === 0) return false;
  // Calibration does not change the class.
  const found = learner.classifyRead(read, margin > 0);
  return found.label === label && found.probability >= margin;
}

/**
 * Unlearns documents, as if the model had never seen them. A copy of a document is enough to find it; the terms
 * that were learned are subtracted.
 *
 * @throws DataError if the model cannot unlearn.
 */
export function unlearn(model: TextModel, documents: Iterable<GivenText>): Learning {
  return afterEach("unlearn", model, documents, undefined, (learner, _, content) => {
    return { label: undefined, fate: learner.unlearn(content) };
  });
}

/**
 * Gives known documents another label. Documents that are not known are not learned.
 *
 * @throws DataError if the model cannot learn.
 */
export function relabel(model: TextModel, documents: Iterable<LabelledText>): Learning {
  return afterEach("relabel", model, documents, undefined, (learner, document, content, id) => {
    const label = labelOf(document, id);
    const fate = learner.relabel(label, content);
    return { fate, label: fate === "unknown" ? undefined : label };
  });
}

/** Changes a model by each document. @param name the function that takes the documents */
function afterEach<T extends GivenText>(
  name: string,
  model: TextModel,
  documents: Iterable<T>,
  tokenizer: OwnTokenizer | undefined,
  change: (learner: Learner, document: T, content: Content, id: string) => Omit<DocumentFate, "id" | "before">,
): Learning {
  requireDocuments(documents, name);
  requireModel(model, name);
  const learner = new Learner(model, { tokenizer });
  const fates = Array.from(documents, (document, i): DocumentFate => {
    const id = idOf(document, i + 1);
    const content = contentOf(document, id);
    const before = learner.labelOf(content);
    return { id, ...change(learner, document, content, id), before };
  });
  return { model: learner.model(), documents: fates };
}
