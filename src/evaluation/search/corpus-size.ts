import type { Corpus } from "../../documents/corpora/corpus.js";

/** The size of a corpus, estimated from a sample of its documents. */
export interface CorpusSize {
  /** Number of documents, estimated. */
  readonly documents: number;
  /** Mean number of characters of a document. */
  readonly characters: number;
}

/** The number of places in the corpus where documents are sampled. */
const PLACES = 5;
/** The maximum number of documents sampled at each place. */
const DOCUMENTS_PER_PLACE = 40;

/** Estimates the size of a corpus from a sample of its documents. */
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
