import { DataError, reason } from "../base/errors.js";
import { Filer } from "../delivery/filing/filer.js";
import { labelFolders } from "../delivery/filing/label-folders.js";
import { maildirFolders } from "../delivery/filing/maildir.js";
import type { Filed } from "../delivery/filing/store.js";
import type { LabelledText } from "../documents/given-text.js";
import { replaceModel } from "../model/file/model-update.js";
import type { TextModel } from "../model/text-model.js";
import type { WithUnlabelled } from "../model/training.js";
import { digestOf, type Pile } from "./pile/read-pile.js";
import type { DecidedDocument, SessionEnd } from "./session-end.js";
import type { LabellingResult } from "./state.js";

/** How a session ends. */
export interface FinishOptions {
  readonly pile: Pile;
  /** A real path. */
  readonly into: string;
  /** Where the model is written. */
  readonly model: string;
  /** Trains a model of labelled documents, and of others that have no label if there are any. */
  readonly train: (labelled: readonly LabelledText[], others?: WithUnlabelled) => Promise<TextModel>;
  /** Writes the list of documents and labels, and returns its path. */
  readonly writeList: (rows: readonly (readonly [id: string, label: string])[]) => string;
}

/**
 * Makes the function that ends a session: it trains a model, and files the documents into folders or lists them. It may
 * be called again after it was stopped, as by a full disk: what is in its folder by then counts as there.
 */
export function finisher(options: FinishOptions): (end: SessionEnd) => Promise<LabellingResult> {
  /** Where documents are that an earlier call has filed, by id. */
  const places = new Map<string, string>();
  return async (end) => {
    const { how, decided } = end;
    // Before documents are moved.
    const model = await learn(options, end, places);
    if (how !== "list") return { ...(await file(options, end, how, places)), model };
    const rows = decided.filter(({ isFiled }) => !isFiled).map(({ id, label }) => [id, label] as const);
    return { filed: rows.length, there: 0, left: [], list: options.writeList(rows), model };
  };
}

/** Maximum number of unlabelled documents used in training. All are in memory, and more gain little. */
const MAX_UNLABELLED = 5000;

/** Trains a model of the answers. Returns its path, or undefined if there are fewer than two classes. */
async function learn(
  { pile, model, train }: FinishOptions,
  { decided, open, shares = {} }: SessionEnd,
  places: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const read = <T extends { readonly id: string }>(documents: readonly T[]) =>
    documents.flatMap((document) => {
      const bytes = pile.read(places.get(document.id) ?? document.id);
      return bytes === undefined ? [] : [{ ...document, bytes }];
    });
  const labelled = read(decided.filter(({ isAnswer }) => isAnswer));
  const labels = new Set(labelled.map(({ label }) => label));
  if (labels.size < 2) return undefined;
  const others = [...decided.filter(({ isAnswer }) => !isAnswer), ...open];
  const step = Math.max(1, others.length / MAX_UNLABELLED);
  const some = Array.from({ length: Math.min(others.length, MAX_UNLABELLED) }, (_, i) => others[Math.floor(i * step)]);
  const unlabelled = read(some).map(({ bytes }) => bytes);
  // Not if the documents of a class are gone, or are in its folder since before.
  const isKnown = Object.keys(shares).length === labels.size && [...labels].every((label) => label in shares);
  const learnedFrom = unlabelled.length > 0 ? { unlabelled, ...(isKnown && { shares }) } : undefined;
  replaceModel(model, await train(labelled, learnedFrom));
  return model;
}

/** Files the documents that have a class and are not in its folder. */
async function file(
  { pile, into }: FinishOptions,
  { decided, onProgress }: SessionEnd,
  mode: "copy" | "move" | "link",
  places: Map<string, string>,
): Promise<LabellingResult> {
  const folders = labelFolders([...new Set(decided.map(({ label }) => label))], maildirFolders(into));
  const filer = new Filer(into, { mode, folders });
  const outcomes = { filed: 0, there: decided.filter(({ isFiled }) => isFiled).length };
  const left: { name: string; why: string }[] = [];
  /** Files a document. It throws a DataError if no more can be filed; otherwise the document stays where it is. */
  const fileOne = async ({ id, digest, label }: DecidedDocument): Promise<Filed> => {
    const place = places.get(id) ?? id;
    const bytes = pile.read(place);
    if (bytes === undefined) return { outcome: "left", why: "it is not there any more" };
    if (digestOf(bytes) !== digest) return { outcome: "left", why: "it has been changed" };
    try {
      return await filer.file({ ...pile.filing(place), folder: folders.get(label) ?? label, label, probability: 1 });
    } catch (error) {
      if (error instanceof DataError) throw error;
      return { outcome: "left", why: reason(error) };
    }
  };
  try {
    for (const [n, document] of decided.filter(({ isFiled }) => !isFiled).entries()) {
      const { outcome, why = "", target } = await fileOne(document);
      if (target !== undefined) places.set(document.id, target);
      if (outcome === "left") left.push({ name: document.id, why });
      else outcomes[outcome]++;
      onProgress(n + 1);
    }
  } finally {
    filer.finish();
  }
  return { ...outcomes, left, journal: filer.hasJournal ? filer.journal : undefined };
}
