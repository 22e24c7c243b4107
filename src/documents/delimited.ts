import { readFileSync, statSync } from "node:fs";
import { DataError, UsageError } from "../errors.js";
import { csvParser } from "./csv-parser.js";
import { reason } from "./files.js";

/** A table as it stands in a file: texts. */
export interface Records {
  /** What messages call it: its path. */
  readonly name: string;
  readonly header: readonly string[];
  /** As many cells each as the header has. */
  readonly rows: readonly (readonly string[])[];
  /** The line of the file that each row ends on. */
  readonly lines: readonly number[];
}

/** What can stand between two cells, as the command names it. */
export const SEPARATORS = { comma: ",", semicolon: ";", tab: "\t", bar: "|" } as const;
export type Separator = keyof typeof SEPARATORS;

/** A larger table would not fit into memory as texts, and its model would be no other for a part of it. */
export const MAX_TABLE_BYTES = 256 * 2 ** 20;

/** @throws DataError if there is no file, it cannot be read or is too large. */
export function readTableBytes(path: string): Uint8Array {
  let size: number;
  let bytes: Uint8Array | undefined;
  try {
    const status = statSync(path);
    if (status.isDirectory()) throw new Error("a folder");
    if (!status.isFile()) throw new Error("no regular file");
    size = status.size;
    bytes = size > MAX_TABLE_BYTES ? undefined : readFileSync(path);
  } catch (error) {
    throw new DataError(`${path}: required a table, found: ${reason(error)}`);
  }
  if (bytes !== undefined) return bytes;
  throw new DataError(`${path}: required a table of at most ${MAX_TABLE_BYTES / 2 ** 20} MiB, found ${size} bytes`);
}

/**
 * Takes a table apart: separated values with a line of names first, quoted as RFC 4180
 * says. Empty lines, spaces around a cell and a byte-order mark do not count.
 *
 * @param separator default: the one that makes most of the first line
 * @throws DataError, with the line, if a row has more or fewer cells than the header, or a quote is out of place; UsageError if there is no such separator.
 */
export function parseDelimited(text: string, name: string, separator?: Separator): Records {
  if (separator !== undefined && !Object.hasOwn(SEPARATORS, separator)) {
    throw new UsageError(
      `separator: required one of ${Object.keys(SEPARATORS).join(", ")}, got ${JSON.stringify(separator)}`,
    );
  }
  const delimiter = separator === undefined ? separatorOf(text) : SEPARATORS[separator];
  // The parser counts a line end of two characters within quotes as two lines.
  const [head, ...records] = parsed(text.replace(/\r\n?/g, "\n"), name, delimiter);
  if (head === undefined) throw new DataError(`${name}: required a line with the names of the columns, found nothing`);
  const { record: header } = head;
  for (const { record, info } of records) {
    if (record.length === header.length) continue;
    throw new DataError(
      `${name}: line ${info.lines}: required ${header.length} cells as in the first line, found ${record.length}: ` +
        "quote cells that hold the separator, or name it by --separator",
    );
  }
  return {
    name,
    header,
    rows: records.map(({ record }) => record),
    lines: records.map(({ info }) => info.lines),
  };
}

type Parsed = { readonly record: string[]; readonly info: { readonly lines: number } }[];

function parsed(text: string, name: string, delimiter: string): Parsed {
  const parse = csvParser();
  const options = {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  };
  const parseUpTo = (to?: number) => parse(text, { ...options, ...(to !== undefined && { to }) }) as unknown as Parsed;
  try {
    return parseUpTo();
  } catch (error) {
    const { code, lines, records } = error as { code?: string; lines?: number; records?: number };
    if (code === "CSV_QUOTE_NOT_CLOSED") {
      const before = records ? (parseUpTo(records).at(-1)?.info.lines ?? 0) : 0;
      throw new DataError(
        `${name}: line ${before + 1}: required a closing quote, found none up to the end of the file`,
      );
    }
    if (code?.includes("QUOTE")) {
      throw new DataError(
        `${name}: line ${lines}: required quotes around whole cells, doubled within them, found one out of place`,
      );
    }
    throw error;
  }
}

/** The separator that there is most of in the first line, outside quotes; a comma, if there is none. */
export function separatorOf(text: string): string {
  const [first = ""] = /[^\r\n]+/.exec(text.replace(/"[^"]*"/g, "")) ?? [];
  const counts = Object.values(SEPARATORS).map((separator) => first.split(separator).length);
  return Object.values(SEPARATORS)[counts.indexOf(Math.max(...counts))];
}
