import type { ClassCounts } from "../../classifiers/bayes/class-counts.js";
import { compact } from "../../classifiers/stored-arrays.js";
import type { ReadDocument } from "../../features/analyzer.js";
import { decodedRow } from "../../features/coded-rows.js";
import { findDigest, type KnownDocuments, type KnownIdentity, keyOf } from "../../features/corpus/known-documents.js";
import { RowBuilder } from "../../features/row-builder.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import { codeOf } from "../../features/term-kinds.js";
import type { TermFinder } from "../../features/vocabulary.js";
import { ByteTable } from "../../text/byte-table.js";
import { type TextModel, wordTest } from "../text-model.js";
import { ChangedCounts, type Entries } from "./changed-counts.js";
import { type AddedDocument, changedModel } from "./changed-model.js";
import { requireLearning } from "./remembering-model.js";

/** Up to this many unused terms, a model is not wasteful: see `isWasteful`. */
const FEW_TERMS = 1 << 12;

/** A model, and the documents that were added, removed or moved to another class since it was made. */
export class ModelChanges {
  readonly #model: TextModel;
  readonly #known: KnownDocuments;
  /** By the key of their digests. */
  readonly #added = new Map<string, AddedDocument>();
  /** The new class of documents of the model, by their places; undefined if removed. */
  readonly #moved = new Map<number, string | undefined>();
  readonly #newTerms = new ByteTable();
  /** The counts of the present documents. */
  readonly counts: ChangedCounts;
  /** Finds the terms of the present documents. */
  readonly find: TermFinder["find"];
  /** Reads a document to add, with all its terms. */
  readonly #allTerms: RowBuilder;
  /** Reads only the terms that a document shares with the present documents. */
  readonly #sharedTerms: RowBuilder;

  /** @throws DataError if the model cannot learn. */
  constructor(model: TextModel) {
    this.#model = model;
    this.#known = requireLearning(model);
    const { vocabulary, classes } = model.training;
    const { isCounting, classifier } = model.resolved;
    const counts = new ChangedCounts(classes, isCounting && classifier.binary);
    this.counts = counts;
    const { size } = vocabulary;
    const terms = this.#newTerms;
    const numberOf = (bytes: Uint8Array, start: number, end: number, newTerm: "add" | "find") => {
      const term = vocabulary.find(bytes, start, end);
      if (term >= 0) return term;
      const own = terms[newTerm](bytes, start, end);
      return own < 0 ? -1 : size + own;
    };
    const findOrAdd: TermFinder["find"] = (bytes, start, end) => numberOf(bytes, start, end, "add");
    this.find = (bytes, start, end) => {
      const term = numberOf(bytes, start, end, "find");
      return counts.has(term) ? term : -1;
    };
    this.#allTerms = new RowBuilder({ size, find: findOrAdd }, 1);
    this.#sharedTerms = new RowBuilder({ size, find: this.find }, 1);
  }

  /** Whether most terms belong to documents that were removed. */
  get isWasteful(): boolean {
    return this.#model.training.vocabulary.size + this.#newTerms.size > 2 * this.counts.size + FEW_TERMS;
  }

  /** Returns the class of a document; undefined if it is not known. */
  labelOf(digest: Uint8Array): string | undefined {
    return this.#added.get(keyOf(digest))?.label ?? this.#labelAt(findDigest(this.#known, digest));
  }

  /** Returns the class of a document of the model by its place; undefined if it was removed, or for place -1. */
  #labelAt(place: number): string | undefined {
    return this.#moved.has(place) ? this.#moved.get(place) : this.#model.labels[this.#known.classes[place]];
  }

  /** Adds a document, which must not be known. Copies the digest and the row, whose arrays may be used again. */
  add({ digest, seconds }: KnownIdentity, label: string, document: ReadDocument): void {
    const { ids, values } = rowOf(this.#allTerms, document);
    const row = { ids: ids.slice(), values: compact(values) };
    this.counts.count(row, label, 1);
    this.#added.set(keyOf(digest), { digest: digest.slice(), seconds, label, row });
  }

  /** Gives a known document another class, or removes it if the label is undefined. */
  move(digest: Uint8Array, label: string | undefined): void {
    const key = keyOf(digest);
    const added = this.#added.get(key);
    if (added !== undefined) {
      this.#recount(added.row, added.label, label);
      if (label === undefined) this.#added.delete(key);
      else this.#added.set(key, { ...added, label });
      return;
    }
    const place = findDigest(this.#known, digest);
    const row = decodedRow(this.#known.rows, place, this.#model.training.vocabulary.size);
    this.#recount(row, this.#labelAt(place), label);
    if (label === this.#model.labels[this.#known.classes[place]]) this.#moved.delete(place);
    else this.#moved.set(place, label);
  }

  /** Counts a row for another class, or no more if `after` is undefined. */
  #recount(row: Entries, before: string | undefined, after: string | undefined): void {
    if (before !== undefined) this.counts.count(row, before, -1);
    if (after !== undefined) this.counts.count(row, after, 1);
  }

  /** Returns a row over the terms that a document shares with the others, the counts of these terms, and their names. */
  view(document: ReadDocument): {
    readonly x: SparseMatrix;
    readonly counts: ClassCounts;
    readonly termOf: (term: number) => string;
  } {
    const { starts, ids: shared, values } = rowOf(this.#sharedTerms, document);
    const ids = shared.slice();
    const x = { rows: 1, columns: ids.length, starts, ids: Uint32Array.from(ids.keys()), values };
    const counts = this.counts.countsOf(ids);
    const { isCounting, classifier } = this.#model.resolved;
    const looksAtKinds = isCounting && classifier.looksAtKinds === true;
    const kinds = looksAtKinds ? (term: number) => codeOf(this.#termOf(ids[term])) : undefined;
    return { x, counts: { ...counts, kinds }, termOf: (term) => Buffer.from(this.#termOf(ids[term])).toString() };
  }

  /** Returns whether the documents share a word with this one: see `TextModel.knowsWords`. */
  knowsWords(document: ReadDocument): boolean {
    const isWord = wordTest(this.#model.settings);
    const { ids } = rowOf(this.#sharedTerms, document);
    return ids.some((term) => isWord(Buffer.from(this.#termOf(term)).toString()));
  }

  /** Returns the model of the present documents; the same object if nothing has changed. */
  model(): TextModel {
    if (this.#added.size === 0 && this.#moved.size === 0) return this.#model;
    return changedModel(this.#model, {
      known: this.#known,
      labelAt: (place) => this.#labelAt(place),
      added: this.#added.values(),
      newTerms: this.#newTerms,
      counts: this.counts,
    });
  }

  /** Returns the bytes of a term. */
  #termOf(term: number): Uint8Array {
    const { vocabulary } = this.#model.training;
    if (term >= vocabulary.size) return this.#newTerms.bytes(term - vocabulary.size);
    const { pool, offsets } = vocabulary.contents();
    return pool.subarray(offsets[term], offsets[term + 1]);
  }
}

/** Returns the row of a document, valid until the reader reads the next one. The number of columns is not used. */
function rowOf(reader: RowBuilder, document: ReadDocument): SparseMatrix {
  reader.clear();
  reader.add(document);
  return reader.finish(0);
}
