import {
  changesNothing,
  editedVocabulary,
  type NewNumbers,
  newNumbers,
  placesIn,
  type TermEdits,
  termEdits,
} from "../../features/edited-terms.js";
import { Vocabulary } from "../../features/vocabulary.js";
import type { ByteTable } from "../../text/byte-table.js";
import type { ChangedCounts } from "./changed-counts.js";

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
export function changedTerms(old: Vocabulary, newTerms: ByteTable, counts: ChangedCounts): ChangedTerms {
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
