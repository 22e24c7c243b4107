import type { CountedRow } from "../../features/coded-rows.js";
import type { KnownDocuments, KnownIdentity } from "../../features/corpus/known-documents.js";
import { changesNothing, editedVocabulary, newNumbers, placesIn, termEdits } from "../../features/edited-terms.js";
import { Vocabulary } from "../../features/vocabulary.js";
import type { ByteTable } from "../../text/byte-table.js";
import type { TextModel } from "../text-model.js";
import type { ChangedCounts } from "./changed-counts.js";
import { editedCounts, editedKnown } from "./edited-arrays.js";
import { modelOfKnown } from "./remembering-model.js";

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

/**
 * Makes the model after some changes. Terms and classes without a document are left out. Unchanged neighbours
 * are copied together, so a change of one document costs little more than a copy of the arrays.
 *
 * @param newTerms terms that the model does not have
 * @param counts of the terms of the model, then of the new terms
 */
export function changedModel(
  model: TextModel,
  known: KnownDocuments,
  changes: readonly DocumentChange[],
  newTerms: ByteTable,
  counts: ChangedCounts,
): TextModel {
  const { vocabulary: old, classes: oldClasses } = model.training;
  const going = changes.filter((change) => change.known >= 0);
  const coming = changes.filter(({ label }) => label !== undefined);

  const { vocabulary: added, numbers } = Vocabulary.fromTable(newTerms);
  const places = placesIn(old, added);
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
  const { terms: inTouched, ...classes } = counts.countsOf(touched);
  // Throws if a removed term still has a count in one class and a negative count in another.
  counts.countsOf(gone);
  const classNumbers = new Map(classes.labels.map((label, c) => [label, c]));
  const newClass = Int32Array.from(oldClasses.labels, (label) => classNumbers.get(label) ?? -1);

  const newVocabulary = isSame ? old : editedVocabulary(old, added, edits);
  const newCounts = { ...classes, terms: editedCounts(oldClasses.terms, countEdits, inTouched, newClass) };
  const newKnown = editedKnown(known, {
    moved: new Map(
      going.map(({ known: n, label, isNew }) => [
        n,
        isNew || label === undefined ? undefined : classNumbers.get(label),
      ]),
    ),
    added: coming
      .filter(({ isNew }) => isNew)
      .sort((a, b) => Buffer.compare(a.digest, b.digest))
      .map(({ digest, seconds, label = "", row }) => {
        return { digest, seconds, class: classNumbers.get(label) ?? -1, row: renumbered(row, newNumber) };
      }),
    classes: newClass,
    terms: isSame ? undefined : terms,
  });
  return modelOfKnown(model.settings, newVocabulary, newCounts, newKnown);
}

/** Renumbers the terms of a row and sorts them by their new numbers. */
function renumbered({ ids, values }: CountedRow, to: (term: number) => number): CountedRow {
  const numbers = Array.from(ids, to);
  const order = Array.from(numbers.keys()).sort((a, b) => numbers[a] - numbers[b]);
  return { ids: order.map((i) => numbers[i]), values: order.map((i) => values[i]) };
}
