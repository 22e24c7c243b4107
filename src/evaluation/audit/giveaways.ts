import { argmax } from "../../classifiers/scores.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { classSizes } from "../../model/fitting/splits.js";
import { classesOfTerms } from "./predictors.js";

/** Minimum share of the documents with the term that must be of one class. */
const GIVEAWAY_SHARE = 0.99;

/** Minimum number of these documents: 20, or in a class of fewer than 1,000 documents 2 %, but at least 5. */
const GIVEAWAY_DOCUMENTS = 20;
const SHARE_OF_CLASS = 0.02;
const MIN_DOCUMENTS = 5;

/** Maximum probability that this happens by chance. It matters if nearly all documents are of one class. */
const CHANCE = 1e-6;

/**
 * Finds the terms of a field that give their class away: nearly all documents with the term are of one class, they are
 * many, and chance does not explain it. Terms with most documents of the class are first.
 *
 * @returns by term, its column, the index of the class, the number of documents with the term, and how many of these
 *   are of the class
 */
export function giveaways({ x, y, labels }: Dataset) {
  const sizes = classSizes(y, labels.length);
  const least = Array.from(sizes, (size) =>
    Math.max(MIN_DOCUMENTS, Math.min(GIVEAWAY_DOCUMENTS, Math.ceil(size * SHARE_OF_CLASS))),
  );
  const found: { term: number; class: number; documents: number; ofClass: number }[] = [];
  for (const { term, documents, having } of classesOfTerms({ x, y, labels })) {
    const most = argmax(having);
    const ofClass = having[most];
    if (ofClass < least[most] || ofClass < GIVEAWAY_SHARE * documents) continue;
    // The probability that so many documents are all of this class is its share to the power of their number.
    if (ofClass * Math.log(sizes[most] / y.length) > Math.log(CHANCE)) continue;
    found.push({ term, class: most, documents, ofClass });
  }
  return found.sort((a, b) => b.ofClass - a.ofClass || a.documents - b.documents || a.term - b.term);
}
