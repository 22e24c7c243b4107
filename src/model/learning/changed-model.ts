import { type CountedRow, decodedRow, type RowCoder } from "../../features/coded-rows.js";
import {
  digestOf,
  type KnownDocument,
  type KnownDocuments,
  type KnownIdentity,
  knownDocuments,
} from "../../features/corpus/known-documents.js";
import { mergedVocabulary } from "../../features/merged-vocabulary.js";
import type { TermStatistics } from "../../features/selection.js";
import type { ByteTable } from "../../text/byte-table.js";
import { TextModel } from "../text-model.js";
import { ChangedCounts } from "./changed-counts.js";
import { knownCalibration } from "./remembering.js";

/** A document that came, went or changed its class. */
export interface DocumentChange extends KnownIdentity {
  /** Its place among the documents of the model; -1 if it is not among them. */
  readonly known: number;
  /** Its class now; undefined if it has gone. */
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
  /** The counts of the terms of the model and, after them, of the new terms. */
  readonly counts: ChangedCounts;
  /** The classes of the model, then new ones. */
  readonly classes: readonly string[];
  /** The classes that have documents, in the order of their labels; and their documents and totals. */
  readonly present: readonly number[];
  readonly documents: Float64Array;
  readonly totals: Float64Array;
}

/** The model after some changes. Terms and classes without a document are left out. */
export function changedModel(model: TextModel, known: KnownDocuments, changed: Changed): TextModel {
  const { changes, newTerms, counts, classes, present, documents, totals } = changed;
  const { vocabulary: old, statistics } = model.training;
  const gone = counts.gone();
  // A term that has gone must have gone from every class: a file may be forged.
  counts.rowsOf(gone, present);
  const { vocabulary, sources } = mergedVocabulary(old, gone, newTerms, (id) => counts.has(old.size + id));
  const to = new Int32Array(old.size + newTerms.size).fill(-1);
  for (let n = 0; n < sources.length; n++) to[sources[n]] = n;
  const classTo = new Int32Array(classes.length).fill(-1);
  for (const [number, c] of present.entries()) classTo[c] = number;
  const termsOf = (all: ChangedCounts) => all.rowsOf(sources, present);
  const rowOf = (n: number) => decodedRow(known.rows, n, old.size);
  const newStatistics = (before: TermStatistics): TermStatistics => {
    const sums = { counts: new Float64Array(to.length), documents: new Float64Array(to.length) };
    sums.counts.set(before.counts);
    sums.documents.set(before.documents);
    const presence = before.presence && new ChangedCounts(before.presence.terms);
    let { total } = before;
    const count = ({ ids, values }: CountedRow, c: number, sign: 1 | -1) => {
      total += sign;
      for (let i = 0; i < ids.length; i++) {
        sums.counts[ids[i]] += sign * values[i];
        sums.documents[ids[i]] += sign;
        presence?.add(ids[i], c, sign);
      }
    };
    for (const { known: n, label, row } of changes) {
      if (n >= 0) count(rowOf(n), known.classes[n], -1);
      if (label !== undefined) count(row, classes.indexOf(label), 1);
    }
    return {
      counts: Float64Array.from(sources, (term) => sums.counts[term]),
      documents: Uint32Array.from(sources, (term) => sums.documents[term]),
      total,
      presence: presence && { documents, terms: termsOf(presence) },
    };
  };

  const remembered: KnownDocument[] = [];
  const changeOf = new Map(changes.map((change) => [change.known, change]));
  for (let n = 0; n < known.times.length; n++) {
    const change = changeOf.get(n);
    if (change !== undefined && (change.isNew || change.label === undefined)) continue;
    const c = change?.label === undefined ? known.classes[n] : classes.indexOf(change.label);
    const addTo = (rows: RowCoder) => rows.renumber(known.rows, n, to);
    remembered.push({ digest: digestOf(known, n), seconds: known.times[n], class: classTo[c], addTo });
  }
  for (const { isNew, label, digest, seconds, row } of changes) {
    if (!isNew || label === undefined) continue;
    const addTo = (rows: RowCoder) => rows.add(renumbered(row, to));
    remembered.push({ digest, seconds, class: classTo[classes.indexOf(label)], addTo });
  }
  return new TextModel(
    model.settings,
    {
      vocabulary,
      classes: { labels: present.map((c) => classes[c]), documents, totals, terms: termsOf(counts) },
      statistics: statistics && newStatistics(statistics),
    },
    { known: knownDocuments(remembered), calibration: knownCalibration },
  );
}

/** A row with other numbers for its terms, ascending. */
function renumbered({ ids, values }: CountedRow, to: Int32Array): CountedRow {
  const numbers = Array.from(ids, (id) => to[id]);
  const order = Array.from(numbers.keys()).sort((a, b) => numbers[a] - numbers[b]);
  return { ids: order.map((i) => numbers[i]), values: order.map((i) => values[i]) };
}
