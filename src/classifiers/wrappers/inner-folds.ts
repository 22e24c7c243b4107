import { ascending, groupedBy, mapped } from "../../base/lists.js";
import { seededRandom, shuffle } from "../../base/random.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import type { Parts } from "../stored-classifier.js";

/**
 * Divides training documents into folds, so that each can be scored by a model of the other folds. The folds are
 * stratified. They keep groups whole, unless a class would then have all its documents in one fold.
 *
 * @param folds the number of folds, unless there are fewer groups
 * @returns the fold of each row (`partOf`), the number of folds (`count`), and how many of them are scored (`scored`): as
 *   many as together have 5,000 documents. More hardly improve the few numbers that are learned from the scores
 */
export function partsOf(data: Pick<Dataset, "y" | "labels" | "groups">, folds: number): Parts {
  const { y, groups } = data;
  const parts = dealt(data, folds);
  if (groups === undefined) return parts;
  /** The rows of each class. */
  const ofClasses = [...groupedBy(Uint32Array.from(y).keys(), (row) => y[row]).values()];
  const isSeen = ofClasses.every(
    (rows) => rows.length === 1 || rows.some((row) => parts.partOf[row] !== parts.partOf[rows[0]]),
  );
  return isSeen ? parts : dealt({ ...data, groups: undefined }, folds);
}

/**
 * Deals out groups to folds in seeded order. Each goes to the fold with the fewest documents of the class of the first
 * document of the group and, of these, to the fold with the fewest documents. (In order of size, the first folds would
 * get the large groups, whose documents are easier.)
 */
function dealt({ y, labels, groups }: Pick<Dataset, "y" | "labels" | "groups">, folds: number): Parts {
  const order = shuffle(ascending(y.length), seededRandom(SEED));
  const grouped = groups && groupedBy(order, (row) => groups[row]);
  const count = Math.min(folds, grouped?.size ?? order.length);
  /** How many documents each fold has so far: of each class, and of all classes. */
  const ofClass = Array.from({ length: count }, () => new Uint32Array(labels.length));
  const ofAll = new Uint32Array(count);
  const partOf = new Uint32Array(y.length);
  // Without groups, each row is a group of its own. A list of millions of groups would take most of the memory.
  for (const rows of grouped?.values() ?? mapped(order, (row) => [row])) {
    const c = y[rows[0]];
    let least = 0;
    for (let fold = 1; fold < count; fold++) {
      const more = ofClass[fold][c] - ofClass[least][c] || ofAll[fold] - ofAll[least];
      if (more < 0) least = fold;
    }
    for (const row of rows) {
      partOf[row] = least;
      ofClass[least][y[row]]++;
      ofAll[least]++;
    }
  }
  let scored = 0;
  for (let documents = 0; scored < count && documents < ENOUGH; scored++) documents += ofAll[scored];
  return { partOf, count, scored };
}

/** The seed of the order in which groups are dealt out. */
const SEED = 1;

/** Folds are scored until they have this many documents. */
const ENOUGH = 5000;
