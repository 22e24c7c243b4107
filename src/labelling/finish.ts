import { DataError, reason } from "../base/errors.js";
import { Filer } from "../delivery/filing/filer.js";
import { labelFolders } from "../delivery/filing/label-folders.js";
import { maildirFolders } from "../delivery/filing/maildir.js";
import type { Filed } from "../delivery/filing/store.js";
import type { LabelledText } from "../documents/given-text.js";
import { replaceModel } from "../model/file/model-update.js";
import type { TextModel } from "../model/text-model.js";
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
  readonly train: (labelled: readonly LabelledText[], unlabelled?: readonly Uint8Array[]) => Promise<TextModel>;
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
    // Before documents are moved.
    const model = await learn(options, end, places);
    if (end.how !== "list") return { ...(await file(options, end, end.how, places)), model };
    const rows = end.decided.filter(({ isFiled }) => !isFiled).map(({ id, label }) => [id, label] as const);
    return { filed: rows.length, there: 0, left: [], list: options.writeList(rows), model };
  };
}

/** Maximum number of unlabelled documents used in training. All are in memory, and more gain little. */
const MOST_UNLABELLED = 5000;

/** Trains a model of the answers. Returns its path, or undefined if there are fewer than two classes. */
async function learn(
  { pile, model, train }: FinishOptions,
  { decided, open }: SessionEnd,
  places: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const read = <T extends { readonly id: string }>(document: T) => {
    const bytes = pile.read(places.get(document.id) ?? document.id);
    return bytes === undefined ? [] : [{ ...document, bytes }];
  };
  const labelled = decided.filter(({ isAnswer }) => isAnswer).flatMap(read);
  if (new Set(labelled.map(({ label }) => label)).size < 2) return undefined;
  const others = [...decided.filter(({ isAnswer }) => !isAnswer), ...open];
  const step = Math.max(1, others.length / MOST_UNLABELLED);
  const some = Array.from({ length: Math.min(others.length, MOST_UNLABELLED) }, (_, i) => others[Math.floor(i * step)]);
  const unlabelled = some.flatMap(read).map(({ bytes }) => bytes);
  replaceModel(model, await train(labelled, unlabelled.length > 0 ? unlabelled : undefined));
  return model;
}

async function file(
  { pile, into }: FinishOptions,
  { decided, onProgress }: SessionEnd,
  mode: "copy" | "move" | "link",
  places: Map<string, string>,
): Promise<LabellingResult> {
  const classes = [...new Set(decided.map(({ label }) => label))];
  const folders = labelFolders(classes, maildirFolders(into));
  const filer = new Filer(into, { mode, folders });
  const outcomes = { filed: 0, there: decided.filter(({ isFiled }) => isFiled).length };
  const left: { name: string; why: string }[] = [];
  try {
    for (const [n, document] of decided.filter(({ isFiled }) => !isFiled).entries()) {
      const { id, label } = document;
      const now = { ...document, id: places.get(id) ?? id };
      const { outcome, why = "", target } = await fileOne(filer, pile, now, folders.get(label) ?? label);
      if (target !== undefined) places.set(id, target);
      if (outcome === "left") left.push({ name: id, why });
      else outcomes[outcome]++;
      onProgress(n + 1);
    }
  } finally {
    filer.finish();
  }
  return { ...outcomes, left, journal: filer.hasJournal ? filer.journal : undefined };
}

async function fileOne(
  filer: Filer,
  pile: Pile,
  { id, digest, label }: DecidedDocument,
  folder: string,
): Promise<Filed> {
  const bytes = pile.read(id);
  if (bytes === undefined) return { outcome: "left", why: "it is not there any more" };
  if (digestOf(bytes) !== digest) return { outcome: "left", why: "it has been changed" };
  try {
    return await filer.file({ ...pile.filing(id), folder, label, probability: 1 });
  } catch (error) {
    if (error instanceof DataError) throw error;
    return { outcome: "left", why: reason(error) };
  }
}
