import type { ClassCounts } from "../../classifiers/bayes/class-counts.js";
import { compact } from "../../classifiers/stored-arrays.js";
import type { ReadDocument } from "../../features/analyzer.js";
import { decodedRow } from "../../features/coded-rows.js";
import {
  digestOf,
  findDigest,
  type KnownDocuments,
  type KnownIdentity,
  keyOf,
} from "../../features/corpus/known-documents.js";
import { RowBuilder } from "../../features/row-builder.js";
import { matrixOfRows, type SparseMatrix } from "../../features/sparse-matrix.js";
import { kindOf } from "../../features/term-kinds.js";
import { ByteTable } from "../../text/byte-table.js";
import type { CountedSample } from "../fitting/left-out-temperature.js";
import { type TextModel, wordTest } from "../text-model.js";
import { ChangedCounts } from "./changed-counts.js";
import { changedModel, type DocumentChange } from "./changed-model.js";
import { requireLearning } from "./require-learning.js";

/** This many unused terms are always kept. */
const FEW_TERMS = 1 << 12;

/** A model, and the documents that were added, removed or moved to another class since it was made. */
export class ModelChanges {
  readonly #model: TextModel;
  readonly #known: KnownDocuments;
  readonly #changes = new Map<string, DocumentChange>();
  readonly #newTerms = new ByteTable();
  readonly #counts: ChangedCounts;
  readonly #rows: RowBuilder;
  /** Whether the document being counted is added. Only then are its new terms added. */
  #isComing = false;

  /** @throws DataError if the model cannot learn. */
  constructor(model: TextModel) {
    this.#model = model;
    this.#known = requireLearning(model);
    const { vocabulary, classes } = model.training;
    const { isCounting, classifier } = model.resolved;
    this.#counts = new ChangedCounts(classes, isCounting && classifier.binary);
    // It reads one document at a time.
    this.#rows = new RowBuilder(
      { size: vocabulary.size, find: (bytes, start, end) => this.#find(bytes, start, end) },
      1,
    );
  }

  /** The number of terms of the documents. */
  get terms(): number {
    return this.#counts.size;
  }

  /** The classes that have documents, sorted, and how many documents each has. */
  get classes(): { readonly label: string; readonly documents: number }[] {
    return this.#counts.classes;
  }

  /** Whether most terms belong to documents that were removed. */
  get isWasteful(): boolean {
    return this.#model.training.vocabulary.size + this.#newTerms.size > 2 * this.terms + FEW_TERMS;
  }

  /** Returns the class of a document; undefined if it is not known. */
  labelOf(digest: Uint8Array): string | undefined {
    const change = this.#changes.get(keyOf(digest));
    if (change !== undefined) return change.label;
    const known = findDigest(this.#known, digest);
    return known < 0 ? undefined : this.#oldLabel(known);
  }

  /** Adds a document, which must not be known. Copies the digest and the row, whose arrays may be used again. */
  add({ digest, seconds }: KnownIdentity, label: string, document: ReadDocument): void {
    const { ids, values } = this.#rowOf(document, true);
    const row = { ids: ids.slice(), values: compact(values) };
    const known = findDigest(this.#known, digest);
    const change = { digest: digest.slice(), seconds, known, label, row, isNew: true, isSorted: false };
    this.#changes.set(keyOf(digest), change);
    this.#counts.count(row, label, 1);
  }

  /** Gives a known document another class, or removes it if the label is undefined. */
  move(digest: Uint8Array, label: string | undefined): void {
    const key = keyOf(digest);
    const change = this.#changes.get(key) ?? this.#unchanged(findDigest(this.#known, digest));
    if (change.label !== undefined) this.#counts.count(change.row, change.label, -1);
    if (label !== undefined) this.#counts.count(change.row, label, 1);
    change.label = label;
    // A document that is again as it was in the model has not changed.
    const isAsBefore = change.known < 0 ? label === undefined : !change.isNew && label === this.#oldLabel(change.known);
    if (isAsBefore) this.#changes.delete(key);
    else this.#changes.set(key, change);
  }

  /** Returns a row over the terms that a document shares with the others, the counts of these terms, and their names. */
  view(document: ReadDocument): {
    readonly x: SparseMatrix;
    readonly counts: ClassCounts;
    readonly termOf: (term: number) => string;
  } {
    const { starts, ids, values } = this.#rowOf(document, false);
    const x = { rows: 1, columns: ids.length, starts, ids: Uint32Array.from(ids.keys()), values };
    return { x, counts: this.#countsOf(ids), termOf: (term) => this.#nameOf(ids[term]) };
  }

  /** Returns whether the documents share a word with this one: see `TextModel.knowsWords`. */
  knowsWords(document: ReadDocument): boolean {
    const isWord = wordTest(this.#model.settings);
    return this.#rowOf(document, false).ids.some((term) => isWord(this.#nameOf(term)));
  }

  /** Returns the documents with the smallest digests, at most `size`, and the counts of their terms. */
  sample(size: number): { readonly documents: CountedSample; readonly counts: ClassCounts } {
    const chosen = [...this.#changes.values()].filter(({ label }) => label !== undefined);
    // Known documents ascend by digest, so only the first `size` unchanged ones can be among the smallest.
    let left = size;
    for (let known = 0; known < this.#known.times.length && left > 0; known++) {
      if (this.#changes.has(keyOf(digestOf(this.#known, known)))) continue;
      chosen.push(this.#unchanged(known));
      left--;
    }
    chosen.sort((a, b) => Buffer.compare(a.digest, b.digest));
    const numbers = new Int32Array(this.#model.training.vocabulary.size + this.#newTerms.size).fill(-1);
    const terms: number[] = [];
    const documents = chosen.slice(0, size);
    const rows = documents.map((document) => {
      this.#sort(document);
      const ids = Uint32Array.from(document.row.ids);
      for (let i = 0; i < ids.length; i++) {
        if (numbers[ids[i]] < 0) numbers[ids[i]] = terms.push(ids[i]) - 1;
        ids[i] = numbers[ids[i]];
      }
      return { ids, values: document.row.values };
    });
    const counts = this.#countsOf(terms);
    const y = documents.map(({ label }) => counts.labels.indexOf(label ?? ""));
    return { documents: { x: matrixOfRows(rows, terms.length), y }, counts };
  }

  /** Returns the model of the present documents; the same object if nothing has changed. */
  model(): TextModel {
    if (this.#changes.size === 0) return this.#model;
    return changedModel(this.#model, this.#known, [...this.#changes.values()], this.#newTerms, this.#counts);
  }

  /**
   * Returns the row of a document, valid until the next call.
   *
   * @param isComing whether to add new terms; otherwise, only terms of present documents are used
   */
  #rowOf(document: ReadDocument, isComing: boolean): SparseMatrix {
    this.#isComing = isComing;
    this.#rows.clear();
    this.#rows.add(document);
    // The number of columns is not used.
    return this.#rows.finish(0);
  }

  /** Returns the number of a term; -1 for one that is not counted now. */
  #find(bytes: Uint8Array, start: number, end: number): number {
    const { vocabulary } = this.#model.training;
    let term = vocabulary.find(bytes, start, end);
    if (term < 0) {
      const added = this.#isComing ? this.#newTerms.add(bytes, start, end) : this.#newTerms.find(bytes, start, end);
      if (added >= 0) term = vocabulary.size + added;
    }
    return this.#isComing || this.#counts.has(term) ? term : -1;
  }

  /** Returns the counts of some terms, with their kinds if the classifier looks at them. */
  #countsOf(terms: ArrayLike<number>): ClassCounts {
    const { isCounting, classifier } = this.#model.resolved;
    const counts = this.#counts.countsOf(terms);
    if (!isCounting || !classifier.looksAtKinds) return counts;
    return { ...counts, kinds: (number) => kindOf(this.#termOf(terms[number])) };
  }

  /** Returns the bytes of a term. */
  #termOf(term: number): Uint8Array {
    const { vocabulary } = this.#model.training;
    if (term >= vocabulary.size) return this.#newTerms.bytes(term - vocabulary.size);
    const { pool, offsets } = vocabulary.contents();
    return pool.subarray(offsets[term], offsets[term + 1]);
  }

  /** Returns the text of a term. */
  #nameOf(term: number): string {
    return Buffer.from(this.#termOf(term)).toString();
  }

  /** Returns the class that a known document has in the model. */
  #oldLabel(known: number): string {
    return this.#model.labels[this.#known.classes[known]];
  }

  /** Returns a known document that has not changed. */
  #unchanged(known: number): DocumentChange {
    const row = decodedRow(this.#known.rows, known, this.#model.training.vocabulary.size);
    const { [known]: seconds } = this.#known.times;
    const digest = digestOf(this.#known, known);
    return { digest, seconds, known, label: this.#oldLabel(known), row, isNew: false, isSorted: true };
  }

  /** Sorts the terms of a document by their bytes. */
  #sort(change: DocumentChange): void {
    if (change.isSorted) return;
    const { ids, values } = change.row;
    const terms = Array.from(ids, (id) => this.#termOf(id));
    const order = Array.from(terms.keys()).sort((a, b) => Buffer.compare(terms[a], terms[b]));
    change.row = { ids: order.map((i) => ids[i]), values: order.map((i) => values[i]) };
    change.isSorted = true;
  }
}
