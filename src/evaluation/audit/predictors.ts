import { largest } from "../../base/lists.js";
import { argmax } from "../../classifiers/classifier.js";
import { type Dataset, transposed } from "../../features/sparse-matrix.js";
import { isLaterName } from "../../mail/header/later-fields.js";
import { classSizes } from "../../model/fitting/splits.js";
import type { Settings } from "../../model/settings.js";

/** A header field that predicts a class by itself: its presence, or one word of it. */
export interface Predictor {
  /** The name of the field, in lower case. */
  readonly name: string;
  /** The word; undefined if the presence of the field predicts the class. */
  readonly term: string | undefined;
  readonly label: string;
  /** Number of documents of the class with the field or word. */
  readonly documents: number;
  /** The share of these documents in their class. */
  readonly ofClass: number;
  /** The largest share of documents with the field or word in another class. */
  readonly ofOthers: number;
  /** Whether the settings leave the field out: see `isLeftOut`. */
  readonly isLeftOut: boolean;
}

/** Minimum share of documents of a class with a field or word that predicts the class. */
const OF_CLASS = 0.95;
/** Maximum share of documents of every other class with the field or word. */
const OF_OTHERS = 0.05;
/** Minimum number of documents of the class. With fewer, it may be chance. */
const LEAST_DOCUMENTS = 10;

type FieldSettings = Pick<Settings, "as" | "fields">;

/** Whether the settings leave a field out: it was written on arrival or later, and it is not chosen by name. */
export function isLeftOut(name: string, { as, fields }: FieldSettings): boolean {
  return (as === "mail" || as === "news") && isLaterName(name) && !fields.includes(name);
}

/**
 * Describes the class that a field or word predicts. Returns undefined if there is none.
 *
 * @param having number of documents of each class with the field or word
 * @param sizes number of documents of each class
 */
function predictorOf(
  name: string,
  term: string | undefined,
  having: Uint32Array,
  sizes: Uint32Array,
  labels: readonly string[],
  settings: FieldSettings,
): Predictor | undefined {
  const shares = Array.from(sizes, (size, c) => (size === 0 ? 0 : having[c] / size));
  const best = argmax(shares);
  const ofClass = shares[best];
  const ofOthers = largest(
    shares.filter((_, c) => c !== best),
    0,
  );
  if (having[best] < LEAST_DOCUMENTS || ofClass < OF_CLASS || ofOthers > OF_OTHERS) return undefined;
  const figures = { documents: having[best], ofClass, ofOthers };
  return { name, term, label: labels[best], ...figures, isLeftOut: isLeftOut(name, settings) };
}

/** Number of documents with a field, by name of the field, then by class. */
export type FieldClasses = ReadonlyMap<string, Uint32Array>;

/** Finds the fields that predict a class by their presence. */
export function presencePredictors(
  fields: FieldClasses,
  { y, labels }: Pick<Dataset, "y" | "labels">,
  settings: FieldSettings,
): Predictor[] {
  const sizes = classSizes(y, labels.length);
  return [...fields].flatMap(([name, having]) => predictorOf(name, undefined, having, sizes, labels, settings) ?? []);
}

/** Yields, for each term, the number of documents by class that have it. The next step overwrites `having`. */
export function* classesOfTerms({ x, y, labels }: Dataset) {
  const { starts, ids } = transposed(x);
  const having = new Uint32Array(labels.length);
  for (let term = 0; term < x.columns; term++) {
    having.fill(0);
    for (let i = starts[term]; i < starts[term + 1]; i++) having[y[ids[i]]]++;
    yield { term, documents: starts[term + 1] - starts[term], having };
  }
}

/** Finds, for each class that words of a field predict, the best of these words. */
export function termPredictors(
  data: Dataset,
  name: string,
  termOf: (id: number) => string,
  settings: FieldSettings,
): Predictor[] {
  const { y, labels } = data;
  const sizes = classSizes(y, labels.length);
  const best = new Map<string, Predictor>();
  for (const { term, documents, having } of classesOfTerms(data)) {
    if (documents < LEAST_DOCUMENTS) continue;
    const found = predictorOf(name, termOf(term), having, sizes, labels, settings);
    const before = found && best.get(found.label);
    if (found !== undefined && (before === undefined || lead(found) > lead(before))) best.set(found.label, found);
  }
  return [...best.values()];
}

/** Returns how much more frequent a field or word is in its class than in any other. */
function lead({ ofClass, ofOthers }: Predictor): number {
  return ofClass - ofOthers;
}

/** Joins both kinds, left-out fields last. A field whose presence predicts a class is not listed again for a word. */
export function allPredictors(presence: readonly Predictor[], terms: readonly Predictor[]): Predictor[] {
  const told = new Set(presence.map(({ name, label }) => `${name}\n${label}`));
  return [...presence, ...terms.filter(({ name, label }) => !told.has(`${name}\n${label}`))].sort(
    (a, b) =>
      Number(a.isLeftOut) - Number(b.isLeftOut) ||
      lead(b) - lead(a) ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}
