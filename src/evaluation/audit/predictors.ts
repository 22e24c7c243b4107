import { type Dataset, transposed } from "../../features/sparse-matrix.js";
import { isLaterName } from "../../mail/header/later-fields.js";
import { classSizes } from "../../model/fitting/splits.js";
import type { Settings } from "../../model/settings.js";

/** A header field that predicts a class by itself: its presence, or one word of it. */
export interface Predictor {
  /** Lower case. */
  readonly name: string;
  /** The word; undefined if it is the presence of the field. */
  readonly term: string | undefined;
  readonly label: string;
  /** Documents of the class that have it. */
  readonly documents: number;
  /** Their share of the class. */
  readonly ofClass: number;
  /** The largest share of another class that has it. */
  readonly ofOthers: number;
  /** Whether it is a field that teaches nothing, and the settings leave it out: see `isLeftOut`. */
  readonly isLeftOut: boolean;
}

/** A field or word predicts a class if at least this share of its documents has it. */
const OF_CLASS = 0.95;
/** At most this share of every other class may have it. */
const OF_OTHERS = 0.05;
/** In fewer documents of the class, it may be chance. */
const LEAST_DOCUMENTS = 10;

/** Whether these settings leave a field out: one that teaches nothing, unless it is chosen by name. */
export function isLeftOut(name: string, { as, fields }: Pick<Settings, "as" | "fields">): boolean {
  return (as === "mail" || as === "news") && isLaterName(name) && !fields.includes(name);
}

/**
 * The class that a field or word predicts; undefined if there is none.
 *
 * @param having the number of documents of each class that have it
 */
function predicted(having: ArrayLike<number>, sizes: ArrayLike<number>) {
  const shares = Array.from(sizes, (size, c) => (size === 0 ? 0 : having[c] / size));
  const best = shares.reduce((most, share, c) => (share > shares[most] ? c : most), 0);
  const ofOthers = shares.reduce((most, share, c) => (c === best ? most : Math.max(most, share)), 0);
  if (having[best] < LEAST_DOCUMENTS || shares[best] < OF_CLASS || ofOthers > OF_OTHERS) return undefined;
  return { class: best, documents: having[best], ofClass: shares[best], ofOthers };
}

/** The numbers of documents of each class that have a field, by its name. */
export type FieldClasses = ReadonlyMap<string, Uint32Array>;

/** The fields whose presence predicts a class. */
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

/** The number of documents of each class that have a term, for each term. `having` is overwritten by the next one. */
export function* classesOfTerms({ x, y, labels }: Dataset) {
  const { starts, ids } = transposed(x);
  const having = new Uint32Array(labels.length);
  for (let term = 0; term < x.columns; term++) {
    having.fill(0);
    for (let i = starts[term]; i < starts[term + 1]; i++) having[y[ids[i]]]++;
    yield { term, documents: starts[term + 1] - starts[term], having };
  }
}

/** For each class that words of a field predict, the best of these words. */
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

/** Both kinds, fields that count first. A field whose presence predicts a class is not listed again for a word. */
export function allPredictors(presence: readonly Predictor[], terms: readonly Predictor[]): Predictor[] {
  const told = new Set(presence.map(({ name, label }) => `${name}\n${label}`));
  return [...presence, ...terms.filter(({ name, label }) => !told.has(`${name}\n${label}`))].sort(
    (a, b) =>
      Number(a.isLeftOut) - Number(b.isLeftOut) ||
      b.ofClass - b.ofOthers - (a.ofClass - a.ofOthers) ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}
