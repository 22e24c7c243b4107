import type { CorpusData } from "../dataset.js";
import type { LabelledDocument } from "../documents/document.js";
import { DataError, UsageError } from "../errors.js";
import type { Splits } from "../evaluation/duplicates.js";
import type { Evaluation } from "../evaluation/evaluate.js";
import { type SparseMatrix, selectRows } from "../features/sparse-matrix.js";

/** Documents that can be read again: one corpus, or one to learn from and one to test on. */
export type Corpora = readonly Iterable<LabelledDocument>[];

export type { Splits } from "../evaluation/duplicates.js";

/** What is audited. */
export interface Measured {
  /** The corpora as they were read. */
  readonly data: readonly CorpusData[];
  /** Of the one corpus; of two corpora, none. */
  readonly splits: Splits;
  /** What came of it. */
  readonly evaluation: Evaluation;
}

/** The documents of one corpus, or of two, one after the other. */
export interface Rows {
  readonly y: Uint32Array;
  readonly labels: readonly string[];
  readonly ids: readonly string[];
  /** Two corpora are one split. */
  readonly splits: Splits;
  /** The first row of each corpus. */
  readonly first: readonly number[];
  /** The row of each id in each corpus. */
  readonly rowOf: readonly ReadonlyMap<string, number>[];
}

/** @throws UsageError if the splits are not those of the evaluation, DataError if a corpus has an id twice. */
export function rowsOf({ data, splits, evaluation }: Measured): Rows {
  const sizes = data.map(({ ids }) => ids.length);
  const tested =
    data.length > 1 || splits === "leave one out"
      ? sizes[sizes.length - 1]
      : splits.reduce((sum, { test }) => sum + test.length, 0);
  if (tested !== evaluation.predictions.length) {
    throw new UsageError(
      `audit: required the splits of the evaluation, with ${evaluation.predictions.length} test documents, got ${tested}`,
    );
  }
  const first = sizes.map((_, c) => sizes.slice(0, c).reduce((sum, size) => sum + size, 0));
  const rowOf = data.map(({ ids }, c) => new Map(ids.map((id, i) => [id, first[c] + i])));
  rowOf.forEach((map, c) => {
    if (map.size === sizes[c]) return;
    const twice = data[c].ids.find((id, i) => map.get(id) !== first[c] + i);
    throw new DataError(
      `audit: required ids that differ, by which documents are found again, found ${JSON.stringify(twice)} twice`,
    );
  });
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const range = (from: number, to: number) => Uint32Array.from({ length: to - from }, (_, i) => from + i);
  return {
    y: Uint32Array.from(data.flatMap(({ y }) => Array.from(y))),
    labels: data[data.length - 1].labels,
    ids: data.flatMap(({ ids }) => ids),
    splits: data.length === 1 ? splits : [{ train: range(0, sizes[0]), test: range(sizes[0], all) }],
    first,
    rowOf,
  };
}

/** @throws UsageError if a corpus can be read once only. */
export function requireRereadable(corpora: Corpora): void {
  for (const corpus of corpora) {
    if ((corpus[Symbol.iterator]() as unknown) === corpus) {
      throw new UsageError("audit: required documents that can be read several times, as an array, got an iterator");
    }
  }
}

/** Hands each document that was measured to `visit`, with its row. Others are passed over. */
export function readRows(
  corpora: Corpora,
  { rowOf }: Rows,
  visit: (row: number, bytes: Uint8Array) => void,
  onDocument?: () => void,
): void {
  corpora.forEach((corpus, c) => {
    for (const { id, bytes } of corpus) {
      onDocument?.();
      const row = rowOf[c].get(id);
      if (row !== undefined) visit(row, bytes);
    }
  });
}

/**
 * A matrix whose rows are those of `x` in another order. A row that `x` lacks is empty: its
 * document was there before, and is gone or cannot be read any more.
 *
 * @param rowsRead where each row of `x` belongs, from 0 to rows - 1, or -1 for nowhere
 */
export function inOrder(x: SparseMatrix, rowsRead: readonly number[], rows: number): SparseMatrix {
  const from = new Uint32Array(rows).fill(x.rows);
  rowsRead.forEach((row, read) => {
    if (row >= 0) from[row] = read;
  });
  const starts = new Uint32Array(x.rows + 2);
  starts.set(x.starts);
  starts[x.rows + 1] = x.starts[x.rows];
  return selectRows({ ...x, rows: x.rows + 1, starts }, from);
}
