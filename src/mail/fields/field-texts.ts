import { grown } from "../../base/growing.js";
import type { TextPiece } from "../../text/term-table.js";
import type { Tokenizer, TokenSink } from "../../text/words/tokenizer.js";
import { writeText } from "../../text/write-text.js";
import { bufferOf, SPACE } from "../lines.js";

/** Collects the pieces of one message. */
export class FieldTexts {
  readonly pieces: TextPiece[] = [];

  /** Adds a text whose words count. */
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

/** In characters. A longer term is encoded data. Words are cut at the same length. */
export const MAX_TERM = 256;

const NOT_IN_A_TERM = /[\n\r]+|\0/g;

/**
 * Returns a function that finds the tokens in the pieces of a message. Each token begins with the name of its field.
 *
 * @param terms finds the tokens of one text
 */
export function fieldTokens(terms: Tokenizer): (pieces: readonly TextPiece[], sink: TokenSink) => void {
  const encoder = new TextEncoder();
  const prefixes = new Map<string, Uint8Array>([["", new Uint8Array()]]);
  let scratch = new Uint8Array(1 << 12);
  return (pieces, sink) => {
    let prefixLength = 0;
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
      if (text !== undefined) terms(text, prefixLength === 0 ? sink : prefixed);
      for (const term of finished) {
        const room = prefixLength + 3 * term.length;
        if (room > scratch.length) scratch = grown(scratch, room);
        sink(scratch, 0, writeText(term, scratch, prefixLength));
      }
    }
  };
}
