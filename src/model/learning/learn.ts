import { UsageError } from "../../base/errors.js";
import { contentOf, type GivenText, idOf, type LabelledText, labelOf } from "../../documents/document.js";
import type { ReadDocument } from "../../features/analyzer.js";
import type { OwnTokenizer } from "../../text/words/own-tokenizer.js";
import type { TextModel } from "../text-model.js";
import { type Fate, IncrementalModel } from "./incremental-model.js";

/** What happened to one document. */
export interface DocumentFate {
  readonly id: string;
  readonly fate: Fate;
  /** Its class now, or the one that it was to have; undefined if it was unlearned or is unknown. */
  readonly label: string | undefined;
  /** The class it had, if it was known. */
  readonly before: string | undefined;
}

/** A model after some documents were learned or unlearned. The model before stays as it was. */
export interface Learning {
  /** The same object if nothing changed. */
  readonly model: TextModel;
  /** One for each document, in their order. */
  readonly documents: readonly DocumentFate[];
}

/** Which documents are learned. */
export interface LearnOptions {
  /** Learn only documents that the model misclassifies, given what it has learned just before. Default false. */
  readonly trainOnError?: boolean | undefined;
  /** With `trainOnError`: also learn documents whose probability is below this, 0 to 1. Default 0. */
  readonly margin?: number | undefined;
  /** The tokenizer that the model was made with, if it was one of its own. */
  readonly tokenizer?: OwnTokenizer | undefined;
}

/**
 * Learns documents. A known document is not counted twice; with another label it gets that one.
 * The model afterwards is the one of training with `remember` on all documents that are then
 * known, byte for byte.
 *
 * @param documents read one at a time; `time` says when one was written that does not say so itself
 * @throws DataError if the model cannot learn; UsageError if the margin is out of range.
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
  if (!(margin >= 0 && margin <= 1)) throw new UsageError(`margin: ${margin} is not a number from 0 to 1`);
  if (margin > 0 && !trainOnError) throw new UsageError("margin: only allowed with trainOnError");
  const learning = new IncrementalModel(model, tokenizer);
  const isWrong = (document: ReadDocument, label: string) => {
    if (learning.size === 0) return true;
    // Calibration does not change the class.
    const found = learning.classify(document, margin > 0);
    return !(found.label === label && found.probability >= margin);
  };
  const fates = Array.from(documents, (document, i): DocumentFate => {
    const id = idOf(document, i + 1);
    const label = labelOf(document, id);
    const toLearn = { label, content: contentOf(document, id), time: document.time };
    return { id, label, ...learning.learn(toLearn, trainOnError ? (read) => isWrong(read, label) : undefined) };
  });
  return { model: learning.model(), documents: fates };
}

/**
 * Unlearns documents: the model afterwards has never seen them. A copy of a document is enough:
 * what leaves the counts is what was learned.
 *
 * @throws DataError if the model cannot learn and unlearn.
 */
export function unlearn(model: TextModel, documents: Iterable<GivenText>): Learning {
  return moved(model, documents, () => undefined);
}

/**
 * Gives known documents the label that they should have had. Other documents are not learned.
 *
 * @throws DataError if the model cannot learn.
 */
export function relabel(model: TextModel, documents: Iterable<LabelledText>): Learning {
  return moved(model, documents, labelOf);
}

function moved<T extends GivenText>(
  model: TextModel,
  documents: Iterable<T>,
  newLabel: (document: T, id: string) => string | undefined,
): Learning {
  const learning = new IncrementalModel(model);
  const fates = Array.from(documents, (document, i): DocumentFate => {
    const id = idOf(document, i + 1);
    const label = newLabel(document, id);
    const { fate, before } = learning.move(contentOf(document, id), label);
    return { id, fate, label: fate === "unknown" ? undefined : label, before };
  });
  return { model: learning.model(), documents: fates };
}
