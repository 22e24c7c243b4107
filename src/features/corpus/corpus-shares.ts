import { sumOf } from "../../base/lists.js";
import type { Corpus } from "../../documents/corpora/corpus.js";

/** The extra share of a part that the calling thread reads while the other threads start. */
const HEAD_START = 0.5;

/**
 * Returns the share of all documents before a part, 0 to 1. The first part, that of the calling thread, is one and a
 * half times as large as each of the others.
 */
export function shareBefore(part: number, parts: number): number {
  return part === 0 ? 0 : (part + HEAD_START) / (parts + HEAD_START);
}

/**
 * Divides the documents of all corpora into at most `parts` neighbouring parts that take about the same time.
 * Corpora that cannot be divided give fewer.
 *
 * @returns for each part, its share of each corpus; the first part is that of the calling thread
 */
export function corpusShares(corpora: readonly Corpus[], parts: number): Corpus[][] {
  /** The number of documents of each corpus, perhaps estimated. */
  const weights = corpora.map(({ weight }) => weight);
  /** Returns where a part begins, counted over the documents of all corpora. */
  const beginOf = (part: number) => Math.floor(sumOf(weights) * shareBefore(part, parts));
  const shares = Array.from({ length: parts }, (_, part) =>
    corpora.map((corpus, c) => {
      const before = sumOf(weights, 0, c);
      const inCorpus = (place: number) => Math.min(corpus.weight, Math.max(0, place - before));
      return corpus.slice(inCorpus(beginOf(part)), inCorpus(beginOf(part + 1)));
    }),
  );
  return shares.filter((share, part) => part === 0 || share.some((corpus) => corpus.weight > 0));
}
