import { rowView, type SparseMatrix } from "../../features/sparse-matrix.js";
import type { Vocabulary } from "../../features/vocabulary.js";
import type { Question } from "../state.js";

/** At most so many labelled documents are looked at, the latest ones. */
const MOST_DOCUMENTS = 1000;

/** Words that are less than e times likelier in the class are not marked. */
const LEAST = 1;

/** So many different words are marked at most. */
const MOST_WORDS = 25;

/** Words, with inner apostrophes and dots; letters of scripts without blanks one by one. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]|[\p{L}\p{N}]+(?:['’.][\p{L}\p{N}]+)*/gu;

/** A document with a label: its row, and whether it has the proposed class. */
export interface MarkedExample {
  readonly row: number;
  readonly isOfClass: boolean;
}

/**
 * Finds the words of a text that speak for a class, by Bernoulli naive Bayes: with a of A labelled documents of the
 * class and b of B others that have a term, its weight is
 *
 *     ln ((a + 1/2) / (A + 1)) - ln ((b + 1/2) / (B + 1))
 *
 * @param x counts of terms, a row per document
 * @returns the marks in the order of the text; weights above 0, the strongest word 1
 */
export function marksIn(
  text: string,
  examples: readonly MarkedExample[],
  x: SparseMatrix,
  vocabulary: Vocabulary,
): Question["marks"] {
  const places = wordsIn(text, vocabulary);
  const latest = examples.slice(-MOST_DOCUMENTS);
  const having = new Map(Array.from(new Set(places.map(({ term }) => term)), (term) => [term, [0, 0]]));
  const all = [0, 0];
  for (const { row, isOfClass } of latest) {
    const side = Number(isOfClass);
    all[side]++;
    const { ids, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) {
      const counts = having.get(ids[i]);
      if (counts !== undefined) counts[side]++;
    }
  }
  if (all[0] === 0 || all[1] === 0) return [];
  const weights = [...having].map(([term, [others, own]]) => {
    return [term, Math.log((own + 0.5) / (all[1] + 1)) - Math.log((others + 0.5) / (all[0] + 1))] as const;
  });
  const strong = weights.filter(([, weight]) => weight >= LEAST).sort(([, a], [, b]) => b - a);
  const shown = new Map(strong.slice(0, MOST_WORDS));
  const most = strong.at(0)?.[1] ?? 1;
  return places.flatMap(({ term, start, end }) => {
    const weight = shown.get(term);
    return weight === undefined ? [] : [{ start, end, weight: weight / most }];
  });
}

/** Returns the words of a text that are terms. In scripts without blanks, pairs of letters are. */
function wordsIn(text: string, vocabulary: Vocabulary) {
  const words = Array.from(text.matchAll(WORD), ({ 0: word, index: start }) => ({ word, start }));
  return words.flatMap(({ word, start }, i) => {
    const next = words.at(i + 1);
    const isPair = word.length === 1 && next?.word.length === 1 && next.start === start + 1;
    const term = vocabulary.numberOf((isPair ? word + next.word : word).toLowerCase());
    return term < 0 ? [] : [{ term, start, end: start + word.length + Number(isPair) }];
  });
}
