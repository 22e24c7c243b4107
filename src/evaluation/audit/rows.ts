import { DataError } from "../../base/errors.js";
import { type Following, followed } from "../../base/following.js";
import { ascending } from "../../base/lists.js";
import type { LabelledDocument } from "../../documents/document.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import type { Splits } from "../../model/fitting/splits.js";
import type { Evaluation } from "../evaluate.js";

/** Corpora that can be read again: one, or one to learn from and one to test on. */
export type Corpora = readonly Iterable<LabelledDocument>[];

/** An evaluation to audit, with its data. */
export interface Measured {
  readonly data: readonly CorpusData[];
  /** The splits of one corpus; empty for two corpora. */
  readonly splits: Splits;
  readonly evaluation: Evaluation;
}

/** The documents of one corpus, or of two corpora in sequence. */
export type Rows = ReturnType<typeof rowsOf>;

/**
 * Numbers the documents of all corpora consecutively. Returns their classes (`y`, `labels`), their number and splits, and a
 * function that reads them again.
 *
 * @throws DataError if two documents of a corpus have the same id.
 */
export function rowsOf({ data, splits }: Pick<Measured, "data" | "splits">, corpora: Corpora) {
  const [first, second = []] = data.map(({ ids }) => ids);
  const rowOf = data.map(({ ids }, c) => new Map(ids.map((id, i) => [id, c === 0 ? i : first.length + i])));
  for (const [c, { ids }] of data.entries()) {
    if (rowOf[c].size === ids.length) continue;
    const twice = ids.find((id, i) => ids.indexOf(id) < i);
    throw new DataError(`audit: two documents have the id ${JSON.stringify(twice)}; ids must be distinct`);
  }
  const rows = ascending(first.length + second.length);
  return {
    y: Uint32Array.from(data.flatMap(({ y }) => Array.from(y))),
    // The classes of a test corpus begin with those of the training corpus.
    labels: data[data.length - 1].labels,
    size: rows.length,
    /** The splits; two corpora are one split. */
    splits: data.length === 1 ? splits : [{ train: rows.slice(0, first.length), test: rows.slice(first.length) }],
    /** Reads the documents again. Yields the row and the bytes of each one that was evaluated. */
    *readAgain(following: Following): Generator<[row: number, bytes: Uint8Array]> {
      const tellDone = followed(following, "reading", rows.length);
      let read = 0;
      for (const [c, corpus] of corpora.entries()) {
        for (const { id, bytes } of corpus) {
          const row = rowOf[c].get(id);
          if (row !== undefined) yield [row, bytes];
          tellDone(++read);
        }
      }
    },
  };
}
