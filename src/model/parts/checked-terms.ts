import { DataError } from "../../base/errors.js";
import { sumOf } from "../../classifiers/bayes/class-counts.js";
import type { RunReader } from "../../features/runs/run-reader.js";
import type { TermCounts, TermCursor } from "../../features/runs/term-cursor.js";
import { factsOf } from "./part.js";

/**
 * The terms of a part, each checked against the numbers of documents in the header. A class must not have more
 * documents with a term than it has documents, and sums over classes must be the sums of the classes.
 */
export class CheckedTerms implements TermCursor {
  readonly term: TermCounts;
  readonly #reader: RunReader;
  readonly #path: string;
  readonly #isBinary: boolean;
  readonly #documents: readonly number[];
  readonly #all: number;

  /**
   * @param isBinary whether the counts are of documents that have the term, not of occurrences
   * @throws DataError if the header is not that of a part.
   */
  constructor(reader: RunReader, path: string, isBinary: boolean) {
    this.term = reader.term;
    this.#reader = reader;
    this.#path = path;
    this.#isBinary = isBinary;
    this.#documents = factsOf(path, reader.header).documents;
    this.#all = sumOf(this.#documents);
  }

  /** @throws DataError as `RunReader.next`, and if the counts do not fit the numbers of documents. */
  next(): boolean {
    if (!this.#reader.next()) return false;
    const { hasStatistics, hasPresence } = this.#reader.header.layout;
    const isSound = this.#areSound(hasPresence) && (!hasStatistics || this.#fitsStatistics(hasPresence));
    if (isSound) return true;
    throw new DataError(
      `${this.#path}: its counts do not fit its number of documents: delete it and count its shard again`,
    );
  }

  /** Returns whether no class has more documents with the term than it has documents. */
  #areSound(hasPresence: boolean): boolean {
    const { size, classes, values, presence } = this.term;
    for (let i = 0; i < size; i++) {
      const most = this.#documents[classes[i]];
      if (this.#isBinary && values[i] > most) return false;
      if (!hasPresence) continue;
      const isFew = presence[i] >= 1 && presence[i] <= most;
      if (!isFew || (this.#isBinary ? presence[i] !== values[i] : presence[i] > values[i])) return false;
    }
    return size > 0;
  }

  #fitsStatistics(hasPresence: boolean): boolean {
    const { size, values, presence, occurrences, documents } = this.term;
    const counted = sumOf(values, 0, size);
    const isOfPresence = !hasPresence || documents === sumOf(presence, 0, size);
    const isOfValues = this.#isBinary ? documents === counted : occurrences === counted;
    return isOfPresence && isOfValues && documents >= size && documents <= this.#all && documents <= occurrences;
  }
}
