import { lazily } from "../../base/lazily.js";
import { termStatistics } from "../../features/selection.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import type { Vocabulary } from "../../features/vocabulary.js";
import { stopWords } from "../../text/words/stop-words.js";

/** Number of terms kept for a group: more than are shown, because pairs of letters that are in no word are dropped. */
const TERMS = 30;

/** The prior weighs as much as this many items, with terms as frequent as in all items. */
const PRIOR = 50;
/** If there are few items, the prior weighs at most this share of them. */
const PRIOR_SHARE = 0.1;

/** Least log odds ratio of a term that is named. */
const MIN_LOG_ODDS = 1;
/** The largest share of the other items that may have such a term. */
const COMMON = 0.3;

/** Words with at least two letters, or one of Chinese or Japanese. A number or another letter says nothing to a reader. */
const READABLE = /\p{L}.*\p{L}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/**
 * Returns the terms that tell each group from the others, the strongest first. A group has A items, of which a have a
 * term; of B others, b have it; n of N have it in all; P = min(50, N / 10), and α = P · n / N. The score is the log odds
 * ratio divided by its standard error,
 *
 *     δ = ln ((a + α) / (A + P - a - α)) - ln ((b + α) / (B + P - b - α)),   δ / √(1 / (a + α) + 1 / (b + α))
 *
 * so that rare terms need stronger evidence. Source: Monroe, Colaresi and Quinn 2008, section 3.3, for items.
 *
 * @param x a row per item
 * @param groups the items of each group
 */
export function tellingTerms(x: SparseMatrix, groups: readonly Uint32Array[], vocabulary: Vocabulary): string[][] {
  const { documents: all, total } = termStatistics(
    x,
    groups.flatMap((items) => [...items]),
  );
  const weight = Math.min(PRIOR, PRIOR_SHARE * total);
  return groups.map((items) => {
    const { documents, total: size } = termStatistics(x, items);
    const scores = Float64Array.from(documents, (a, term) => {
      const prior = (weight * all[term]) / total;
      const [own, others] = [a + prior, all[term] - a + prior];
      const logOdds = Math.log(own / (size + weight - own)) - Math.log(others / (total - size + weight - others));
      return a === 0 || logOdds < MIN_LOG_ODDS || all[term] - a > COMMON * (total - size)
        ? 0
        : logOdds / Math.sqrt(1 / own + 1 / others);
    });
    const best = [...scores.keys()].filter((term) => scores[term] > 0).sort((a, b) => scores[b] - scores[a]);
    return readable(best, vocabulary);
  });
}

/**
 * Returns the first terms that are words, without `subject:` or `from:` before them, each once. Stop words of English and
 * of scripts without spaces, and words with a colon or an apostrophe, are left out.
 */
function readable(terms: readonly number[], vocabulary: Vocabulary): string[] {
  const words = new Set<string>();
  for (const term of terms) {
    if (words.size === TERMS) break;
    const word = vocabulary.term(term).replace(/^(?:subject|from):/, "");
    if (isTelling(word)) words.add(word);
  }
  return [...words];
}

const stops = lazily(() => new Set(["en", "zh", "ja", "ko", "th", "my"].flatMap((language) => stopWords(language))));

/** Whether a word tells a reader something. */
export function isTelling(word: string): boolean {
  return READABLE.test(word) && !/[:'’]/.test(word) && !stops().has(word);
}
