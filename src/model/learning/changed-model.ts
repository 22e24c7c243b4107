import { type CountedRow, decodedRow } from "../../features/coded-rows.js";
import type { KnownDocuments, KnownIdentity } from "../../features/corpus/known-documents.js";
import { changesNothing, editedVocabulary, newNumbers, placesIn, termEdits } from "../../features/edited-terms.js";
import type { TermStatistics } from "../../features/selection.js";
import type { SparseRows } from "../../features/sparse-matrix.js";
import { Vocabulary } from "../../features/vocabulary.js";
import type { ByteTable } from "../../text/byte-table.js";
import { TextModel } from "../text-model.js";
import { ChangedCounts } from "./changed-counts.js";
import { editedCounts, editedKnown, editedNumbers } from "./edited-arrays.js";
import { knownCalibration } from "./remembering.js";

/** A document that was added, removed or moved to another class. */
export interface DocumentChange extends KnownIdentity {
  /** Its place among the documents of the model; -1 if it is not among them. */
  readonly known: number;
  /** Its class now; undefined if it was removed. */
  label: string | undefined;
  /** Its terms, and how often each occurs. Terms from the size of the model's vocabulary on are new. */
  row: CountedRow;
  /** Whether the row was counted after the model was made. */
  readonly isNew: boolean;
  /** Whether the terms of the row are in the order of their bytes. */
  isSorted: boolean;
}

/** The changes since a model was made. */
export interface Changed {
  readonly changes: readonly DocumentChange[];
  /** Terms that the model does not have. */
  readonly newTerms: ByteTable;
  /** Counts of the terms of the model, then of the new terms. */
  readonly counts: ChangedCounts;
  /** The classes of the model, then new ones. */
  readonly classes: readonly string[];
  /** The classes that have documents, in the order of their labels; and the documents and the total of each. */
  readonly present: readonly number[];
  readonly documents: Float64Array;
  readonly totals: Float64Array;
}

/**
 * Makes the model after some changes. Terms and classes without a document are left out. Unchanged neighbours
 * are copied together, so a change of one document costs little more than a copy of the arrays.
 */
export function changedModel(model: TextModel, known: KnownDocuments, changed: Changed): TextModel {
  const { changes, newTerms, counts, classes, present, documents, totals } = changed;
  const { vocabulary: old, classes: oldClasses, statistics } = model.training;
  const going = changes.filter((change) => change.known >= 0);
  const coming = changes.filter(({ label }) => label !== undefined);

  const { vocabulary: added, numbers } = Vocabulary.fromTable(newTerms);
  const { places } = placesIn(old, added);
  const termOf = new Uint32Array(added.size);
  for (const [id, n] of numbers.entries()) termOf[n] = old.size + id;
  const isLeft = (term: number) => counts.has(term);
  const oldChanged = counts.changed().filter((term) => term < old.size);
  const gone = oldChanged.filter((term) => !isLeft(term));
  const inserted = Array.from(places, (place, n) => ({ own: n, place })).filter(({ own: n }) => isLeft(termOf[n]));
  /** The edits of the vocabulary. */
  const edits = termEdits(old.size, gone, inserted);
  const isSame = changesNothing(edits, old.size);
  const terms = newNumbers(edits, old.size);
  const insertedAt = new Int32Array(added.size).fill(-1);
  for (const { own: n, to } of edits.inserted) insertedAt[n] = to;
  const newNumber = (term: number) => (term < old.size ? terms.to[term] : insertedAt[numbers[term - old.size]]);

  /** The terms with changed counts that remain, in their new order. */
  const touched = [...oldChanged.filter(isLeft), ...inserted.map(({ own: n }) => termOf[n])].sort(
    (a, b) => newNumber(a) - newNumber(b),
  );
  /** The edits of the counts: they remove all changed terms and insert those that remain. */
  const countEdits = termEdits(
    old.size,
    oldChanged,
    touched.map((term, n) => ({ own: n, place: term < old.size ? term : places[numbers[term - old.size]] })),
  );
  const newClass = new Int32Array(classes.length).fill(-1);
  for (const [c, n] of present.entries()) newClass[n] = c;
  const classOf = (label: string) => newClass[classes.indexOf(label)];
  const edited = (from: SparseRows, differences: ChangedCounts) =>
    editedCounts(from, countEdits, differences.rowsOf(touched, newClass, present.length), newClass);
  // Throws if a removed term still has a count in one class and a negative count in another.
  counts.rowsOf(gone, newClass, present.length);

  const newStatistics = (before: TermStatistics): TermStatistics => {
    const sums = {
      counts: new Float64Array(old.size + added.size),
      documents: new Float64Array(old.size + added.size),
    };
    const presence = before.presence && new ChangedCounts(before.presence.terms);
    const count = ({ ids, values }: CountedRow, label: string, sign: 1 | -1) => {
      const c = classes.indexOf(label);
      for (let i = 0; i < ids.length; i++) {
        sums.counts[ids[i]] += sign * values[i];
        sums.documents[ids[i]] += sign;
        presence?.add(ids[i], c, sign);
      }
    };
    for (const { known: n } of going) count(decodedRow(known.rows, n, old.size), model.labels[known.classes[n]], -1);
    for (const { row, label = "" } of coming) count(row, label, 1);
    const edit = <T extends Float64Array | Uint32Array>(from: T, differences: Float64Array) => {
      const after = touched.map((term) => (term < old.size ? from[term] : 0) + differences[term]);
      return editedNumbers(from, countEdits, after);
    };
    return {
      counts: edit(before.counts, sums.counts),
      documents: edit(before.documents, sums.documents),
      total: before.total + coming.length - going.length,
      presence: presence && before.presence && { documents, terms: edited(before.presence.terms, presence) },
    };
  };

  const knownEdits = {
    moved: new Map(
      going.map(({ known: n, label, isNew }) => [n, label === undefined || isNew ? undefined : classOf(label)]),
    ),
    added: coming
      .filter(({ isNew }) => isNew)
      .sort((a, b) => Buffer.compare(a.digest, b.digest))
      .map(({ digest, seconds, label = "", row }) => {
        return { digest, seconds, class: classOf(label), row: renumbered(row, newNumber) };
      }),
    classes: newClass,
    terms: isSame ? undefined : terms,
  };
  const training = {
    vocabulary: isSame ? old : editedVocabulary(old, added, edits),
    classes: { labels: present.map((c) => classes[c]), documents, totals, terms: edited(oldClasses.terms, counts) },
    statistics: statistics && newStatistics(statistics),
  };
  return new TextModel(model.settings, training, {
    known: editedKnown(known, knownEdits),
    calibration: knownCalibration,
  });
}

/** Renumbers the terms of a row and sorts them by their new numbers. */
function renumbered({ ids, values }: CountedRow, to: (term: number) => number): CountedRow {
  const numbers = Array.from(ids, to);
  const order = Array.from(numbers.keys()).sort((a, b) => numbers[a] - numbers[b]);
  return { ids: order.map((i) => numbers[i]), values: order.map((i) => values[i]) };
}
