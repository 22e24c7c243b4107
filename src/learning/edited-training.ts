import { type ClassCounts, classCounts, countsOf } from "../classifiers/class-counts.js";
import type { Dataset } from "../classifiers/classifier.js";
import { isCounting } from "../classifiers/counting-classifier.js";
import { classifierFor } from "../classifiers/table.js";
import { DataError } from "../errors.js";
import { type TermEdits, termEdits } from "../features/edited-terms.js";
import { type TermStatistics, termStatistics } from "../features/selection.js";
import type { SparseRows } from "../features/sparse-matrix.js";
import type { TextModel } from "../text-model.js";
import { editedCounts, editedNumbers } from "./edited-counts.js";
import type { LocalTerms } from "./touched-terms.js";

/** Documents that come and documents that go. */
export interface Exchange {
  /** The terms that they have: the columns of both. */
  readonly local: LocalTerms;
  /** All classes, old and new, sorted. */
  readonly labels: readonly string[];
  readonly plus: Dataset;
  readonly minus: Dataset;
}

/** The counts after an exchange, and what has become of the terms. */
export interface EditedTraining {
  readonly classes: ClassCounts;
  readonly statistics: TermStatistics | undefined;
  readonly edits: TermEdits;
}

/**
 * The counts of a model after some documents have come and others gone: old + plus - minus.
 * They are whole numbers, so that the result is what counting from scratch gives. Terms and
 * classes that no document has any more do not exist.
 *
 * @throws DataError if less than nothing would be left, which cannot be of a model that learned what goes.
 */
export function editedTraining({ settings, training }: TextModel, exchange: Exchange): EditedTraining {
  const { local, labels, plus, minus } = exchange;
  const classifier = classifierFor(settings);
  const binary = isCounting(classifier) && classifier.binary;
  const { classes: old, statistics } = training;
  const [come, gone] = [countsOfPart(plus, binary), countsOfPart(minus, binary)];
  const ofOld = old.labels.map((label) => labels.indexOf(label));
  const documents = new Float64Array(labels.length);
  for (const [c, n] of old.documents.entries()) documents[ofOld[c]] += n;
  for (let c = 0; c < labels.length; c++) documents[c] += come.documents[c] - gone.documents[c];
  const present = Array.from(labels.keys()).filter((c) => documents[c] > 0);
  const final = new Int32Array(labels.length).fill(-1);
  for (const [i, c] of present.entries()) final[c] = i;
  const finalOfOld = Int32Array.from(ofOld, (c) => final[c]);

  const changed = changedRows(old.terms, local, come.terms, gone.terms, ofOld, final);
  const isLeft = (term: number) => changed.starts[term + 1] > changed.starts[term];
  const terms = Array.from({ length: local.size }, (_, term) => term);
  const left = Uint32Array.from(terms.filter(isLeft));
  const edits = termEdits(
    training.vocabulary.size,
    terms.filter((term) => local.old[term] >= 0 && !isLeft(term)).map((term) => local.old[term]),
    terms
      .filter((term) => local.old[term] < 0 && isLeft(term))
      .map((term) => ({ own: local.own[term], place: local.places[term] })),
  );
  const to = finalNumbers(local, left, edits);
  const edited = (from: SparseRows, rows: SparseRows) =>
    editedCounts(from, edits, { to, counts: rowsOf(rows, left) }, finalOfOld, present.length);
  const finalDocuments = Float64Array.from(present, (c) => documents[c]);
  const totals = new Float64Array(labels.length);
  for (const [c, total] of old.totals.entries()) totals[ofOld[c]] += total;
  const classes: ClassCounts = {
    labels: present.map((c) => labels[c]),
    documents: finalDocuments,
    // Sums of whole numbers: those of all terms, added up in any order.
    totals: Float64Array.from(present, (c) => totals[c] + come.totals[c] - gone.totals[c]),
    terms: edited(old.terms, changed),
  };
  if (statistics === undefined) return { classes, statistics, edits };

  const { presence } = statistics;
  const parts = [termStatistics(plus.x), termStatistics(minus.x)] as const;
  const numbers = <K extends "counts" | "documents">(name: K) =>
    editedNumbers(
      statistics[name],
      edits,
      to,
      Array.from(left, (term) => {
        const before = local.old[term] < 0 ? 0 : statistics[name][local.old[term]];
        return before + parts[0][name][term] - parts[1][name][term];
      }),
    );
  return {
    classes,
    edits,
    statistics: {
      counts: numbers("counts"),
      documents: numbers("documents"),
      total: statistics.total + plus.x.rows - minus.x.rows,
      presence: presence && {
        documents: finalDocuments,
        terms: edited(
          presence.terms,
          changedRows(
            presence.terms,
            local,
            countsOfPart(plus, true).terms,
            countsOfPart(minus, true).terms,
            ofOld,
            final,
          ),
        ),
      },
    },
  };
}

/** Nothing may come, or nothing go. */
function countsOfPart(data: Dataset, binary: boolean): ClassCounts {
  const { x, labels } = data;
  if (x.rows > 0) return classCounts(data, binary);
  const none = { rows: x.columns, columns: labels.length, starts: new Uint32Array(x.columns + 1), ids: [], values: [] };
  return countsOf(labels, new Float64Array(labels.length), none);
}

/** The sums of the touched terms, with the classes as they are numbered in the end. */
function changedRows(
  old: SparseRows,
  local: LocalTerms,
  plus: SparseRows,
  minus: SparseRows,
  ofOld: readonly number[],
  final: Int32Array,
): SparseRows {
  const starts = new Uint32Array(local.size + 1);
  const ids: number[] = [];
  const values: number[] = [];
  const sums = new Float64Array(final.length);
  for (let term = 0; term < local.size; term++) {
    const source = local.old[term];
    const end = source < 0 ? 0 : old.starts[source + 1];
    for (let i = source < 0 ? 0 : old.starts[source]; i < end; i++) sums[ofOld[old.ids[i]]] += old.values[i];
    for (let i = plus.starts[term]; i < plus.starts[term + 1]; i++) sums[plus.ids[i]] += plus.values[i];
    for (let i = minus.starts[term]; i < minus.starts[term + 1]; i++) sums[minus.ids[i]] -= minus.values[i];
    for (let c = 0; c < sums.length; c++) {
      if (sums[c] < 0) throw new DataError("learn: required counts that hold every known document, found fewer");
      if (sums[c] > 0) {
        ids.push(final[c]);
        values.push(sums[c]);
      }
      sums[c] = 0;
    }
    starts[term + 1] = ids.length;
  }
  return { rows: local.size, columns: final.length, starts, ids, values };
}

/** The rows of the terms that are left: the others have none. */
function rowsOf({ columns, starts, ids, values }: SparseRows, left: Uint32Array): SparseRows {
  const leftStarts = new Uint32Array(left.length + 1);
  for (let i = 0; i < left.length; i++) leftStarts[i + 1] = starts[left[i] + 1];
  return { rows: left.length, columns, starts: leftStarts, ids, values };
}

/** The number in the end of each term that is left, ascending. */
function finalNumbers({ old }: LocalTerms, left: Uint32Array, { runs, inserted }: TermEdits): Uint32Array {
  let run = 0;
  let put = 0;
  return left.map((term) => {
    if (old[term] < 0) return inserted[put++].to;
    while (runs[run].end <= old[term]) run++;
    return old[term] - runs[run].from + runs[run].to;
  });
}
