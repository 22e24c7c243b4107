import { bytesOf } from "../documents/given-text.js";
import { ByteTable } from "../text/byte-table.js";
import { tokenizer } from "../text/words/terms.js";
import type { Tokenizer } from "../text/words/tokens.js";
import { RowBuilder } from "./row-builder.js";
import { columnMap, type SelectionRules, selectTerms, termStatistics } from "./selection.js";
import { binarized, type SparseMatrix, selectColumns } from "./sparse-matrix.js";
import type { Vocabulary } from "./vocabulary.js";

/** Turns texts into rows of term counts or presences. */
export interface Vectorizer {
  /** Learns the vocabulary of the texts, and returns their matrix: a row per text, a column per term. */
  fit(texts: Iterable<Uint8Array | string>): { vocabulary: Vocabulary; x: SparseMatrix };
  /** Makes the matrix of the texts over a known vocabulary. Tokens that it does not have are ignored. */
  transform(texts: Iterable<Uint8Array | string>, vocabulary: Vocabulary): SparseMatrix;
}

/** How a text is split into tokens, and which tokens become terms. */
export interface VectorizerOptions extends SelectionRules {
  /** Finds the tokens of a text. Default `tokenizer()`. */
  readonly tokenizer?: Tokenizer;
}

/**
 * Makes a vectorizer for bags of words: entry (d, t) is how often term t occurs in text d. Texts are strings or UTF-8
 * bytes.
 */
export function countVectorizer(options: VectorizerOptions = {}): Vectorizer {
  const tokens = options.tokenizer ?? tokenizer();
  const rowsOf = (texts: Iterable<Uint8Array | string>, terms: ByteTable | Vocabulary) => {
    const rows = new RowBuilder(terms);
    for (const text of texts) rows.add({ tokens: (sink) => tokens(bytesOf(text), sink) });
    return rows;
  };
  return {
    fit(texts) {
      const { vocabulary, x } = rowsOf(texts, new ByteTable()).finishSorted();
      return selected(vocabulary, x, options);
    },
    transform: (texts, vocabulary) => rowsOf(texts, vocabulary).finish(vocabulary.size),
  };
}

/**
 * Makes a vectorizer for presences: entry (d, t) is 1 if term t occurs in text d, else 0. Selection rules still use the
 * counts.
 */
export function bernoulliVectorizer(options: VectorizerOptions = {}): Vectorizer {
  const counts = countVectorizer(options);
  return {
    fit(texts) {
      const { vocabulary, x } = counts.fit(texts);
      return { vocabulary, x: binarized(x) };
    },
    transform: (texts, vocabulary) => binarized(counts.transform(texts, vocabulary)),
  };
}

/** Returns the vocabulary and the matrix without the terms that the rules leave out. */
export function selected(
  vocabulary: Vocabulary,
  x: SparseMatrix,
  rules: SelectionRules,
): { vocabulary: Vocabulary; x: SparseMatrix } {
  const kept = selectTerms(termStatistics(x), rules);
  if (kept.length === vocabulary.size) return { vocabulary, x };
  return { vocabulary: vocabulary.subset(kept), x: selectColumns(x, columnMap(kept, x.columns)) };
}
