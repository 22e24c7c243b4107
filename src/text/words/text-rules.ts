import type { TextRules } from "../byte-table.js";
import { innerStretch, jointSpelling } from "./inner-words.js";
import { cutterOf, type TermSettings, wordOptions } from "./terms.js";

/** For texts whose terms `WordTable` can find: which tokens are terms. Otherwise undefined. */
export function textRules(settings: TermSettings, ngramWords = Number.POSITIVE_INFINITY): TextRules | undefined {
  const { tokens, takeHalf, stopWords: language, stem, charNgrams, textNgrams: ofText, ngramBytes } = settings;
  const {
    tokenLength: lengths,
    ngrams: [from, to],
    tokenizer,
  } = settings;
  const isAll = language === null && stem === null && charNgrams === null && ofText === undefined;
  if (!isAll || takeHalf || tokenizer === "own" || from !== 1) return undefined;
  if (tokens === "words") return to === 1 ? { lengths } : undefined;
  if (tokens === "none" || to > 2 || ngramBytes !== undefined) return undefined;
  const tokensOf = innerStretch(wordOptions(settings));
  const cut = cutterOf(settings);
  return {
    lengths,
    inner: {
      pairsAmong: to === 1 ? 0 : Math.min(ngramWords, MOST_PAIRS),
      spelled: jointSpelling(wordOptions(settings)),
      stretch: (stretch, first, start, word, whole) =>
        cut((text, sink) => tokensOf(text, first, start, sink, whole))(stretch, word),
    },
  };
}

/** No text has more. */
const MOST_PAIRS = 2 ** 31 - 1;
