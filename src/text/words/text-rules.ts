import type { TextRules } from "../term-table.js";
import { jointSpelling } from "./inner-words.js";
import { stretchScanner } from "./stretch-scanner.js";
import type { TermSettings } from "./term-settings.js";
import { cutterOf, wordOptions } from "./terms.js";
import { JOINTS } from "./word-options.js";

/**
 * Returns the rules for tokens if `WordTable`, which is faster than tokenizers, can find the terms of these settings;
 * otherwise undefined. It finds single words, and words and wholes with pairs of words.
 *
 * @param ngramWords how many words from the beginning of a text form pairs. Default: all
 */
export function textRules(settings: TermSettings, ngramWords = Number.POSITIVE_INFINITY): TextRules | undefined {
  const { tokens, takeHalf, stopWords: language, stem, charNgrams, textNgrams: ofText, ngramBytes } = settings;
  const { tokenLength: lengths, ngrams: range, tokenizer } = settings;
  const [from, to] = range;
  // The table cannot change or drop tokens, and forms no n-grams of characters and no n-grams without their words.
  const isAll = language === null && stem === null && charNgrams === null && ofText === undefined;
  if (!isAll || takeHalf || tokenizer === "own" || from !== 1) return undefined;
  if (tokens === "words") return to === 1 ? { lengths } : undefined;
  if (tokens === "none" || to > 2 || ngramBytes !== undefined) return undefined;
  const tokensOf = stretchScanner(wordOptions(settings), JOINTS);
  const cut = cutterOf(settings);
  return {
    lengths,
    inner: {
      pairsAmong: to === 1 ? 0 : Math.min(ngramWords, MAX_PAIRS),
      spelled: jointSpelling(wordOptions(settings)),
      // `cut` wraps a tokenizer of words. Wholes go to their sink uncut.
      stretch: (stretch, first, start, word, whole) =>
        cut((text, sink) => tokensOf(text, first, start, sink, whole))(stretch, word),
    },
  };
}

/** Upper bound; no text has more pairs. */
const MAX_PAIRS = 2 ** 31 - 1;
