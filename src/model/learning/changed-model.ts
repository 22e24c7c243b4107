import { type CountedRow, decodedRow } from "../../features/coded-rows.js";
import type { KnownDocuments, KnownIdentity } from "../../features/corpus/known-documents.js";
import { changesNothing, editedVocabulary, newNumbers, placesIn, termEdits } from "../../features/edited-terms.js";
import type { TermStatistics } from "../../features/selection.js";
import { Vocabulary } from "../../features/vocabulary.js";
import type { ByteTable } from "../../text/byte-table.js";
import { TextModel } from "../text-model.js";
import { ChangedCounts } from "./changed-counts.js";
import { editedCounts, editedKnown, editedNumbers } from "./edited-arrays.js";
import { knownCalibration } from "./remembering.js";

/** A document that came, went or changed its class. */
export interface DocumentChange extends KnownIdentity {
  /** Its place among the documents of the model; -1: it is not among them. */
  readonly known: number;
  /** Its class now; undefined: it has gone. */
  label: string | undefined;
  /** How often it has each term. Terms from the size of the model's vocabulary on are new ones. */
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
  /** Which of these classes have documents, in the order of their labels; and their documents and totals. */
  readonly present: readonly number[];
  readonly documents: Float64Array;
  readonly totals: Float64Array;
}

/**
 * The model after some changes. Terms and classes without a document are left out. What has not
 * changed is copied in runs, so that one document costs little more than a copy of the arrays.
 */
export function changedModel(model: TextModel, known: KnownDocuments, changed: Changed): TextModel {
  const { changes, newTerms, counts, classes, present, documents, totals } = changed;
  const { vocabulary: old, classes: oldClasses, statistics } = model.training;
  const { vocabulary: own, numbers } = Vocabulary.fromTable(newTerms);
  const ownTerms = new Uint32Array(own.size);
  for (const [id, n] of numbers.entries()) ownTerms[n] = old.size + id;

  const isHere = (term: number) => counts.has(term);
  const { places } = placesIn(old, own);
  const going = changes.filter((change) => change.known >= 0);
  const coming = changes.filter(({ label }) => label !== undefined);
  const rowOf = ({ known: n }: DocumentChange) => decodedRow(known.rows, n, old.size);
  // Statistics can differ where the counts are the same again: one document with a term twice, or two with it once.
  const seen =
    statistics && [...going.map(rowOf), ...coming.map(({ row }) => row)].flatMap(({ ids }) => Array.from(ids));
  const oldChanged = distinct([...counts.changed(), ...(seen ?? [])]).filter((term) => term < old.size);
  const inserted = Array.from(places, (place, n) => ({ own: n, place })).filter(({ own: n }) => isHere(ownTerms[n]));
  const gone = oldChanged.filter((term) => !isHere(term));
  const edits = termEdits(old.size, gone, inserted);
  const terms = newNumbers(edits, old.size);
  const insertedAt = new Int32Array(own.size).fill(-1);
  for (const { own: n, to } of edits.inserted) insertedAt[n] = to;
  const newNumber = (term: number) => (term < old.size ? terms.to[term] : insertedAt[numbers[term - old.size]]);

  const finalClass = new Int32Array(classes.length).fill(-1);
  for (const [c, n] of present.entries()) finalClass[n] = c;
  const isSame = changesNothing(edits, old.size);
  const numberOfClass = new Map(present.map((n, c) => [classes[n], c]));
  const classOf = (label: string) => numberOfClass.get(label) ?? 0;
  /** The changed terms that are left, by their new numbers. */
  const touched = [...oldChanged.filter(isHere), ...inserted.map(({ own: n }) => ownTerms[n])].sort(
    (a, b) => newNumber(a) - newNumber(b),
  );
  const to = touched.map(newNumber);
  const edited = (rows: ChangedCounts, from: TextModel["training"]["classes"]["terms"]) =>
    editedCounts(
      from,
      edits,
      { to, counts: rows.rowsOf(touched, finalClass, present.length) },
      finalClass,
      present.length,
    );
  // A term that has gone must have gone from every class.
  counts.rowsOf(gone, finalClass, present.length);

  const newStatistics = (before: TermStatistics): TermStatistics => {
    const sums = { counts: new Float64Array(old.size + own.size), documents: new Float64Array(old.size + own.size) };
    const presence = before.presence && new ChangedCounts(before.presence.terms);
    const count = ({ ids, values }: CountedRow, label: string, sign: 1 | -1) => {
      const c = classes.indexOf(label);
      for (let i = 0; i < ids.length; i++) {
        sums.counts[ids[i]] += sign * values[i];
        sums.documents[ids[i]] += sign;
        presence?.add(ids[i], c, sign);
      }
    };
    for (const change of going) count(rowOf(change), model.labels[known.classes[change.known]], -1);
    for (const { row, label } of coming) count(row, label ?? "", 1);
    const numbersOf = <T extends Float64Array | Uint32Array>(from: T, changes: Float64Array) =>
      editedNumbers(
        from,
        edits,
        to,
        touched.map((term) => (term < old.size ? from[term] : 0) + changes[term]),
      );
    return {
      counts: numbersOf(before.counts, sums.counts),
      documents: numbersOf(before.documents, sums.documents),
      total: before.total + coming.length - going.length,
      presence: presence && before.presence && { documents, terms: edited(presence, before.presence.terms) },
    };
  };

  return new TextModel(
    model.settings,
    {
      vocabulary: isSame ? old : editedVocabulary(old, own, edits),
      classes: {
        labels: present.map((c) => classes[c]),
        documents,
        totals,
        terms: edited(counts, oldClasses.terms),
      },
      statistics: statistics && newStatistics(statistics),
    },
    {
      known: editedKnown(known, {
        moved: new Map(
          going.map(({ known: n, label, isNew }) => [n, label === undefined || isNew ? undefined : classOf(label)]),
        ),
        added: coming
          .filter(({ isNew }) => isNew)
          .sort((a, b) => Buffer.compare(a.digest, b.digest))
          .map(({ digest, seconds, label, row }) => ({
            digest,
            seconds,
            class: classOf(label ?? ""),
            row: renumbered(row, newNumber),
          })),
        classes: finalClass,
        terms: isSame ? undefined : terms,
      }),
      calibration: knownCalibration,
    },
  );
}

/** Each of the numbers once, ascending. */
function distinct(numbers: readonly number[]): number[] {
  return Array.from(Uint32Array.from(new Set(numbers)).sort());
}

/** A row with other numbers for its terms, ascending. */
function renumbered({ ids, values }: CountedRow, to: (term: number) => number): CountedRow {
  const numbers = Array.from(ids, to);
  const order = Array.from(numbers.keys()).sort((a, b) => numbers[a] - numbers[b]);
  return { ids: order.map((i) => numbers[i]), values: order.map((i) => values[i]) };
}
