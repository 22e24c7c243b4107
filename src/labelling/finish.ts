import { DataError, reason } from "../base/errors.js";
import { Filer } from "../delivery/filing/filer.js";
import { labelFolders } from "../delivery/filing/label-folders.js";
import { maildirFolders } from "../delivery/filing/maildir.js";
import type { Filed } from "../delivery/filing/store.js";
import type { LabelledText } from "../documents/given-text.js";
import { replaceModel } from "../model/file/model-update.js";
import type { Settings } from "../model/settings.js";
import { trainCorpus } from "../model/training.js";
import type { Pile } from "./pile/pile.js";
import { digestOf } from "./pile/read-pile.js";
import type { DecidedDocument, SessionEnd } from "./session-end.js";
import type { LabellingResult } from "./state.js";

/** How a session ends. */
export interface FinishOptions {
  readonly pile: Pile;
  /** A real path. */
  readonly into: string;
  /** The settings of the model. */
  readonly settings: Settings;
  /** Where the model is written. */
  readonly model: string;
  readonly seed: number;
  readonly jobs: number;
  /** Writes the list of documents and labels, and returns its path. */
  readonly writeList: (rows: readonly (readonly [id: string, label: string])[]) => string;
}

/**
 * Makes the function that ends a session: it trains a model, and files the documents into folders or lists them. It may
 * be called again after it was stopped: `Filer` finds the documents that are filed already.
 */
export function finisher(options: FinishOptions): (end: SessionEnd) => Promise<LabellingResult> {
  return async (end) => {
    // Before documents are moved.
    const model = learn(options, end);
    const { decided, how } = end;
    if (how !== "list") return { ...(await file(options, end, how)), model };
    const list = options.writeList(decided.map(({ id, label }) => [id, label]));
    return { filed: decided.length, there: 0, left: [], list, model };
  };
}

/** Trains a model of the answers. Returns its path, or undefined if there are fewer than two classes. */
function learn(
  { pile, settings, model: path, seed, jobs }: FinishOptions,
  { decided, given }: SessionEnd,
): string | undefined {
  const labelled = [...given, ...decided.filter(({ isAnswer }) => isAnswer)];
  if (new Set(labelled.map(({ label }) => label)).size < 2) return undefined;
  const { model } = trainCorpus({ [Symbol.iterator]: () => readAgain(pile, labelled) }, settings, { seed, jobs });
  replaceModel(path, model);
  return path;
}

function* readAgain(pile: Pile, documents: readonly DecidedDocument[]): Generator<LabelledText> {
  for (const { id, label } of documents) {
    const bytes = pile.read(id);
    if (bytes !== undefined) yield { id, label, bytes };
  }
}

async function file(
  { pile, into }: FinishOptions,
  { decided, given, onProgress }: SessionEnd,
  mode: "copy" | "move" | "link",
): Promise<LabellingResult> {
  const classes = [...new Set([...given, ...decided].map(({ label }) => label))];
  const folders = labelFolders(classes, maildirFolders(into));
  const filer = new Filer(into, { mode, folders });
  const outcomes = { filed: 0, there: 0 };
  const left: { name: string; why: string }[] = [];
  try {
    for (const [n, document] of decided.entries()) {
      const { outcome, why = "" } = await fileOne(filer, pile, document, folders.get(document.label) ?? document.label);
      if (outcome === "left") left.push({ name: document.id, why });
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
