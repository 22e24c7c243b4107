import { firstWhere } from "../../base/lists.js";
import { RowCoder } from "../../features/coded-rows.js";
import { digestOf, type KnownDocuments, type KnownIdentity } from "../../features/corpus/known-documents.js";
import { Vocabulary } from "../../features/vocabulary.js";
import { DIGEST_BYTES } from "../../mail/rewrite/identity.js";
import type { ByteTable } from "../../text/byte-table.js";
import { compareBytes } from "../../text/sorted-terms.js";
import type { TextModel } from "../text-model.js";
import type { ChangedCounts, Entries } from "./changed-counts.js";
import { modelOfKnown } from "./remembering-model.js";

/** A document that was added to a model. */
export interface AddedDocument extends KnownIdentity {
  readonly label: string;
  /** Its terms. Terms from the size of the model's vocabulary on are new. */
  readonly row: Entries;
}

/** How the documents of a model have changed. */
export interface ChangedDocuments {
  readonly added: Iterable<AddedDocument>;
  /** The new class of each document of the model that has another one, by its place; undefined if it was removed. */
  readonly moved: ReadonlyMap<number, string | undefined>;
}

/**
 * Makes the model after some changes. Terms and classes without a document are left out.
 *
 * @param newTerms terms that the model does not have
 * @param counts of the terms of the model, then of the new terms
 */
export function changedModel(
  model: TextModel,
  known: KnownDocuments,
  documents: ChangedDocuments,
  newTerms: ByteTable,
  counts: ChangedCounts,
): TextModel {
  const { vocabulary, from } = presentTerms(model.training.vocabulary, newTerms, counts);
  const newCounts = counts.countsOf(from);
  /** The new number of each term; -1 if it is gone. */
  const to = new Int32Array(model.training.vocabulary.size + newTerms.size).fill(-1);
  for (let n = 0; n < from.length; n++) to[from[n]] = n;
  const newKnown = changedKnown(known, documents, model.labels, newCounts.labels, to);
  return modelOfKnown(model.settings, vocabulary, newCounts, newKnown);
}

/**
 * Returns the terms after some changes, in the order of their bytes, and the number that each had before (`from`): terms
 * of the model first, then new terms in the order in which they came.
 */
function presentTerms(old: Vocabulary, newTerms: ByteTable, counts: ChangedCounts) {
  const have = old.contents();
  const more = newTerms.contents();
  const pool = new Uint8Array(have.pool.length + more.pool.length);
  const offsets = new Uint32Array(old.size + newTerms.size + 1);
  const from = new Uint32Array(old.size + newTerms.size);
  let size = 0;
  let end = 0;
  /** Copies neighbours together. @param before how many terms come before those of `offsets`, in `from` */
  const copy = ({ pool: bytes, offsets: ends }: typeof have, start: number, stop: number, before: number) => {
    pool.set(bytes.subarray(ends[start], ends[stop]), end);
    const shift = end - ends[start];
    for (let term = start; term < stop; term++) {
      from[size++] = before + term;
      offsets[size] = ends[term + 1] + shift;
    }
    end = offsets[size];
  };
  let next = 0;
  for (const { at, own } of edits(old, newTerms, counts)) {
    copy(have, next, at, 0);
    next = own === undefined ? at + 1 : at;
    if (own !== undefined) copy(more, own, own + 1, old.size);
  }
  copy(have, next, old.size, 0);
  const vocabulary = Vocabulary.fromContents(pool.subarray(0, end), offsets.subarray(0, size + 1));
  return { vocabulary, from: from.subarray(0, size) };
}

/** Returns the new terms to insert (`own`), each before a term of the model (`at`), and the terms to remove, in order. */
function edits(old: Vocabulary, newTerms: ByteTable, counts: ChangedCounts): { at: number; own?: number }[] {
  const { pool, offsets } = old.contents();
  const { numbers } = Vocabulary.fromTable(newTerms);
  const present = [...numbers.keys()].filter((own) => counts.has(old.size + own));
  const inserted = present
    .sort((a, b) => numbers[a] - numbers[b])
    .map((own) => {
      const bytes = newTerms.bytes(own);
      const isAfter = (term: number) =>
        compareBytes(pool, offsets[term], offsets[term + 1], bytes, 0, bytes.length) > 0;
      return { at: firstWhere(0, old.size, isAfter), own };
    });
  const gone = counts.changed().filter((term) => term < old.size && !counts.has(term));
  return [...inserted, ...gone.map((at) => ({ at }))].sort((a, b) => a.at - b.at);
}

/** Returns the known documents after the changes, ascending by digest. @param to the new number of each term */
function changedKnown(
  old: KnownDocuments,
  { added, moved }: ChangedDocuments,
  oldLabels: readonly string[],
  labels: readonly string[],
  to: Int32Array,
): KnownDocuments {
  const came = [...added].sort((a, b) => Buffer.compare(a.digest, b.digest));
  const room = old.times.length + came.length;
  const digests = new Uint8Array(room * DIGEST_BYTES);
  const classes = new Uint32Array(room);
  const times = new Uint32Array(room);
  const rows = new RowCoder(room, old.rows);
  const classOf = new Map(labels.map((label, c) => [label, c]));
  let size = 0;
  /** Puts the facts of the next document. Its row is put separately. */
  const put = (digest: Uint8Array, label: string, seconds: number) => {
    digests.set(digest, size * DIGEST_BYTES);
    classes[size] = classOf.get(label) ?? 0;
    times[size++] = seconds;
  };
  let next = 0;
  for (let n = 0; n <= old.times.length; n++) {
    const isEnd = n === old.times.length;
    const digest = digestOf(old, n);
    // A removed document that came again has the same digest.
    for (; next < came.length && (isEnd || Buffer.compare(came[next].digest, digest) <= 0); next++) {
      const { digest: own, label, seconds, row } = came[next];
      rows.add(renumbered(row, to));
      put(own, label, seconds);
    }
    const label = moved.has(n) ? moved.get(n) : oldLabels[old.classes[n]];
    if (isEnd || label === undefined) continue;
    rows.renumber(old.rows, n, to);
    put(digest, label, old.times[n]);
  }
  return {
    digests: digests.subarray(0, size * DIGEST_BYTES),
    classes: classes.subarray(0, size),
    times: times.subarray(0, size),
    rows: rows.finish(),
  };
}

/** Renumbers the terms of a row and sorts them by their new numbers. */
function renumbered({ ids, values }: Entries, to: Int32Array): Entries {
  const numbers = Array.from(ids, (id) => to[id]);
  const order = Array.from(numbers.keys()).sort((a, b) => numbers[a] - numbers[b]);
  return { ids: order.map((i) => numbers[i]), values: order.map((i) => values[i]) };
}
