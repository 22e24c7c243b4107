import { isBinary } from "../analyzer.js";
import { classifyRow } from "../classifiers/classification.js";
import type { Document, LabelledDocument } from "../documents/document.js";
import { identityOf } from "../email/identity.js";
import { UsageError } from "../errors.js";
import { secondsOf } from "../known-documents.js";
import type { TextModel } from "../text-model.js";
import { Changes } from "./changes.js";

/** What has become of a document. */
export const FATES = ["learned", "relabelled", "unlearned", "known", "unknown", "right", "binary"] as const;
export type Fate =
  /** It was not known and is now. */
  | "learned"
  /** It was known under another label. */
  | "relabelled"
  /** It was known and is no more. */
  | "unlearned"
  /** Nothing: it was known under this label. */
  | "known"
  /** Nothing: it was not known. */
  | "unknown"
  /** Nothing: the model was right about it, and sure enough. */
  | "right"
  /** Nothing: it has NUL characters, which no text has. */
  | "binary";

/** What has become of one document. */
export interface DocumentFate {
  readonly id: string;
  readonly fate: Fate;
  /** Its class now, or the one that it was to have; undefined if it is unlearned or unknown. */
  readonly label: string | undefined;
  /** The class it had, if it was known. */
  readonly before: string | undefined;
}

/** A model after some documents were learned or unlearned. The one before is as it was. */
export interface Learning {
  /** The same model, if nothing is otherwise. */
  readonly model: TextModel;
  /** One for each document, in their order. */
  readonly documents: readonly DocumentFate[];
}

/** Which documents are learned. */
export interface LearnOptions {
  /** Only documents that the model, with what it has learned before them, puts into another class. Default false. */
  readonly trainOnError?: boolean | undefined;
  /** With `trainOnError`, those too that it is less sure of than this, 0 to 1. Default 0. */
  readonly margin?: number | undefined;
}

/**
 * Learns documents. One that is known already is not counted twice; if it is known under
 * another label, it gets this one. The model afterwards is the one that training with
 * `remember` on all documents that are known then gives, byte for byte in a file.
 *
 * @param documents read one at a time; each may say when it was written (`time`), for one that does not say so itself
 * @throws DataError if the model cannot learn: see `requireLearning`; UsageError if the margin is out of range.
 *
 * @example
 * const letter = { id: "letter.eml", label: "spam", bytes: readFileSync("letter.eml") };
 * const { model, documents } = learn(newModel({ preset: "mail" }), [letter]);
 * console.log(model.labels, documents[0].fate);
 */
export function learn(
  model: TextModel,
  documents: Iterable<LabelledDocument>,
  { trainOnError = false, margin = 0 }: LearnOptions = {},
): Learning {
  if (!(margin >= 0 && margin <= 1)) throw new UsageError(`margin: required a number from 0 to 1, got ${margin}`);
  if (margin > 0 && !trainOnError) throw new UsageError(`margin: required trainOnError beside it, got ${margin} alone`);
  let current = model;
  let changes = new Changes(model);
  const fates: DocumentFate[] = [];
  for (const document of documents) {
    const { id, label, bytes } = document;
    const { digest, time } = identityOf(bytes);
    const before = changes.labelOf(digest);
    const done = (fate: Fate) => fates.push({ id, fate, label, before });
    if (before === label) {
      done("known");
      continue;
    }
    if (before !== undefined) {
      changes.move(digest, label);
      done("relabelled");
    } else {
      const text = current.textOf(bytes);
      if (isBinary(text)) {
        done("binary");
        continue;
      }
      if (trainOnError && isRight(current, text, label, margin)) {
        done("right");
        continue;
      }
      changes.add(digest, label, secondsOf(time ?? document.time), text);
      done("learned");
    }
    if (trainOnError) {
      // The next one is judged by a model that knows this one.
      current = changes.finish();
      changes = new Changes(current);
    }
  }
  return { model: changes.finish(), documents: fates };
}

/**
 * Unlearns documents: the model afterwards is one that has never seen them. What matters is
 * the document, not the copy: what leaves the counts is what was learned.
 *
 * @throws DataError if the model cannot unlearn: see `requireLearning`.
 */
export function unlearn(model: TextModel, documents: Iterable<Document>): Learning {
  return moved(model, documents, () => undefined);
}

/**
 * Gives known documents the label they should have had. Those that are not known stay so.
 *
 * @throws DataError if the model cannot learn: see `requireLearning`.
 */
export function relabel(model: TextModel, documents: Iterable<LabelledDocument>): Learning {
  return moved(model, documents, ({ label }) => label);
}

function moved<T extends Document>(
  model: TextModel,
  documents: Iterable<T>,
  labelOf: (document: T) => string | undefined,
): Learning {
  const changes = new Changes(model);
  const fates: DocumentFate[] = [];
  for (const document of documents) {
    const { digest } = identityOf(document.bytes);
    const before = changes.labelOf(digest);
    const label = before === undefined ? undefined : labelOf(document);
    const fate =
      before === undefined ? "unknown" : label === undefined ? "unlearned" : label === before ? "known" : "relabelled";
    if (fate === "unlearned" || fate === "relabelled") changes.move(digest, label);
    fates.push({ id: document.id, fate, label, before });
  }
  return { model: changes.finish(), documents: fates };
}

function isRight(model: TextModel, text: Uint8Array, label: string, margin: number): boolean {
  if (model.labels.length === 0) return false;
  const said = classifyRow(model.model, model.rowOfText(text), 0);
  return said.label === label && said.probability >= margin;
}
