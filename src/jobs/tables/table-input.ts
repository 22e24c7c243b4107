import { isUtf8 } from "node:buffer";
import { decoderFor } from "../../base/decode.js";
import { DataError } from "../../base/errors.js";
import { parseDelimited, type Records, readTableBytes } from "../../documents/archives/delimited.js";
import type { Separator } from "../../documents/archives/dialect.js";
import { foreignProblem } from "../../documents/archives/magic-numbers.js";
import { isBinary } from "../../features/analyzer.js";
import type { Table } from "../../tables/read-table.js";
import type { Attribute, RowsToClassify } from "../../tables/row-encoder.js";
import { rowsFrom, rowsOfQueries, type TestedTable, withTestRows } from "../../tables/rows.js";
import { testClassLines } from "../notices/corpus-lines.js";

/** How table files are read, and which rows to classify. */
export interface TableFileOptions {
  readonly separator?: Separator;
  readonly encoding?: string;
  /** The path of a table with rows to classify. */
  readonly classify?: string;
  /** Rows to classify, such as `outlook=sunny,windy=true`. */
  readonly query?: readonly string[];
}

/**
 * Reads a table from a file.
 *
 * @returns the rows, and notices for the user
 * @throws DataError if the file cannot be read, is of Excel or another program, or is binary.
 */
export function readRecords(
  path: string,
  { encoding, separator }: TableFileOptions,
): { readonly records: Records; readonly notices: readonly string[] } {
  const bytes = readTableBytes(path);
  const foreign = foreignProblem(bytes)?.detail;
  if (foreign !== undefined) throw new DataError(`${path}: ${foreign}`);
  const text = decoderFor(encoding)(bytes);
  if (isBinary(text)) throw new DataError(`${path} is a binary file, not a table of text (text has no NUL bytes)`);
  const isGuessed = encoding === undefined && !isUtf8(bytes) && !startsWithUtf16Mark(bytes);
  const notices = isGuessed
    ? [`${path} is not valid UTF-8: read as windows-1252; --encoding chooses another encoding`]
    : [];
  return { records: parseDelimited(new TextDecoder().decode(text), path, separator), notices };
}

/** Returns whether bytes begin with a byte-order mark of UTF-16. */
function startsWithUtf16Mark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/**
 * Returns the rows to classify: those of the file of --classify, then those of --query.
 *
 * @param missing texts that stand for a missing value
 */
export function rowsToClassify(
  options: TableFileOptions,
  { target, attributes }: { readonly target: string; readonly attributes: readonly Attribute[] },
  missing: readonly string[],
): RowsToClassify {
  const { classify, query = [] } = options;
  const queries = rowsOfQueries(query, attributes, missing);
  if (classify === undefined) return queries;
  const { records, notices } = readRecords(classify, options);
  const file = rowsFrom(records, attributes, target, missing);
  return { rows: [...file.rows, ...queries.rows], notices: [...notices, ...file.notices, ...queries.notices] };
}

/** Adds the rows of a test file to a table. The notices describe anything unusual in them. */
export function testRowsOf(
  table: Table,
  path: string,
  missing: readonly string[],
  options: TableFileOptions,
): TestedTable {
  const { records, notices } = readRecords(path, options);
  const tested = withTestRows(table, records, missing);
  const test = { labels: tested.table.labels, y: tested.table.y.subarray(table.y.length) };
  const classes = testClassLines(table, test, path);
  return { ...tested, notices: [...notices, ...tested.notices, ...classes] };
}
