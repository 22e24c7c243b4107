import type { Following } from "../../base/following.js";
import { sumOf } from "../../base/lists.js";
import { type CorpusData, readCorpora } from "../../features/corpus/read-corpus.js";
import { type SparseMatrix, selectRows } from "../../features/sparse-matrix.js";
import type { Strippable } from "../../mail/news.js";
import type { Settings } from "../../model/settings.js";
import { type Evaluation, evaluateCorpora } from "../evaluate.js";
import { type CopyKind, testedByKind } from "./copies.js";
import type { Corpora, Measured } from "./rows.js";

/** Accuracy of the same classifier on the same splits, with the bodies of messages alone. */
export interface BodyAccuracy extends Pick<Evaluation, "accuracy" | "accuracyInterval"> {
  /** Accuracy on test documents without a copy in training, over all runs; undefined if there are none. */
  readonly accuracyWithoutCopies: number | undefined;
  /** Number of documents without any term. For them only the prior counts. */
  readonly empty: number;
}

/** The parts of messages that are left out. */
const LEFT_OUT: readonly Strippable[] = ["headers", "footers", "quotes"];

/**
 * Evaluates the same classifier on the same splits without headers, footers and quotes. A document that becomes empty
 * stays in the data, without terms.
 *
 * @param messages number of messages; if it is 0, nothing is read again
 * @param kinds of copy, one per prediction
 */
export function bodyAccuracy(
  corpora: Corpora,
  measured: Measured,
  settings: Settings,
  messages: number,
  kinds: readonly CopyKind[],
  options: Following & { readonly jobs: number },
): BodyAccuracy {
  const isMeasured = messages === 0 || LEFT_OUT.every((part) => settings.strip.includes(part));
  const data = isMeasured ? measured.data : readBodies(corpora, measured.data, settings, options);
  const { resampled } = measured.evaluation;
  const { accuracy, accuracyInterval, predictions } = isMeasured
    ? measured.evaluation
    : evaluateCorpora(data, measured.splits, settings, { resampled, ...options });
  const empty = data.map(({ x }) => x.starts.subarray(0, x.rows).filter((start, row) => start === x.starts[row + 1]));
  return {
    ...{ accuracy, accuracyInterval, accuracyWithoutCopies: testedByKind(kinds, predictions).none.accuracy },
    empty: sumOf(empty.map((starts) => starts.length)),
  };
}

/** Reads the bodies into the same rows. What is left out can change which documents count as text. */
function readBodies(
  corpora: Corpora,
  before: readonly CorpusData[],
  settings: Settings,
  options: Following & { readonly jobs: number },
): CorpusData[] {
  return readCorpora(corpora, { ...settings, strip: LEFT_OUT }, options).map(({ ids, vocabulary, x }, c) => {
    const rowOf = new Map(before[c].ids.map((id, row) => [id, row]));
    const rows = ids.map((id) => rowOf.get(id) ?? -1);
    return { ...before[c], vocabulary, x: inOrder(x, rows, before[c].x.rows) };
  });
}

/**
 * Reorders the rows of a matrix. A row that `x` lacks becomes empty, because its document has disappeared.
 *
 * @param rowsRead the new row of each row of `x`, from 0 to rows - 1, or -1 to drop the row
 */
function inOrder(x: SparseMatrix, rowsRead: readonly number[], rows: number): SparseMatrix {
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
