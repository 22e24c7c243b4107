/** The table of all terms: maps each byte string to an id, 0, 1, 2 … in the order in which they are added. */
export interface TermTable {
  /** The number of byte strings. Their ids are 0 to size - 1. */
  readonly size: number;
  /** The number of bytes of all of them together. */
  readonly byteSize: number;
  /** Returns the id of the bytes `[start, end)`. Adds them if they are new. */
  add(bytes: Uint8Array, start: number, end: number): number;
  /** Returns the id of the bytes `[start, end)`, or -1 if unknown. */
  find(bytes: Uint8Array, start: number, end: number): number;
  /** Returns the ids of many byte strings: `[offsets[i], offsets[i + 1])` of `pool`. Adds new ones. */
  addAll(pool: Uint8Array, offsets: Uint32Array): Int32Array;
  /** Returns the ids of many byte strings, as `addAll`, but adds none: unknown ones get -1. */
  findAll(pool: Uint8Array, offsets: Uint32Array): Int32Array;
  /** Returns views of all bytes in the order of the ids, and of the size + 1 offsets at which entries begin and end. */
  contents(): { pool: Uint8Array; offsets: Uint32Array };
  /**
   * Makes a finder of the words of whole texts. Present if the table can do this.
   *
   * @param numbers the finder then adds no words, and returns `numbers[id]` instead of an id; or `"ids"`, as they are
   */
  finder?(numbers?: Int32Array | "ids"): WordFinder;
}

/** Finds and counts the words of whole texts. */
export interface WordFinder {
  /** Counts the terms of texts. @returns whether it has: it cannot read every text, and then counts nothing */
  countWords(texts: WordTexts): boolean;
  /** The number of different terms that were counted since the last `take`. */
  readonly counted: number;
  /**
   * Writes the counted terms in the order of first occurrence, and how often each occurs, from index `at` on. Then resets
   * the counts.
   */
  take(ids: Uint32Array, counts: Uint32Array | Float64Array, at: number): void;
}

/** The texts of a document, and which of their tokens are terms. */
export interface WordTexts {
  readonly pieces: readonly TextPiece[];
  readonly rules: TextRules;
}

/** A text to be split into tokens, or finished terms. */
export interface TextPiece {
  /** The prefix of its terms, as in `subject:word`; empty for none. A text needs rules with `inner` to have one. */
  readonly field: string;
  /** In UTF-8, without NULs. */
  readonly text?: Uint8Array;
  readonly terms?: readonly string[];
}

/**
 * Tokens of a text that are terms: the lower-cased words of an ASCII text or, with `inner`, words and wholes of any text.
 * A whole is words that inner punctuation joins, such as `don't`.
 */
export interface TextRules {
  /** Fewest and most characters of a token. */
  readonly lengths: readonly [number, number];
  readonly inner?: {
    /** How many words from the beginning of a text form pairs. */
    readonly pairsAmong: number;
    /** Only in texts with at most this number of bytes, words form pairs. */
    readonly pairBytes: number;
    /** Normalizes the spelling of a whole text: `spelled` of a `WordScanner`. */
    readonly spelled: (text: Uint8Array) => Uint8Array;
    /**
     * Finds the tokens of a stretch that is not all ASCII: `stretch` of a `WordScanner`. Wholes from byte `first` on go to the
     * sink `whole`, words from byte `from` on to the sink `word`.
     */
    readonly stretch: (stretch: Uint8Array, first: number, from: number, word: Sink, whole: Sink) => void;
  };
}

/** Receives one token, the bytes `[start, end)`: the same as `TokenSink` of `words/`, which imports this file. */
type Sink = (bytes: Uint8Array, start: number, end: number) => void;
