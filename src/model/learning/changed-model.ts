import type { CountedRow } from "../../features/coded-rows.js";
import type { KnownDocuments, KnownIdentity } from "../../features/corpus/known-documents.js";
import type { ByteTable } from "../../text/byte-table.js";
import type { TextModel } from "../text-model.js";
import type { ChangedCounts } from "./changed-counts.js";
import { changedTerms } from "./changed-terms.js";
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
function renumbered({ ids, values }: CountedRow, to: (term: number) => number): CountedRow {
  const numbers = Array.from(ids, to);
  const order = Array.from(numbers.keys()).sort((a, b) => numbers[a] - numbers[b]);
  return { ids: order.map((i) => numbers[i]), values: order.map((i) => values[i]) };
}
