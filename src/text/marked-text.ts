import type { Tokenizer } from "./tokenizer.js";

/**
 * A text in pieces, each with a mark that says where it stands: its terms get the mark,
 * `subject:word`. What has no mark is the text itself.
 *
 * A piece is a byte that no UTF-8 has, the mark, a line feed and the content: text whose
 * words are found, or terms as they are, one a line. So nothing in a content can look like
 * the beginning of another.
 */
export class MarkedText {
  #bytes = Buffer.allocUnsafe(ROOM);
  #size = 0;

  /** Adds a text, whose words are to be found. */
  addText(mark: string, text: string | Uint8Array): void {
    if (text.length === 0) return;
    this.#begin(TEXT, mark);
    if (typeof text === "string") this.#write(text);
    else this.#append(text);
  }

  /** Adds terms as they are; those of more than MAX_TERM characters, and empty ones, are left out. */
  addTerms(mark: string, terms: Iterable<string>): void {
    let lines = "";
    for (const term of terms) {
      if (term.length <= MAX_TERM && term !== "") lines += `${term.replace(LINE_FEEDS, " ")}\n`;
    }
    if (lines === "") return;
    this.#begin(TERMS, mark);
    this.#write(lines);
  }

  /** All of it, and begins anew. */
  finish(): Uint8Array {
    if (this.#size > MOST_KEPT) {
      const whole = this.#bytes.subarray(0, this.#size);
      this.#bytes = Buffer.allocUnsafe(ROOM);
      this.#size = 0;
      return new Uint8Array(whole.buffer, whole.byteOffset, whole.length);
    }
    const { buffer } = this.#bytes;
    const all = new Uint8Array(buffer.slice(this.#bytes.byteOffset, this.#bytes.byteOffset + this.#size));
    this.#size = 0;
    return all;
  }

  #begin(kind: number, mark: string): void {
    this.#reserve(1);
    this.#bytes[this.#size++] = kind;
    this.#write(`${mark}\n`);
  }

  #write(text: string): void {
    // No character takes more than three bytes for one unit of a string.
    this.#reserve(text.length * 3);
    const start = this.#size;
    this.#size += this.#bytes.write(text, start);
    this.#withoutNul(start);
  }

  #append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    const start = this.#size;
    this.#bytes.set(bytes, start);
    this.#size += bytes.length;
    this.#withoutNul(start);
  }

  /** Texts with NULs are taken for none. */
  #withoutNul(start: number): void {
    for (let at = this.#nulAfter(start); at >= 0; at = this.#nulAfter(at + 1)) this.#bytes[at] = BLANK;
  }

  #nulAfter(start: number): number {
    return this.#bytes.subarray(0, this.#size).indexOf(0, start);
  }

  #reserve(room: number): void {
    if (this.#size + room <= this.#bytes.length) return;
    const bigger = Buffer.allocUnsafe(2 * (this.#size + room));
    bigger.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = bigger;
  }
}

/** Bytes that are made room for at first. */
const ROOM = 1 << 14;
/** What is larger is given away: a copy of it would be as large, and most texts need no such room. */
const MOST_KEPT = 1 << 20;

/** What is longer is encoded data, as are words of such a length. */
export const MAX_TERM = 256;

const LINE_FEEDS = /[\n\r]+/g;

/** Bytes that are nowhere in UTF-8. */
const TEXT = 0xff;
const TERMS = 0xfe;
const LINE_FEED = 0x0a;
const BLANK = 0x20;

/**
 * The terms of a `MarkedText`, those of a piece with a mark as `mark:term`. A text without
 * pieces is one without a mark.
 *
 * @param terms of the text of a piece
 */
export function markedTerms(terms: Tokenizer): Tokenizer {
  let scratch = new Uint8Array(1 << 12);
  return (text, sink) => {
    let markLength = 0;
    const marked: typeof sink = (bytes, start, end) => {
      const size = markLength + end - start;
      if (size > scratch.length) {
        const bigger = new Uint8Array(2 * size);
        bigger.set(scratch.subarray(0, markLength));
        scratch = bigger;
      }
      for (let from = start, to = markLength; from < end; from++, to++) scratch[to] = bytes[from];
      sink(scratch, 0, size);
    };
    for (const { isText, mark, content } of pieces(text)) {
      markLength = mark.length === 0 ? 0 : mark.length + 1;
      scratch.set(mark);
      scratch[mark.length] = COLON;
      if (isText) terms(content, markLength === 0 ? sink : marked);
      else eachLine(content, marked);
    }
  };
}

const COLON = 0x3a;

/** The pieces of a `MarkedText` that have no mark, a line feed behind each. */
export function unmarkedText(text: Uint8Array): Uint8Array {
  const contents: Uint8Array[] = [];
  for (const { mark, content } of pieces(text)) if (mark.length === 0) contents.push(content, Buffer.from("\n"));
  return Buffer.concat(contents);
}

interface Piece {
  readonly isText: boolean;
  readonly mark: Uint8Array;
  readonly content: Uint8Array;
}

function* pieces(bytes: Uint8Array): Generator<Piece> {
  // The search of a Buffer is many times as fast as a loop.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let nextText = placeOf(text, TEXT, 0);
  let nextTerms = placeOf(text, TERMS, 0);
  let at = 0;
  while (at < text.length) {
    const kind = text[at];
    const isPiece = kind >= TERMS;
    const markEnd = isPiece ? text.indexOf(LINE_FEED, at) : at;
    const start = isPiece ? markEnd + 1 : at;
    if (kind === TEXT) nextText = placeOf(text, TEXT, start);
    else if (kind === TERMS) nextTerms = placeOf(text, TERMS, start);
    const end = Math.min(nextText, nextTerms);
    yield {
      isText: kind !== TERMS,
      mark: isPiece ? text.subarray(at + 1, markEnd) : text.subarray(0, 0),
      content: text.subarray(start, end),
    };
    at = end;
  }
}

function placeOf(text: Buffer, kind: number, from: number): number {
  const place = text.indexOf(kind, from);
  return place < 0 ? text.length : place;
}

function eachLine(content: Uint8Array, sink: (bytes: Uint8Array, start: number, end: number) => void): void {
  let start = 0;
  for (let at = 0; at < content.length; at++) {
    if (content[at] !== LINE_FEED) continue;
    sink(content, start, at);
    start = at + 1;
  }
}
