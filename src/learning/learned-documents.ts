import type { ClassCounts } from "../classifiers/class-counts.js";
import { RowBuilder } from "../features/row-builder.js";
import type { SparseMatrix } from "../features/sparse-matrix.js";
import { Vocabulary } from "../features/vocabulary.js";
import { type KnownIdentity, keyOf } from "../known-documents.js";
import { compact } from "../safetensors.js";
import { ByteTable } from "../text/byte-table.js";
import type { Tokenizer } from "../text/tokenizer.js";
import type { CountedDocuments } from "../training-counts.js";
import { ChangingCounts } from "./changing-counts.js";

/** How often a document has each of its terms. */
interface LearnedRow {
  /** As the table numbers them. */
  readonly ids: Uint32Array;
  readonly values: ArrayLike<number>;
}

/** A document as it was learned. */
interface LearnedDocument extends KnownIdentity {
  label: string;
  readonly row: LearnedRow;
}

/** So many terms that no document has any more are kept in any case. */
const FEW_TERMS = 1 << 12;

/** Documents that come and go one at a time, and their counts at every moment. */
export class LearnedDocuments {
  readonly #binary: boolean;
  readonly #documents = new Map<string, LearnedDocument>();
  /** Terms are numbered as they come. Those that no document has any more stay until there are too many. */
  #terms = new ByteTable();
  #rows = new RowBuilder(this.#terms);
  #counts: ChangingCounts;

  /** @param binary what their class counts are: see `CountingClassifier` */
  constructor(binary: boolean) {
    this.#binary = binary;
    this.#counts = new ChangingCounts(binary);
  }

  /** How many there are. */
  get size(): number {
    return this.#documents.size;
  }

  /** How many terms they have. */
  get terms(): number {
    return this.#counts.terms;
  }

  /** Their classes, sorted. */
  get labels(): string[] {
    return this.#counts.labels;
  }

  /** The class of a document; undefined if there is none with this digest. */
  labelOf(digest: Uint8Array): string | undefined {
    return this.#documents.get(keyOf(digest))?.label;
  }

  /** Adds a document with a digest that no other has. */
  add(identity: KnownIdentity, label: string, text: Uint8Array, tokenizer: Tokenizer): void {
    this.#rows.clear();
    this.#rows.add(text, tokenizer);
    const { ids, values } = this.#rows.finish(this.#terms.size);
    this.#put(identity, label, { ids: ids.slice(), values: compact(values) });
  }

  /**
   * Adds documents whose terms are those of a vocabulary; there must be none yet.
   *
   * @param rowOf the terms of the n-th document; used up
   */
  addAll(
    vocabulary: Vocabulary,
    documents: Iterable<readonly [identity: KnownIdentity, label: string]>,
    rowOf: (n: number) => LearnedRow,
  ): void {
    const { pool, offsets } = vocabulary.contents();
    this.#use(new ByteTable(vocabulary.size));
    const numbers = new Uint32Array(vocabulary.size);
    for (let term = 0; term < numbers.length; term++) {
      numbers[term] = this.#terms.add(pool, offsets[term], offsets[term + 1]);
    }
    let n = 0;
    for (const [identity, label] of documents) {
      const { ids, values } = rowOf(n++);
      for (let i = 0; i < ids.length; i++) ids[i] = numbers[ids[i]];
      this.#put(identity, label, { ids, values: compact(values) });
    }
  }

  /** Gives a document that is there another class, or takes it out where there is none. */
  move(digest: Uint8Array, label: string | undefined): void {
    const key = keyOf(digest);
    const document = this.#documents.get(key);
    if (document === undefined) throw new TypeError("no document has this digest");
    this.#counts.takeOut(document.row, document.label);
    if (label !== undefined) {
      document.label = label;
      this.#counts.add(document.row, label);
      return;
    }
    this.#documents.delete(key);
    if (this.#terms.size > 2 * this.#counts.terms + FEW_TERMS) this.#dropTerms();
  }

  /**
   * One text as a row of the terms that some document has, numbered anew in the order of the
   * text, and the counts of all documents with rows for these alone.
   */
  view(text: Uint8Array, tokenizer: Tokenizer): { readonly x: SparseMatrix; readonly counts: ClassCounts } {
    const own = new ByteTable();
    const rows = new RowBuilder(own);
    rows.add(text, tokenizer);
    // Its terms are numbered in the order in which they stand in its row.
    const { values } = rows.finish(own.size);
    const { pool, offsets } = own.contents();
    const terms = new Uint32Array(own.size);
    let size = 0;
    for (let n = 0; n < own.size; n++) {
      const term = this.#terms.find(pool, offsets[n], offsets[n + 1]);
      if (term < 0 || !this.#counts.has(term)) continue;
      terms[size] = term;
      values[size++] = values[n];
    }
    const x = {
      rows: 1,
      columns: size,
      starts: Uint32Array.of(0, size),
      ids: Uint32Array.from({ length: size }, (_, i) => i),
      values: values.subarray(0, size),
    };
    return { x, counts: this.#counts.ofTerms(terms.subarray(0, size)) };
  }

  /** All documents as what they were learned from would be read: for a model of them all. */
  all(): { readonly data: CountedDocuments; readonly identities: readonly KnownIdentity[] } {
    if (this.#terms.size > this.#counts.terms) this.#dropTerms();
    const documents = [...this.#documents.values()];
    const { vocabulary, numbers } = Vocabulary.fromTable(this.#terms);
    const { labels } = this;
    const classOf = new Map(labels.map((label, c) => [label, c]));
    const starts = new Uint32Array(documents.length + 1);
    for (const [n, { row }] of documents.entries()) starts[n + 1] = starts[n] + row.ids.length;
    const ids = new Uint32Array(starts[documents.length]);
    const values = new Float64Array(ids.length);
    for (const [n, { row }] of documents.entries()) {
      values.set(row.values, starts[n]);
      for (let i = 0; i < row.ids.length; i++) ids[starts[n] + i] = numbers[row.ids[i]];
    }
    const { pool, offsets } = vocabulary.contents();
    return {
      data: {
        // One that does not look things up in our table, which goes on growing.
        vocabulary: Vocabulary.fromContents(pool, offsets),
        x: { rows: documents.length, columns: vocabulary.size, starts, ids, values },
        y: Uint32Array.from(documents, ({ label }) => classOf.get(label) as number),
        labels,
      },
      identities: documents,
    };
  }

  #put({ digest, seconds }: KnownIdentity, label: string, row: LearnedRow): void {
    this.#documents.set(keyOf(digest), { digest, seconds, label, row });
    this.#counts.add(row, label);
  }

  /** Begins anew with the terms that there are. */
  #dropTerms(): void {
    const old = this.#terms.contents();
    const numbers = new Int32Array(this.#terms.size).fill(-1);
    this.#use(new ByteTable(this.#counts.terms));
    this.#counts = new ChangingCounts(this.#binary);
    for (const { row, label } of this.#documents.values()) {
      const { ids } = row;
      for (let i = 0; i < ids.length; i++) {
        const id = ids[i];
        if (numbers[id] < 0) numbers[id] = this.#terms.add(old.pool, old.offsets[id], old.offsets[id + 1]);
        ids[i] = numbers[id];
      }
      this.#counts.add(row, label);
    }
  }

  #use(terms: ByteTable): void {
    this.#terms = terms;
    this.#rows = new RowBuilder(terms);
  }
}
