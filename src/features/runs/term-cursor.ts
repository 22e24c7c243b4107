import { grown } from "../../base/growing.js";

/** The counts of one term. The arrays are reused for the next term and may be longer than needed. */
export class TermCounts {
  /** The term in UTF-8: the first `length` bytes. */
  bytes = new Uint8Array(1 << 8);
  length = 0;
  /** How many classes have the term. */
  size = 0;
  /** The numbers of these classes, ascending. */
  classes = new Uint32Array(1 << 5);
  /** The count in each class, above 0: occurrences, or documents that have the term. */
  values = new Float64Array(1 << 5);
  /** How many documents of the class have the term, if the run has presences; otherwise 0. */
  presence = new Float64Array(1 << 5);

  /** Copies the term `[start, end)` of `pool`. */
  setTerm(pool: Uint8Array, start: number, end: number): void {
    this.roomForBytes(end - start);
    for (let i = start; i < end; i++) this.bytes[i - start] = pool[i];
    this.length = end - start;
  }

  /** Appends the counts of a class. */
  push(label: number, value: number, presence: number): void {
    if (this.size === this.classes.length) this.#grow();
    this.classes[this.size] = label;
    this.values[this.size] = value;
    this.presence[this.size++] = presence;
  }

  /** Makes room for a term of this many bytes, and keeps the existing bytes. */
  roomForBytes(length: number): void {
    if (length > this.bytes.length) this.bytes = grown(this.bytes, Math.max(length, 2 * this.bytes.length));
  }

  #grow(): void {
    this.classes = grown(this.classes);
    this.values = grown(this.values);
    this.presence = grown(this.presence);
  }
}

/** Terms in the order of their bytes, one at a time. */
export interface TermCursor {
  /** The current term. Valid until the next call of `next`. */
  readonly term: TermCounts;
  /** Moves to the next term, at first to the first term. Returns false at the end. */
  next(): boolean;
}
