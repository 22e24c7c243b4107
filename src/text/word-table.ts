import { isAscii } from "node:buffer";
import { remembering } from "../base/lazily.js";
import type { TermTable, TextPiece, TextRules, WordFinder, WordTexts } from "./term-table.js";
import type { Kernel } from "./word-kernel.js";
import { AFTER_INPUT, INPUT, KINDS, MAX_INPUT, MAX_PREFIX, OUTSIDE, PREFIX, WordMemory } from "./word-memory.js";
import { BREAK, stretchEnd } from "./words/scan-words.js";
import { writeText } from "./words/tokens.js";

const ENCODER = new TextEncoder();

/**
 * The longest name of a field that the kernel takes; no real name is longer. A character has at most three bytes, and a
 * colon follows the name.
 */
const MAX_FIELD = MAX_PREFIX / 3 - 1;

/** The address of the second half of the room for texts, where `#idsOf` puts the ends of terms. */
const ENTRIES = INPUT + MAX_INPUT / 2;

/** A text with inner punctuation while the kernel reads it. */
interface Reading {
  /** The address of its end. */
  readonly end: number;
  readonly inner: NonNullable<TextRules["inner"]>;
}

/**
 * The fastest table of terms: it lies in the memory of a WebAssembly module, which also finds and counts the words of
 * texts. One pass over the bytes takes the place of a tokenizer, a table and an array. Its results must be the same as
 * those of the plain loops: `ByteTable` with `termsOf`.
 */
export class WordTable implements TermTable {
  readonly #memory: WordMemory;
  readonly #kernel: Kernel;
  /** Returns the bytes before each term of a field: its name and a colon; none for the field without a name. */
  readonly #prefixOf = remembering((field) => ENCODER.encode(field === "" ? "" : `${field}:`), 1000);
  /** The text that the kernel reads, while it reads one. It calls back with addresses in it. */
  #reading: Reading | undefined;

  private constructor(memory: WordMemory) {
    this.#memory = memory;
    this.#kernel = memory.kernel;
  }

  /** Makes an empty table. Returns undefined if there is no WebAssembly, or not enough memory. */
  static create(expected?: { readonly terms: number; readonly bytes: number }): WordTable | undefined {
    const memory = WordMemory.create((first, word, at) => table.#countStretch(first, word, at), expected);
    if (memory === undefined) return undefined;
    const table = new WordTable(memory);
    return table;
  }

  /**
   * Makes a table of different terms, whose ids are their numbers: term `n` is the bytes `[offsets[n], offsets[n + 1])` of
   * `pool`. Returns undefined as `create` does, or if the offsets do not ascend from 0 to the length of the pool.
   */
  static of(pool: Uint8Array, offsets: Uint32Array): WordTable | undefined {
    let isValid = offsets[0] === 0 && offsets[offsets.length - 1] === pool.length;
    for (let n = 1; n < offsets.length; n++) if (offsets[n] < offsets[n - 1]) isValid = false;
    if (!isValid) return undefined;
    const table = WordTable.create({ terms: offsets.length - 1, bytes: pool.length });
    if (table !== undefined) table.#memory.fill(pool, offsets);
    return table;
  }

  get size(): number {
    return this.#kernel.size.value;
  }

  get byteSize(): number {
    return this.#memory.ends[this.size];
  }

  add(bytes: Uint8Array, start: number, end: number): number {
    return this.#kernel.idOf(INPUT, this.#copied(bytes, start, end), 1);
  }

  find(bytes: Uint8Array, start: number, end: number): number {
    return this.#kernel.idOf(INPUT, this.#copied(bytes, start, end), 0);
  }

  addAll(pool: Uint8Array, offsets: Uint32Array): Int32Array {
    return this.#idsOf(pool, offsets, 1);
  }

  findAll(pool: Uint8Array, offsets: Uint32Array): Int32Array {
    return this.#idsOf(pool, offsets, 0);
  }

  /** Returns views, valid until the next call of another method. */
  contents(): { pool: Uint8Array; offsets: Uint32Array } {
    const { pool } = this.#kernel;
    return { pool: this.#memory.all.subarray(pool.value, pool.value + this.byteSize), offsets: this.#memory.ends };
  }

  finder(numbers?: Int32Array | "ids"): WordFinder {
    const adds = numbers === undefined;
    const memory = this.#memory;
    return {
      get counted() {
        return memory.countedSize;
      },
      countWords: (texts) => this.#countWords(texts, adds),
      take: (ids, counts, at) => memory.take(ids, counts, at, numbers === "ids" ? undefined : numbers),
    };
  }

  /**
   * Counts the terms of texts. It accepts no very long texts or field names, and without `inner` only ASCII.
   *
   * @param adds whether to add new terms; otherwise they are ignored
   * @returns whether it has counted them
   */
  #countWords({ pieces, rules: { lengths, inner } }: WordTexts, adds: boolean): boolean {
    // Indexed loops, because this runs for each document.
    for (let i = 0; i < pieces.length; i++) {
      const { field, text } = pieces[i];
      if (field.length > MAX_FIELD || (text !== undefined && text.length > MAX_INPUT)) return false;
      if (inner === undefined && text !== undefined && !isAscii(text)) return false;
    }
    this.#kernel.begin(Number(adds), lengths[0], lengths[1]);
    for (let i = 0; i < pieces.length; i++) this.#countPiece(pieces[i], inner);
    return true;
  }

  /** Counts the terms of one text, or finished terms, with the prefix of their field. */
  #countPiece({ field, text, terms }: TextPiece, inner: TextRules["inner"]): void {
    const kernel = this.#kernel;
    const { all } = this.#memory;
    const prefix = this.#prefixOf(field);
    if (text !== undefined) {
      const spelled = inner === undefined ? text : inner.spelled(text);
      all.set(spelled, INPUT);
      const end = INPUT + spelled.length;
      if (inner === undefined) {
        // The kernel reads blocks, and so zeros after the end of the text.
        all.fill(0, end, end + AFTER_INPUT);
        kernel.count(INPUT, end);
      } else {
        all.set(prefix, PREFIX);
        this.#reading = { end, inner };
        const pairsAmong = text.length <= inner.pairBytes ? inner.pairsAmong : 0;
        kernel.countInner(INPUT, end, prefix.length, pairsAmong);
        this.#reading = undefined;
      }
    }
    for (const term of terms ?? []) {
      const { all } = this.#memory;
      all.set(prefix, INPUT);
      kernel.counted(INPUT, writeText(term, all, INPUT + prefix.length));
    }
  }

  /**
   * Counts the tokens of a stretch with characters that the kernel does not know, and returns its end. All arguments and the
   * result are addresses.
   *
   * @param first where the current whole begins
   * @param word where the current word begins
   * @param at where the first character that is not ASCII begins
   */
  #countStretch(first: number, word: number, at: number): number {
    const { end: textEnd, inner } = this.#reading as Reading;
    const text = this.#memory.all.subarray(INPUT, textEnd);
    // Begins after the last break, because the lower case of a character may depend on the letters before it.
    let start = first - INPUT;
    while (start > 0 && KINDS[text[start - 1]] !== BREAK) start--;
    const end = stretchEnd(text, at - INPUT + 1, KINDS);
    // Tokens go to the kernel through its room for words that were found outside it.
    const into = (count: (from: number, to: number) => void) => (bytes: Uint8Array, from: number, to: number) => {
      for (let i = from, j = OUTSIDE; i < to; i++, j++) this.#memory.all[j] = bytes[i];
      count(OUTSIDE, OUTSIDE + to - from);
    };
    // A copy, because the memory may be replaced.
    const stretch = text.slice(start, end);
    const offset = INPUT + start;
    inner.stretch(stretch, first - offset, word - offset, into(this.#kernel.word), into(this.#kernel.whole));
    return INPUT + end;
  }

  /** Copies a term to the room for texts. @returns its end there */
  #copied(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > MAX_INPUT) throw new RangeError("a term of more than 256 KiB");
    const all = this.#memory.all;
    for (let i = 0; i < length; i++) all[INPUT + i] = bytes[start + i];
    return INPUT + length;
  }

  /** Looks up thousands of terms at a time: bytes in the first half of the room for texts, ends in the second. */
  #idsOf(pool: Uint8Array, offsets: Uint32Array, adds: number): Int32Array {
    const ids = new Int32Array(offsets.length - 1);
    for (let id = 0; id < ids.length; ) {
      const from = offsets[id];
      // Half of the room, with four bytes for each end.
      const most = Math.min(ids.length, id + MAX_INPUT / 8);
      let end = id;
      while (end < most && offsets[end + 1] - from <= MAX_INPUT / 2) end++;
      if (end === id) {
        ids[id] = this.#kernel.idOf(INPUT, this.#copied(pool, from, offsets[id + 1]), adds);
        id++;
        continue;
      }
      this.#memory.all.set(pool.subarray(from, offsets[end]), INPUT);
      const ends = this.#memory.view(ENTRIES, end - id);
      for (let i = 0; i < ends.length; i++) ends[i] = INPUT + offsets[id + i + 1] - from;
      this.#kernel.idsOf(INPUT, ENTRIES, ENTRIES + ends.byteLength, adds);
      // Makes a new view, because the memory may have been replaced.
      ids.set(this.#memory.view(ENTRIES, end - id), id);
      id = end;
    }
    return ids;
  }
}
