import { DataError } from "../../base/errors.js";
import { compareBytes } from "../../text/sorted-terms.js";
import { TermCounts, type TermCursor } from "./term-cursor.js";

/** A run, and the number of each of its classes in the merged run. */
export interface MergedRun {
  readonly terms: TermCursor;
  /** Default: the numbers are the same. */
  readonly classes?: ArrayLike<number> | undefined;
}

/**
 * Merges several runs into one: each term once, with the sums of its counts. Uses a heap of runs, by current term.
 *
 * @param classes the number of classes of the merged run
 */
export class MergedTerms implements TermCursor {
  readonly term = new TermCounts();
  /** The run with the lowest term first. The children of entry n are the entries 2n + 1 and 2n + 2. */
  readonly #heap: MergedRun[] = [];
  /** The sums of the term at hand, by class; 0 between terms. */
  readonly #values: Float64Array;
  readonly #presence: Float64Array;
  /** The classes of the term at hand. */
  readonly #touched: Uint32Array;
  /** The sum over all terms and classes so far. */
  #total = 0;

  constructor(runs: readonly MergedRun[], classes: number) {
    this.#values = new Float64Array(classes);
    this.#presence = new Float64Array(classes);
    this.#touched = new Uint32Array(classes);
    for (const run of runs) if (run.terms.next()) this.#push(run);
  }

  /** @throws DataError if a sum is too large to be exact, or if a run throws it. */
  next(): boolean {
    const heap = this.#heap;
    if (heap.length === 0) return false;
    const { term } = this;
    const [first] = heap;
    term.setTerm(first.terms.term.bytes, 0, first.terms.term.length);
    let touched = 0;
    while (heap.length > 0 && isEqual(heap[0].terms.term, term)) {
      touched = this.#add(heap[0], touched);
      this.#advance();
    }
    term.size = 0;
    const classes = this.#touched.subarray(0, touched);
    if (touched > 1) classes.sort();
    for (const label of classes) {
      const value = this.#values[label];
      this.#total += value;
      term.push(label, value, this.#presence[label]);
      this.#values[label] = 0;
      this.#presence[label] = 0;
    }
    // No sum in a model is larger than this one, so all sums are exact.
    if (this.#total > Number.MAX_SAFE_INTEGER) {
      throw new DataError("the counts are too large: a model can count up to 2^53");
    }
    return true;
  }

  /** Adds the counts of a run to the sums. Returns how many classes have been touched so far. */
  #add({ terms, classes: to }: MergedRun, before: number): number {
    const { size, classes, values, presence } = terms.term;
    let touched = before;
    for (let i = 0; i < size; i++) {
      const label = to === undefined ? classes[i] : to[classes[i]];
      if (this.#values[label] === 0) this.#touched[touched++] = label;
      this.#values[label] += values[i];
      this.#presence[label] += presence[i];
    }
    return touched;
  }

  /** Puts a run into the heap. */
  #push(run: MergedRun): void {
    const heap = this.#heap;
    let at = heap.push(run) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (compare(heap[above], run) <= 0) break;
      heap[at] = heap[above];
      at = above;
    }
    heap[at] = run;
  }

  /** Advances the run at the top and moves it to its place. Removes it at its end. */
  #advance(): void {
    const heap = this.#heap;
    let run = heap[0];
    if (!run.terms.next()) {
      const last = heap.pop() as MergedRun;
      if (heap.length === 0) return;
      run = last;
    }
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && compare(heap[below + 1], heap[below]) < 0) below++;
      if (compare(run, heap[below]) <= 0) break;
      heap[at] = heap[below];
      at = below;
    }
    heap[at] = run;
  }
}

function compare({ terms: { term: a } }: MergedRun, { terms: { term: b } }: MergedRun): number {
  return compareBytes(a.bytes, 0, a.length, b.bytes, 0, b.length);
}

function isEqual(a: TermCounts, b: TermCounts): boolean {
  if (a.length !== b.length) return false;
  let i = a.length;
  while (i > 0 && a.bytes[i - 1] === b.bytes[i - 1]) i--;
  return i === 0;
}
