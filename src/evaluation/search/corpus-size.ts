import type { Corpus } from "../../documents/corpora/corpus.js";

/** The size of a corpus. */
export interface CorpusSize {
  /** Number of documents. If the corpus does not know it, an estimate. */
  readonly documents: number;
  /** Mean number of characters of the sampled documents. */
  readonly characters: number;
}

/** The number of places in the corpus where documents are sampled. */
const PLACES = 5;
/** The maximum number of documents sampled at each place. */
const DOCUMENTS_PER_PLACE = 40;

/**
 * Estimates the size of a corpus. Reads only a sample: the first documents of each fifth of the corpus, at most 40.
 */
export function sizeOf(corpus: Corpus): CorpusSize {
  const decoder = new TextDecoder();
  let documents = 0;
  let characters = 0;
  for (let place = 0; place < PLACES; place++) {
    const [from, to] = [place, place + 1].map((p) => Math.floor((corpus.weight * p) / PLACES));
    let left = DOCUMENTS_PER_PLACE;
    for (const { bytes } of corpus.slice(from, to)) {
      documents++;
      characters += decoder.decode(bytes).length;
      if (--left === 0) break;
    }
  }
  return { documents: corpus.weight, characters: characters / Math.max(1, documents) };
}
