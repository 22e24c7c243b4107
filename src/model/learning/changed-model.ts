import type { KnownDocuments, KnownIdentity } from "../../features/corpus/known-documents.js";
import {
  changesNothing,
  editedVocabulary,
  type NewNumbers,
  newNumbers,
  placesIn,
  type TermEdits,
  termEdits,
} from "../../features/edited-terms.js";
import type { RowView } from "../../features/sparse-matrix.js";
import { Vocabulary } from "../../features/vocabulary.js";
import type { ByteTable } from "../../text/byte-table.js";
import type { TextModel } from "../text-model.js";
import type { ChangedCounts } from "./changed-counts.js";
import { editedCounts } from "./edited-counts.js";
import { editedKnown, type NewlyKnown } from "./edited-known.js";
import { modelOfKnown } from "./remembering-model.js";

/** A document that was added, removed or moved to another class. */
export interface DocumentChange extends KnownIdentity {
  /** Its place among the documents of the model; -1 if it is not among them. */
  readonly known: number;
  /** Its class now; undefined if it was removed. */
  label: string | undefined;
  /** Its terms, and how often each occurs. Terms from the size of the model's vocabulary on are new. */
  row: Pick<RowView, "ids" | "values">;
  /** Whether the row was counted after the model was made. */
  readonly isNew: boolean;
  /** Whether the terms of the row are in the order of their bytes. */
  isSorted: boolean;
}

/**
 * Makes the model after some changes. Terms and classes without a document are left out. Unchanged neighbours
 * are copied together, so a change of one document costs little more than a copy of the arrays.
 *
 * @param newTerms terms that the model does not have
 * @param counts of the terms of the model, then of the new terms
 * @throws DataError if a count would be negative, because the model had not learned a document that was taken out.
 */
export function changedModel(
  model: TextModel,
  known: KnownDocuments,
  changes: readonly DocumentChange[],
  newTerms: ByteTable,
  counts: ChangedCounts,
): TextModel {
  const { vocabulary: oldTerms, classes: oldClasses } = model.training;
  const { vocabulary, gone, touched, countEdits, numbers, newNumber } = changedTerms(oldTerms, newTerms, counts);
  const { terms: touchedCounts, ...classes } = counts.countsOf(touched);
  // Throws if a removed term still has a count in one class and a negative count in another.
  counts.countsOf(gone);

  const classNumbers = new Map(classes.labels.map((label, c) => [label, c]));
  const classOf = (label: string) => classNumbers.get(label) ?? -1;
  const newClass = Int32Array.from(oldClasses.labels, classOf);
  const newCounts = { ...classes, terms: editedCounts(oldClasses.terms, countEdits, touchedCounts, newClass) };

  /** The new class of each known document that has changed; undefined if it was removed, or came again with a new row. */
  const moved = new Map<number, number | undefined>();
  const added: NewlyKnown[] = [];
  for (const { known: place, label, isNew, digest, seconds, row } of changes) {
    if (place >= 0) moved.set(place, isNew || label === undefined ? undefined : classOf(label));
    if (isNew && label !== undefined)
      added.push({ digest, seconds, class: classOf(label), row: renumbered(row, newNumber) });
  }
  added.sort((a, b) => Buffer.compare(a.digest, b.digest));
  const newKnown = editedKnown(known, { moved, added, classes: newClass, terms: numbers });
  return modelOfKnown(model.settings, vocabulary, newCounts, newKnown);
}

/** Renumbers the terms of a row and sorts them by their new numbers. @param to returns the new number of a term */
function renumbered({ ids, values }: DocumentChange["row"], to: (term: number) => number): DocumentChange["row"] {
  const numbers = Array.from(ids, to);
  const order = Array.from(numbers.keys()).sort((a, b) => numbers[a] - numbers[b]);
  return { ids: order.map((i) => numbers[i]), values: order.map((i) => values[i]) };
}

/**
 * The terms of a model after some changes. A list here numbers terms as before: first those of the model, then the new
 * ones in the order in which they came.
 */
export interface ChangedTerms {
  readonly vocabulary: Vocabulary;
  /** The terms of the model that no document has any more. */
  readonly gone: Uint32Array;
  /** The terms, old and new, whose counts have changed and are not 0, in the order of their new numbers. */
  readonly touched: readonly number[];
  /** The edits of the counts: they remove all terms whose counts have changed, and insert `touched`. */
  readonly countEdits: TermEdits;
  /** The new numbers of the terms of the model; undefined if all keep their numbers. */
  readonly numbers: NewNumbers | undefined;
  /** Returns the new number of a term that remains. */
  readonly newNumber: (term: number) => number;
}

/**
 * Finds out which terms a model has after some changes, and which numbers they get.
 *
 * @param old the terms of the model
 * @param newTerms terms that the model does not have
 * @param counts of the terms of the model, then of the new terms
 */
function changedTerms(old: Vocabulary, newTerms: ByteTable, counts: ChangedCounts): ChangedTerms {
  // New terms are sorted first: `ownOf` has their numbers in this order, `places` the first term of the model after each.
  const { vocabulary: added, numbers: ownOf } = Vocabulary.fromTable(newTerms);
  const places = placesIn(old, added);
  const isOld = (term: number) => term < old.size;
  const changed = counts.changed();
  const changedOld = changed.filter(isOld);
  const gone = changedOld.filter((term) => !counts.has(term));
  const left = Array.from(changed.filter((term) => counts.has(term)));

  // The new terms that remain, by their numbers among the sorted new terms.
  const own = left.filter((term) => !isOld(term)).map((term) => ownOf[term - old.size]);
  const inserted = own.sort((a, b) => a - b).map((n) => ({ own: n, place: places[n] }));
  const edits = termEdits(old.size, gone, inserted);
  const numbers = newNumbers(edits, old.size);
  const numberOfOwn = new Int32Array(added.size);
  for (const { own: n, to } of edits.inserted) numberOfOwn[n] = to;
  const newNumber = (term: number) => (isOld(term) ? numbers.to[term] : numberOfOwn[ownOf[term - old.size]]);

  // The counts have other edits than the vocabulary: those of a changed old term are removed and inserted again.
  const touched = left.sort((a, b) => newNumber(a) - newNumber(b));
  const placeOf = (term: number) => (isOld(term) ? term : places[ownOf[term - old.size]]);
  // `own` is the index in `touched` here.
  const insertedCounts = touched.map((term, n) => ({ own: n, place: placeOf(term) }));
  const isSame = changesNothing(edits, old.size);
  return {
    vocabulary: isSame ? old : editedVocabulary(old, added, edits),
    gone,
    touched,
    countEdits: termEdits(old.size, changedOld, insertedCounts),
    numbers: isSame ? undefined : numbers,
    newNumber,
  };
}
