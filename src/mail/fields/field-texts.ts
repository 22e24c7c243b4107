import { grown } from "../../base/lists.js";
import type { TextPiece } from "../../text/term-table.js";
import { type Tokenizer, type TokenSink, writeText } from "../../text/words/tokens.js";
import { bufferOf, SPACE } from "../lines.js";

/**
 * Collects the pieces of one message that count: texts whose words become terms, and finished terms. Each piece names the
 * field that its terms belong to; the body has the empty name.
 */
export class FieldTexts {
  /** In the order in which they were added. */
  readonly pieces: TextPiece[] = [];

  /** Adds a text whose words count. NULs become blanks. */
  addText(field: string, text: string | Uint8Array): void {
    if (text.length === 0) return;
    // Always a Buffer, so that the tokenizers receive only one kind of array.
    const bytes = typeof text === "string" ? Buffer.from(text) : bufferOf(text);
    this.pieces.push({ field, text: bytes.includes(0) ? bytes.map((byte) => byte || SPACE) : bytes });
  }

  /** Adds finished terms, except empty terms and terms of more than MAX_TERM characters. */
  addTerms(field: string, terms: Iterable<string>): void {
    const kept = Array.from(terms).filter((term) => term !== "" && term.length <= MAX_TERM);
    if (kept.length > 0) this.pieces.push({ field, terms: kept.map((term) => term.replace(NOT_IN_A_TERM, " ")) });
  }
}

/** In characters. A longer term is encoded data. By default, words have the same limit. */
export const MAX_TERM = 256;

/** Line ends and NULs, which become blanks. */
const NOT_IN_A_TERM = /[\n\r]+|\0/g;

/**
 * Returns a function that passes the tokens in the pieces of a message to a sink, in order. Each token begins with the
 * name of its field and a colon, `subject:lunch`, except those of the field with the empty name.
 *
 * @param tokenize finds the tokens of one text
 */
export function fieldTokens(tokenize: Tokenizer): (pieces: readonly TextPiece[], sink: TokenSink) => void {
  const encoder = new TextEncoder();
  const prefixes = new Map<string, Uint8Array>([["", new Uint8Array()]]);
  /** Holds one token with its prefix. The prefix of the current field stays at its beginning. */
  let scratch = new Uint8Array(1 << 12);
  return (pieces, sink) => {
    let prefixLength = 0;
    /** Passes a token on with the prefix of the current field. */
    const prefixed: TokenSink = (bytes, start, end) => {
      const size = prefixLength + end - start;
      if (size > scratch.length) scratch = grown(scratch, 2 * size);
      for (let from = start, to = prefixLength; from < end; from++, to++) scratch[to] = bytes[from];
      sink(scratch, 0, size);
    };
    for (const { field, text, terms: finished = [] } of pieces) {
      const prefix = prefixes.get(field) ?? encoder.encode(`${field}:`);
      prefixes.set(field, prefix);
      prefixLength = prefix.length;
      if (prefixLength > scratch.length) scratch = grown(scratch, 2 * prefixLength);
      scratch.set(prefix);
      if (text !== undefined) tokenize(text, prefixLength === 0 ? sink : prefixed);
      for (const term of finished) {
        // A character takes at most three bytes in UTF-8.
        const room = prefixLength + 3 * term.length;
        if (room > scratch.length) scratch = grown(scratch, room);
        sink(scratch, 0, writeText(term, scratch, prefixLength));
      }
    }
  };
}
