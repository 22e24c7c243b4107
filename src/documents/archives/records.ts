import { createRequire } from "node:module";
import type * as CsvParse from "csv-parse/sync";
import { MAX_DOCUMENT_BYTES } from "../document.js";
import type { ByteWindow } from "../files/byte-window.js";

/** Returns the parser of separated values (RFC 4180). Loads it when the first table is read. */
export function csvParser(): typeof CsvParse.parse {
  return (createRequire(import.meta.url)("csv-parse/sync") as typeof CsvParse).parse;
}

/** How many bytes are parsed at once. A longer record is parsed again with more bytes. */
const BLOCK_BYTES = 1 << 18;

/** A record contains a document, in which each quote is doubled. A longer record has a quote that is not closed. */
const MAX_RECORD_BYTES = 2 * MAX_DOCUMENT_BYTES;

/** Line feed and carriage return. */
const LINE_ENDS: readonly (number | undefined)[] = [10, 13];

/**
 * Reads the records of separated values (RFC 4180). Cells have one character per byte, because each may have its own
 * encoding. Skips blank lines. A quote inside an unquoted cell is an ordinary character, and so are all quotes after
 * one that is not closed.
 *
 * csv-parse reads only whole texts. Therefore, each block is parsed as a whole text, and a record that the end of the
 * block cuts is parsed again. A block without a whole record is parsed again with four times its size, up to the limit.
 * The time is linear in total.
 *
 * @param separator one character
 * @param isQuoted whether cells may be quoted; otherwise all quotes are ordinary characters
 * @returns undefined in place of a line with a quote that is not closed
 */
export function* records(
  window: ByteWindow,
  separator: string,
  isQuoted: boolean,
): Generator<readonly string[] | undefined> {
  let hasQuotes = isQuoted;
  for (let size = BLOCK_BYTES; window.reach(1); ) {
    const isLast = !window.reach(size + 1);
    const { found, end } = wholeRecords(window.view(0, size), separator, hasQuotes, isLast);
    window.drop(end);
    yield* found;
    if (end === 0 && !isLast && size < MAX_RECORD_BYTES) {
      size = Math.min(4 * size, MAX_RECORD_BYTES);
      continue;
    }
    if (end === 0) {
      // A quote is not closed: skip its line, and read the rest without quotes.
      while (LINE_ENDS.includes(window.at(0))) window.drop(1);
      window.passLine();
      yield undefined;
      hasQuotes = false;
    }
    size = BLOCK_BYTES;
  }
}

/**
 * Returns the records that a block contains in full, and the end of the last one.
 *
 * @param isLast whether the stream ends with the block; otherwise the last record may be cut
 */
export function wholeRecords(
  block: Buffer,
  separator: string,
  hasQuotes: boolean,
  isLast: boolean,
): { readonly found: string[][]; readonly end: number } {
  const parse = csvParser();
  const isCut = !isLast && !LINE_ENDS.includes(block.at(-1));
  const found: string[][] = [];
  let end = 0;
  try {
    parse(block, {
      delimiter: separator,
      encoding: "latin1",
      quote: hasQuotes ? '"' : null,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      on_record(record: string[], { bytes }) {
        if (bytes < block.length || !isCut) {
          found.push(record);
          end = bytes;
        }
        return null;
      },
    });
    // Blank lines may follow the last record.
    return { found, end: isCut ? end : block.length };
  } catch (error) {
    if ((error as { code?: string }).code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    return { found, end };
  }
}
