/** `text-thresher/features`: tokens, vocabularies, matrices, weighting and term selection. */

export type { Decoder } from "../base/decode.js";
export { STOP_WORD_LANGUAGES, stopWords } from "../text/words/stop-words.js";
export type { TermSettings, TokenKind, WordRules } from "../text/words/term-settings.js";
export { tokenizer } from "../text/words/terms.js";
export type { Tokenizer, TokenSink } from "../text/words/tokens.js";
export type { TextSettings } from "./analyzer.js";
export type { SimilarPair } from "./duplicates/near-duplicates.js";
export type { Nearest } from "./neighbours/cosine-index.js";
export type { ClassPresence, SelectBy, SelectionRules, TermScore, TermStatistics } from "./selection.js";
export type { Dataset, SparseMatrix, SparseRows } from "./sparse-matrix.js";
export { bernoulliVectorizer, countVectorizer, type Vectorizer, type VectorizerOptions } from "./vectorizer.js";
export type { InverseDocumentFrequency, Norm, TermFrequency, WeightingOptions } from "./weighting.js";
