import { DataError, orDataError, UsageError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { readRegular, statusOf } from "../files/open-file.js";
import { SEPARATORS, type Separator, separatorOf } from "./dialect.js";
import { csvParser } from "./records.js";

/** A table whose cells are texts. */
export interface Records {
  /** The path, for messages. */
  readonly name: string;
  /** The names of the columns. */
  readonly header: readonly string[];
  /** Each row has as many cells as the header. */
  readonly rows: readonly (readonly string[])[];
  /** The line of the file on which each row ends. */
  readonly lines: readonly number[];
}

/** The texts of a larger table would not fit in memory. */
export const MAX_TABLE_BYTES = 256 * 2 ** 20;

/** Reads the file of a table. @throws DataError if the file is missing, cannot be read or is too large. */
export function readTableBytes(path: string): Uint8Array {
  const { size = 0 } = statusOf(path) ?? {};
  if (size > MAX_TABLE_BYTES) {
    throw new DataError(`${path}: too large for a table: ${size} bytes, the limit is ${MAX_TABLE_BYTES / 2 ** 20} MiB`);
  }
  const messageOf = (why: string) => `${path}: cannot be read as a table: ${why}`;
  return orDataError(() => readRegular(path), messageOf);
}

/**
 * Parses a table of separated values (RFC 4180) whose first line contains the names of the columns. Drops empty lines,
 * spaces around a cell and a byte-order mark.
 *
 * @param separator default: the separator that is most frequent in the first line
 * @throws DataError, with the line, if a row has more or fewer cells than the header or a quote is out of place; also
 *   if the table is empty. UsageError if there is no such separator.
 */
export function parseDelimited(text: string, name: string, separator?: Separator): Records {
  if (separator !== undefined && !Object.hasOwn(SEPARATORS, separator)) {
    throw new UsageError(
      `separator: there is no ${JSON.stringify(separator)}; use ${Object.keys(SEPARATORS).join(", ")}`,
    );
  }
  const delimiter = separator === undefined ? separatorOf(text) : SEPARATORS[separator];
  // csv-parse counts a CRLF within quotes as two line ends.
  const [head, ...records] = parsed(text.replace(/\r\n?/g, "\n"), name, delimiter);
  if (head === undefined) throw new DataError(`${name}: the table is empty: it needs a line with the column names`);
  const { record: header } = head;
  for (const { record, info } of records) {
    if (record.length === header.length) continue;
    throw new DataError(
      `${name}: line ${info.lines} has ${plural(record.length, "cell")}, but the first line has ${header.length}: ` +
        "quote cells that contain the separator, or name another separator",
      { options: ["separator"] },
    );
  }
  return { name, header, rows: records.map(({ record }) => record), lines: records.map(({ info }) => info.lines) };
}

/** The rows as csv-parse returns them: the cells, and the line on which the row ends. */
type Parsed = { readonly record: string[]; readonly info: { readonly lines: number } }[];

/** Parses a text whose lines end with LF. @throws DataError, with the line, if a quote is out of place */
function parsed(text: string, name: string, delimiter: string): Parsed {
  const parse = csvParser();
  const options = { bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true, trim: true };
  const parseUpTo = (to?: number) => parse(text, { ...options, ...(to !== undefined && { to }) }) as unknown as Parsed;
  try {
    return parseUpTo();
  } catch (error) {
    const { code, lines, records } = error as { code?: string; lines?: number; records?: number };
    if (code === "CSV_QUOTE_NOT_CLOSED") {
      // The quote was opened in the record after the last one that was read, so on the next line or later.
      const before = records ? (parseUpTo(records).at(-1)?.info.lines ?? 0) : 0;
      throw new DataError(`${name}: line ${before + 1}: a quote is opened and never closed`);
    }
    if (code?.includes("QUOTE")) {
      throw new DataError(
        `${name}: line ${lines}: a quote in the middle of a cell: quote the whole cell and double the quotes in it`,
      );
    }
    throw error;
  }
}
