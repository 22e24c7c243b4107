import type { ClassCounts } from "../classifiers/class-counts.js";
import type { CountedRow } from "../features/row-coder.js";
import { TermCounts } from "./term-counts.js";

/**
 * Class counts of documents that come and go one at a time. A document costs its own terms,
 * however many there are in all. They are whole numbers, so that they are at every moment
 * what counting the documents that are there would give.
 */
export class ChangingCounts {
  readonly #binary: boolean;
  readonly #terms = new TermCounts();
  /** The classes that have documents, in the order in which they came, and their numbers. */
  readonly #classes = new Map<string, number>();
  readonly #documents: number[] = [];
  readonly #totals: number[] = [];
  /** Numbers of classes that have no documents any more. */
  readonly #free: number[] = [];

  /** @param binary whether documents that have a term are counted, and not how often they have it */
  constructor(binary: boolean) {
    this.#binary = binary;
  }

  /** The classes that have documents, sorted. */
  get labels(): string[] {
    return [...this.#classes.keys()].sort();
  }

  /** How many terms the documents have. */
  get terms(): number {
    return this.#terms.size;
  }

  /** Whether a document has the term. */
  has(term: number): boolean {
    return this.#terms.has(term);
  }

  /** Counts a document. */
  add(row: CountedRow, label: string): void {
    let c = this.#classes.get(label);
    if (c === undefined) {
      c = this.#free.pop() ?? this.#documents.length;
      this.#classes.set(label, c);
      this.#documents[c] = 0;
      this.#totals[c] = 0;
    }
    this.#change(row, c, 1);
  }

  /** Takes out a document that was counted under this label. */
  takeOut(row: CountedRow, label: string): void {
    const c = this.#classes.get(label);
    if (c === undefined) throw new TypeError(`no document of class ${JSON.stringify(label)} was counted`);
    this.#change(row, c, -1);
    if (this.#documents[c] > 0) return;
    this.#classes.delete(label);
    this.#free.push(c);
  }

  /** As `fitSome` takes them: the counts of all documents, with rows for some terms. */
  ofTerms(terms: Uint32Array): ClassCounts {
    const { labels } = this;
    const classes = labels.map((label) => this.#classes.get(label) as number);
    const numbers: number[] = [];
    for (const [number, c] of classes.entries()) numbers[c] = number;
    return {
      labels,
      documents: Float64Array.from(classes, (c) => this.#documents[c]),
      totals: Float64Array.from(classes, (c) => this.#totals[c]),
      terms: this.#terms.rowsOf(terms, numbers, labels.length),
    };
  }

  #change({ ids, values }: CountedRow, c: number, sign: 1 | -1): void {
    this.#documents[c] += sign;
    for (let i = 0; i < ids.length; i++) {
      const amount = sign * (this.#binary ? 1 : values[i]);
      this.#terms.add(ids[i], c, amount);
      this.#totals[c] += amount;
    }
  }
}
