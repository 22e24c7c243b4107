import { rowView, type SparseMatrix } from "../../features/sparse-matrix.js";
import type { Vocabulary } from "../../features/vocabulary.js";
import type { Question } from "../state.js";

/** At most so many labelled documents are looked at, the latest ones. */
const MOST_DOCUMENTS = 1000;

/** Words are marked that are at least so many times likelier in the class. */
const LEAST = 3;

/** Finds words, with inner apostrophes and dots; in scripts without blanks, those of a dictionary, as `inSegments`. */
const WORDS = new Intl.Segmenter("en", { granularity: "word" });

/** A document with a label: its row, and whether it has the proposed class. */
export interface MarkedExample {
  readonly row: number;
  readonly isOfClass: boolean;
}

/**
 * Finds the words of a text that speak for a class: with a of A labelled documents of the class and b of B others that
 * have a word, those with
 *
 *     (a + 1/2) / (A + 1) ≥ 3 · (b + 1/2) / (B + 1)
 *
 * If A or B is 0, its fraction counts as 1.
 *
 * @param x counts of terms, a row per document
 * @returns the marks in the order of the text. The weight is the first fraction, divided by the sum of both
 */
export function marksIn(
  text: string,
  examples: readonly MarkedExample[],
  x: SparseMatrix,
  vocabulary: Vocabulary,
): Question["marks"] {
  const words = [...WORDS.segment(text)].filter(({ isWordLike }) => isWordLike);
  const places = words.map(({ segment: word, index: start }) => {
    return { term: vocabulary.numberOf(word.toLowerCase()), start, end: start + word.length };
  });
  const terms = new Set(places.map(({ term }) => term));
  /** How many of the documents of the class, and of the others, have each term. */
  const counts = [new Map<number, number>(), new Map<number, number>()];
  const sizes = [0, 0];
  for (const { row, isOfClass } of examples.slice(-MOST_DOCUMENTS)) {
    const side = isOfClass ? 0 : 1;
    sizes[side]++;
    const { ids, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) {
      if (terms.has(ids[i])) counts[side].set(ids[i], (counts[side].get(ids[i]) ?? 0) + 1);
    }
  }
  const shareOf = (term: number) => (size: number, side: number) =>
    size === 0 ? 1 : ((counts[side].get(term) ?? 0) + 0.5) / (size + 1);
  return places.flatMap(({ term, start, end }) => {
    const [own, others] = sizes.map(shareOf(term));
    return own < LEAST * others ? [] : [{ start, end, weight: own / (own + others) }];
  });
}
