import { largest } from "../../base/lists.js";
import { termStatistics } from "../../features/selection.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import type { Vocabulary } from "../../features/vocabulary.js";
import type { Settings } from "../../model/settings.js";
import { plainWords } from "../../text/words/terms.js";
import type { Question } from "../state.js";

/** Maximum number of labelled documents that are counted: the latest ones. */
const MAX_EXAMPLES = 1000;

/** A word is marked if one of its terms is at least this many times likelier in the class. */
const LEAST_RATIO = 3;

/** Finds words, with inner apostrophes and dots; in scripts without blanks, those of a dictionary. */
const WORDS = new Intl.Segmenter("en", { granularity: "word" });

/** Returns the words of a text as a person reads them, and where each begins. */
export function readWords(text: string): { readonly segment: string; readonly index: number }[] {
  return [...WORDS.segment(text)].filter(({ isWordLike }) => isWordLike);
}

/** Returns the terms of a word: itself or, in scripts without blanks, its pairs of letters. */
export type TermsOf = (word: string) => string[];

/** Makes the function that returns the terms of a word. */
export function termsBy(settings: Settings): TermsOf {
  const wordsOf = plainWords(settings);
  return (word) => {
    const terms: string[] = [];
    wordsOf(Buffer.from(word), (bytes, start, end) => terms.push(Buffer.from(bytes.subarray(start, end)).toString()));
    return terms;
  };
}

/** A document with a label: its row, and whether it has the proposed class. */
export interface MarkedExample {
  readonly row: number;
  readonly isOfClass: boolean;
}

/**
 * Finds the words of a text that speak for a class: with a of A labelled documents of the class and b of B others that
 * have a term of the word, those with
 *
 *     a > 0 and (a + 1/2) / (A + 1) ≥ 3 · (b + 1/2) / (B + 1)
 *
 * Without a > 0, all unknown words would speak for a class with few documents.
 *
 * @param x counts of terms, a row per document
 * @returns the marks in the order of the text. The weight is the first fraction, divided by the sum of both; the
 *   largest one if a word has several terms
 */
export function marksIn(
  text: string,
  examples: readonly MarkedExample[],
  x: SparseMatrix,
  vocabulary: Vocabulary,
  termsOf: TermsOf,
): Question["marks"] {
  const latest = examples.slice(-MAX_EXAMPLES);
  const [own, others] = [true, false].map((wanted) => {
    const rows = latest.filter(({ isOfClass }) => isOfClass === wanted).map(({ row }) => row);
    return termStatistics(x, rows);
  });
  const weightOf = (term: number) => {
    const [a = 0, b = 0] = [own, others].map(({ documents }) => documents[term]);
    const [inClass, inOthers] = [(a + 0.5) / (own.total + 1), (b + 0.5) / (others.total + 1)];
    return a === 0 || inClass < LEAST_RATIO * inOthers ? 0 : inClass / (inClass + inOthers);
  };
  return readWords(text).flatMap(({ segment: word, index: start }) => {
    const terms = termsOf(word).map((term) => vocabulary.numberOf(term));
    const weight = largest(terms.map(weightOf), 0);
    return weight === 0 ? [] : [{ start, end: start + word.length, weight }];
  });
}
