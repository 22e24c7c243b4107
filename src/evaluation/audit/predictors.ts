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

/** Whether the settings leave a field out: it was written on arrival or later, and it is not chosen by name. */
export function isLeftOut(name: string, { as, fields }: Pick<Settings, "as" | "fields">): boolean {
  return (as === "mail" || as === "news") && isLaterName(name) && !fields.includes(name);
}

/**
 * Finds the class that a field or word predicts. Returns undefined if there is none.
 *
 * @param having number of documents of each class with the field or word
 */
function predicted(having: ArrayLike<number>, sizes: ArrayLike<number>) {
  const shares = Array.from(sizes, (size, c) => (size === 0 ? 0 : having[c] / size));
  const best = shares.reduce((most, share, c) => (share > shares[most] ? c : most), 0);
  const ofOthers = shares.reduce((most, share, c) => (c === best ? most : Math.max(most, share)), 0);
  if (having[best] < LEAST_DOCUMENTS || shares[best] < OF_CLASS || ofOthers > OF_OTHERS) return undefined;
  return { class: best, documents: having[best], ofClass: shares[best], ofOthers };
}

/** Number of documents with a field, by name of the field, then by class. */
export type FieldClasses = ReadonlyMap<string, Uint32Array>;

/** Finds the fields that predict a class by their presence. */
export function presencePredictors(
  fields: FieldClasses,
  { y, labels }: Pick<Dataset, "y" | "labels">,
  settings: Pick<Settings, "as" | "fields">,
): Predictor[] {
  const sizes = classSizes(y, labels.length);
  return [...fields].flatMap(([name, having]) => {
    const found = predicted(having, sizes);
    if (found === undefined) return [];
    const { class: c, ...figures } = found;
    return [{ name, term: undefined, label: labels[c], ...figures, isLeftOut: isLeftOut(name, settings) }];
  });
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
  { x, y, labels }: Dataset,
  name: string,
  termOf: (id: number) => string,
  settings: Pick<Settings, "as" | "fields">,
): Predictor[] {
  const sizes = classSizes(y, labels.length);
  const best = new Map<string, Predictor>();
  for (const { term, documents, having } of classesOfTerms({ x, y, labels })) {
    if (documents < LEAST_DOCUMENTS) continue;
    const found = predicted(having, sizes);
    if (found === undefined) continue;
    const { class: c, ...figures } = found;
    const label = labels[c];
    const before = best.get(label);
    if (before !== undefined && before.ofClass - before.ofOthers >= figures.ofClass - figures.ofOthers) continue;
    best.set(label, { name, term: termOf(term), label, ...figures, isLeftOut: isLeftOut(name, settings) });
  }
  return [...best.values()];
}

/** Joins both kinds, left-out fields last. A field whose presence predicts a class is not listed again for a word. */
export function allPredictors(presence: readonly Predictor[], terms: readonly Predictor[]): Predictor[] {
  const told = new Set(presence.map(({ name, label }) => `${name}\n${label}`));
  return [...presence, ...terms.filter(({ name, label }) => !told.has(`${name}\n${label}`))].sort(
    (a, b) =>
      Number(a.isLeftOut) - Number(b.isLeftOut) ||
      b.ofClass - b.ofOthers - (a.ofClass - a.ofOthers) ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}
