import type { Dataset } from "../classifiers/classifier.js";
import { transposed } from "../features/sparse-matrix.js";
import { classSizes } from "./class-sizes.js";

/** A term that nearly only one class has. */
export interface Giveaway {
  /** Its number in the vocabulary. */
  readonly term: number;
  /** Index of the class. */
  readonly class: number;
  /** Documents that have the term. */
  readonly documents: number;
  /** Those of them that are of the class. */
  readonly ofClass: number;
}

/** The share of a term's documents that have to be of one class. */
const GIVEAWAY_SHARE = 0.99;

/** Documents of the class that have to have the term; in a class of fewer than a thousand, 2 % of it and at least five. */
const GIVEAWAY_DOCUMENTS = 20;
const SHARE_OF_CLASS = 0.02;
const LEAST_DOCUMENTS = 5;

/** Where nearly all documents are of one class, so are those of any term: it must be this unlikely by chance. */
const CHANCE = 1e-6;

/**
 * Terms that give their class away: at least 99 % of the documents that have the term are of
 * one class, these are 20 or 2 % of the class (and five), and as many documents drawn at
 * random would all be of the class with a chance of at most one in a million.
 *
 * @returns those with the most documents of their class first
 */
export function giveaways({ x, y, labels }: Dataset): Giveaway[] {
  const sizes = classSizes(y, labels.length);
  const least = Array.from(sizes, (size) =>
    Math.max(LEAST_DOCUMENTS, Math.min(GIVEAWAY_DOCUMENTS, Math.ceil(size * SHARE_OF_CLASS))),
  );
  const { starts, ids } = transposed(x);
  const counts = new Uint32Array(labels.length);
  const found: Giveaway[] = [];
  for (let term = 0; term < x.columns; term++) {
    const documents = starts[term + 1] - starts[term];
    counts.fill(0);
    for (let i = starts[term]; i < starts[term + 1]; i++) counts[y[ids[i]]]++;
    const most = counts.reduce((best, count, c) => (count > counts[best] ? c : best), 0);
    const ofClass = counts[most];
    if (ofClass < least[most] || ofClass < GIVEAWAY_SHARE * documents) continue;
    if (ofClass * Math.log(sizes[most] / y.length) > Math.log(CHANCE)) continue;
    found.push({ term, class: most, documents, ofClass });
  }
  return found.sort((a, b) => b.ofClass - a.ofClass || a.documents - b.documents || a.term - b.term);
}
