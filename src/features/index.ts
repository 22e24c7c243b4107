/** `text-thresher/features`: tokens, vocabularies, matrices, weighting and term selection. */

export { type Decoder, decoderFor } from "../base/decode.js";
export { characterNgrams, MAX_CHARACTER_NGRAM } from "../text/words/character-ngrams.js";
export { innerWords } from "../text/words/inner-words.js";
export { MAX_NGRAM, ngrams } from "../text/words/ngrams.js";
export { STEMMER_NAMES, stemmed } from "../text/words/stemming.js";
export { STOP_WORD_LANGUAGES, stopWords, withoutStopWords } from "../text/words/stop-words.js";
export type { TermSettings, TokenKind } from "../text/words/term-settings.js";
export { everySecond, together } from "../text/words/terms.js";
export type { TokenFilter, Tokenizer, TokenSink } from "../text/words/tokenizer.js";
export { inPairs, inSegments } from "../text/words/unspaced.js";
export type { WordOptions } from "../text/words/word-options.js";
export { MAX_WORD_LENGTH, type WordRules } from "../text/words/word-options.js";
export { uncutWords, words } from "../text/words/words.js";
export type { TextSettings } from "./analyzer.js";
export { type SimilarPair, similarPairs } from "./duplicates/near-duplicates.js";
export { plainWords, shingles } from "./duplicates/shingles.js";
export { CosineIndex, type Nearest } from "./neighbours/cosine-index.js";
export {
  SELECT_BY,
  type SelectBy,
  type SelectionRules,
  selectTerms,
  type TermStatistics,
  termStatistics,
} from "./selection.js";
export {
  binarized,
  type Dataset,
  matrixFromRows,
  type SparseMatrix,
  type SparseRows,
  UNLABELLED,
} from "./sparse-matrix.js";
export { type ClassPresence, TERM_SCORES, type TermScore, termScores } from "./term-scores.js";
export { bernoulliVectorizer, countVectorizer, type Vectorizer, type VectorizerOptions } from "./vectorizer.js";
export { UNKNOWN, Vocabulary } from "./vocabulary.js";
export {
  documentFactors,
  INVERSE_DOCUMENT_FREQUENCIES,
  type InverseDocumentFrequency,
  NORMS,
  type Norm,
  TERM_FREQUENCIES,
  type TermFrequency,
  type WeightingOptions,
  weightedRows,
} from "./weighting.js";
