import type { ByteWindow } from "./byte-window.js";
import { csvParser } from "./csv-parser.js";
import { MAX_DOCUMENT_BYTES } from "./document.js";

/** Records are taken apart so many bytes at a time, or one at a time if they are longer. */
const BLOCK_BYTES = 1 << 18;

/** A record holds a document, and quotes within it are doubled. A longer one has a quote that nothing closes. */
const MAX_RECORD_BYTES = 2 * MAX_DOCUMENT_BYTES;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;

/**
 * The records of separated values (RFC 4180), as cells of one character a byte, so that
 * each can be in an encoding of its own. Blank lines are passed over. A quote within a cell
 * that does not begin with one is a character like others, and so are all quotes from one
 * on that nothing closes.
 *
 * @param separator a character
 * @returns undefined in place of the line with a quote that nothing closes
 */
export function* records(window: ByteWindow, separator: string): Generator<readonly string[] | undefined> {
  let hasQuotes = true;
  for (let isEnd = false; !isEnd; ) {
    const { ends, open } = recordEnds(window, separator.charCodeAt(0), hasQuotes);
    yield* parsed(window, ends, separator, hasQuotes);
    isEnd = ends.length === 0 && !open;
    if (!open) continue;
    passLine(window);
    yield undefined;
    hasQuotes = false;
  }
}

/** Offsets at which records end, of about a block; and whether one follows that has no end. */
function recordEnds(window: ByteWindow, separator: number, hasQuotes: boolean): { ends: number[]; open: boolean } {
  const ends: number[] = [];
  for (let from = 0; from < BLOCK_BYTES && window.reach(from + 1); ) {
    const end = recordEnd(window, from, separator, hasQuotes);
    if (end === undefined) return { ends, open: true };
    ends.push(end);
    from = end;
  }
  return { ends, open: false };
}

function recordEnd(window: ByteWindow, from: number, separator: number, hasQuotes: boolean): number | undefined {
  let isQuoted = false;
  let isCellStart = true;
  for (let at = from; ; at++) {
    if (at - from > MAX_RECORD_BYTES) return undefined;
    if (at >= window.length && !window.more()) return isQuoted ? undefined : at;
    const byte = window.at(at);
    if (isQuoted) {
      if (byte !== QUOTE) continue;
      window.reach(at + 2);
      if (window.at(at + 1) === QUOTE) at++;
      else isQuoted = false;
    } else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      window.reach(at + 2);
      return byte === CARRIAGE_RETURN && window.at(at + 1) === LINE_FEED ? at + 2 : at + 1;
    } else {
      isQuoted = hasQuotes && isCellStart && byte === QUOTE;
      isCellStart = byte === separator;
    }
  }
}

/** Takes the records that end at the offsets off the window. */
function parsed(window: ByteWindow, ends: readonly number[], separator: string, hasQuotes: boolean): string[][] {
  const parse = csvParser();
  const size = ends.at(-1) ?? 0;
  const block = window.view(0, size).toString("latin1");
  window.drop(size);
  return parse(block, {
    delimiter: separator,
    quote: hasQuotes ? '"' : null,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
}

/** Takes the next line off the window, however long it is. */
export function passLine(window: ByteWindow): void {
  for (;;) {
    const end = window.indexOf(LINE_FEED, 0);
    window.drop(end < 0 ? window.length : end + 1);
    if (end >= 0 || !window.more()) return;
  }
}
