import { DataError } from "../../base/errors.js";
import type { LabelledDocument } from "../../documents/document.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import { type SparseMatrix, selectRows } from "../../features/sparse-matrix.js";
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
 * Numbers the documents of all corpora through. Returns their classes (`y`, `labels`), ids and splits, and a function
 * that reads them again.
 *
 * @throws DataError if two documents of a corpus have the same id.
 */
export function rowsOf({ data, splits }: Pick<Measured, "data" | "splits">, corpora: Corpora) {
  const sizes = data.map(({ ids }) => ids.length);
  const first = sizes.map((_, c) => sizes.slice(0, c).reduce((sum, size) => sum + size, 0));
  const rowOf = data.map(({ ids }, c) => new Map(ids.map((id, i) => [id, first[c] + i])));
  rowOf.forEach((map, c) => {
    if (map.size === sizes[c]) return;
    const twice = data[c].ids.find((id, i) => map.get(id) !== first[c] + i);
    throw new DataError(`audit: two documents have the id ${JSON.stringify(twice)}; ids must be distinct`);
  });
  const range = (from: number, size: number) => Uint32Array.from({ length: size }, (_, i) => from + i);
  return {
    y: Uint32Array.from(data.flatMap(({ y }) => Array.from(y))),
    // The classes of a test corpus begin with those of the training corpus.
    labels: data[data.length - 1].labels,
    ids: data.flatMap(({ ids }) => ids),
    /** The splits; two corpora are one split. */
    splits: data.length === 1 ? splits : [{ train: range(0, sizes[0]), test: range(sizes[0], sizes[1]) }],
    /** Reads the documents again. Calls `visit` for each one that was evaluated, and `onDocument` for all. */
    readAgain(visit: (row: number, bytes: Uint8Array) => void, onDocument: () => void) {
      for (const [c, corpus] of corpora.entries()) {
        for (const { id, bytes } of corpus) {
          onDocument();
          const row = rowOf[c].get(id);
          if (row !== undefined) visit(row, bytes);
        }
      }
    },
  };
}

/**
 * Reorders the rows of a matrix. A row that `x` lacks becomes empty, because its document has disappeared.
 *
 * @param rowsRead the new row of each row of `x`, from 0 to rows - 1, or -1 to drop the row
 */
export function inOrder(x: SparseMatrix, rowsRead: readonly number[], rows: number): SparseMatrix {
  // A row that is not read is the empty one after the last row of `x`.
  const from = new Uint32Array(rows).fill(x.rows);
  rowsRead.forEach((row, read) => {
    if (row >= 0) from[row] = read;
  });
  const starts = new Uint32Array(x.rows + 2);
  starts.set(x.starts);
  starts[x.rows + 1] = x.starts[x.rows];
  return selectRows({ rows: x.rows + 1, columns: x.columns, starts, ids: x.ids, values: x.values }, from);
}
