import { firstWhere } from "../../base/lists.js";
import type { RowCoder } from "../../features/coded-rows.js";
import { digestOf, type KnownDocuments, type KnownIdentity } from "../../features/corpus/known-documents.js";
import { Vocabulary } from "../../features/vocabulary.js";
import { type ByteTable, compareBytes } from "../../text/byte-table.js";
import type { TextModel } from "../text-model.js";
import type { ChangedCounts, Entries } from "./changed-counts.js";
import { knownFrom, modelOfKnown, type Remembered } from "./remembering-model.js";

/** A document that was added to a model. */
export interface AddedDocument extends KnownIdentity {
  readonly label: string;
  /** Its terms. Terms from the size of the model's vocabulary on are new. */
  readonly row: Entries;
}

/** How a model has changed. */
export interface Changes {
  readonly known: KnownDocuments;
  /** Returns the class of a known document by its place; undefined if it was removed. */
  readonly labelAt: (place: number) => string | undefined;
  readonly added: Iterable<AddedDocument>;
  /** Terms that the model does not have. */
  readonly newTerms: ByteTable;
  /** The counts of the terms of the model, then of the new terms. */
  readonly counts: ChangedCounts;
}

/** Makes the model after some changes. Terms and classes without a document are left out. */
export function changedModel(model: TextModel, { known, labelAt, added, newTerms, counts }: Changes): TextModel {
  const old = model.training.vocabulary;
  const from = presentTerms(old, newTerms, counts);
  const classes = counts.countsOf(from);
  // The new number of each term; -1 if it is gone.
  const to = new Int32Array(old.size + newTerms.size).fill(-1);
  for (let n = 0; n < from.length; n++) to[from[n]] = n;
  const documents: Remembered[] = [];
  for (let place = 0; place < known.times.length; place++) {
    const label = labelAt(place);
    if (label === undefined) continue;
    const addTo = (rows: RowCoder) => rows.renumber(known.rows, place, to);
    documents.push({ digest: digestOf(known, place), seconds: known.times[place], label, addTo });
  }
  for (const { row, ...document } of added) {
    documents.push({ ...document, addTo: (rows) => rows.add(renumbered(row, to)) });
  }
  const vocabulary = vocabularyOf(from, old, newTerms);
  return modelOfKnown(model.settings, vocabulary, classes, knownFrom(documents, classes.labels));
}

/** Returns the terms of the documents, in the order of their bytes, by their numbers before the change. */
function presentTerms(old: Vocabulary, newTerms: ByteTable, counts: ChangedCounts): Uint32Array {
  const { pool, offsets } = old.contents();
  const { numbers } = Vocabulary.fromTable(newTerms);
  const own = [...numbers.keys()].filter((term) => counts.has(old.size + term));
  const inserted = own
    .sort((a, b) => numbers[a] - numbers[b])
    .map((term) => {
      const bytes = newTerms.bytes(term);
      const isAfter = (n: number) => compareBytes(pool, offsets[n], offsets[n + 1], bytes, 0, bytes.length) > 0;
      return { term: old.size + term, before: firstWhere(0, old.size, isAfter) };
    });
  const present = new Uint32Array(old.size + inserted.length);
  let size = 0;
  let next = 0;
  for (let term = 0; term <= old.size; term++) {
    for (; inserted[next]?.before === term; next++) present[size++] = inserted[next].term;
    if (term < old.size && counts.has(term)) present[size++] = term;
  }
  return present.subarray(0, size);
}

/** Makes the vocabulary of these terms. @param from their numbers. New terms are numbered after the terms of `old` */
function vocabularyOf(from: Uint32Array, old: Vocabulary, newTerms: ByteTable): Vocabulary {
  const [have, more] = [old.contents(), newTerms.contents()];
  const pool = new Uint8Array(have.pool.length + more.pool.length);
  const offsets = new Uint32Array(from.length + 1);
  for (let n = 0; n < from.length; ) {
    const isNew = from[n] >= old.size;
    const { pool: bytes, offsets: ends } = isNew ? more : have;
    const before = isNew ? old.size : 0;
    const first = from[n] - before;
    const start = offsets[n];
    // Neighbours are copied together.
    do {
      offsets[n + 1] = start + ends[from[n] - before + 1] - ends[first];
      n++;
    } while (n < from.length && from[n] === from[n - 1] + 1 && from[n] !== old.size);
    pool.set(bytes.subarray(ends[first], ends[from[n - 1] - before + 1]), start);
  }
  return new Vocabulary(pool.subarray(0, offsets[from.length]), offsets);
}

/** Renumbers the terms of a row and sorts them by their new numbers. */
function renumbered({ ids, values }: Entries, to: Int32Array): Entries {
  const numbers = Array.from(ids, (id) => to[id]);
  const order = Array.from(numbers.keys()).sort((a, b) => numbers[a] - numbers[b]);
  return { ids: order.map((i) => numbers[i]), values: order.map((i) => values[i]) };
}
