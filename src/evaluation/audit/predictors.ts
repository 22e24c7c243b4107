import { largest } from "../../base/lists.js";
import { argmax } from "../../classifiers/scores.js";
import { type Dataset, transposed } from "../../features/sparse-matrix.js";
import { isLaterName } from "../../mail/header/later-fields.js";
import { classSizes } from "../../model/fitting/splits.js";
import type { Settings } from "../../model/settings.js";
import { ratio } from "../metrics/metrics.js";

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
const MIN_DOCUMENTS = 10;

type FieldSettings = Pick<Settings, "as" | "fields">;

/** Whether the settings leave a field out: it was written on arrival or later, and it is not chosen by name. */
export function isLeftOut(name: string, { as, fields }: FieldSettings): boolean {
  return (as === "mail" || as === "news") && isLaterName(name) && !fields.includes(name);
}

/**
 * Returns a function that describes the class that a field or a word of it predicts. It returns undefined if there is
 * none. `having` is the number of documents of each class with the field or word.
 */
function predictorFinder({ y, labels }: Pick<Dataset, "y" | "labels">, settings: FieldSettings) {
  const sizes = classSizes(y, labels.length);
  return (name: string, term: string | undefined, having: Uint32Array): Predictor | undefined => {
    const shares = Array.from(sizes, (size, c) => ratio(having[c], size));
    const best = argmax(shares);
    const ofClass = shares[best];
    const others = shares.filter((_, c) => c !== best);
    const ofOthers = largest(others, 0);
    if (having[best] < MIN_DOCUMENTS || ofClass < OF_CLASS || ofOthers > OF_OTHERS) return undefined;
    const figures = { documents: having[best], ofClass, ofOthers };
    return { name, term, label: labels[best], ...figures, isLeftOut: isLeftOut(name, settings) };
  };
}

/** Number of documents with a field, by name of the field, then by class. */
export type FieldClasses = ReadonlyMap<string, Uint32Array>;

/** Finds the fields that predict a class by their presence. */
export function presencePredictors(
  fields: FieldClasses,
  data: Pick<Dataset, "y" | "labels">,
  settings: FieldSettings,
): Predictor[] {
  const predictorOf = predictorFinder(data, settings);
  return [...fields].flatMap(([name, having]) => predictorOf(name, undefined, having) ?? []);
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
  const predictorOf = predictorFinder(data, settings);
  const best = new Map<string, Predictor>();
  for (const { term, documents, having } of classesOfTerms(data)) {
    const found = documents < MIN_DOCUMENTS ? undefined : predictorOf(name, termOf(term), having);
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
  const listed = new Set(presence.map(({ name, label }) => `${name}\n${label}`));
  return [...presence, ...terms.filter(({ name, label }) => !listed.has(`${name}\n${label}`))].sort(
    (a, b) =>
      Number(a.isLeftOut) - Number(b.isLeftOut) ||
      lead(b) - lead(a) ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}
