import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { isBinary } from "../analyzer.js";
import { parseDelimited, type Records, readTableBytes } from "../documents/delimited.js";
import { reason } from "../documents/files.js";
import { DataError } from "../errors.js";
import { type RowsToClassify, rowsFrom, rowsOfQueries } from "../tables/rows.js";
import type { Attribute, Table } from "../tables/table.js";
import { type TableModelFile, tableModelFrom } from "../tables/table-file.js";
import { type TestedTable, withTestRows } from "../tables/test-rows.js";
import { decoderFor } from "../text/decode.js";
import { testClassSentences } from "./notices.js";
import type { TableCommandOptions } from "./table-options.js";

/**
 * Reads a table from a file.
 *
 * @throws DataError if it cannot be read, is no text or no table.
 */
export function readRecords(
  path: string,
  { encoding, separator }: TableCommandOptions,
): { readonly records: Records; readonly notices: readonly string[] } {
  const bytes = readTableBytes(path);
  const text = decoderFor(encoding)(bytes);
  if (isBinary(text))
    throw new DataError(`${path}: required a table of text, found a binary file (text has no NUL bytes)`);
  const guessed = encoding === undefined && !isUtf8(bytes) && !startsWithMark(bytes);
  const notices = guessed ? [`${path} is no valid UTF-8: read as windows-1252; --encoding names another`] : [];
  return { records: parseDelimited(new TextDecoder().decode(text), path, separator), notices };
}

/** A byte-order mark of UTF-16. */
function startsWithMark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** The rows that the options name, those of the file first. */
export function rowsToClassify(
  options: TableCommandOptions,
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

/** The table with the rows of a file to test on, and what somebody should know of them. */
export function testRowsOf(
  table: Table,
  path: string,
  missing: readonly string[],
  options: TableCommandOptions,
): TestedTable {
  const { records, notices } = readRecords(path, options);
  const tested = withTestRows(table, records, missing);
  const test = { labels: tested.table.labels, y: tested.table.y.subarray(table.y.length) };
  const classes = testClassSentences(table, test, path);
  return { ...tested, notices: [...notices, ...tested.notices, ...classes] };
}

/** @throws DataError if there is no such file, or it is no model of a table. */
export function loadTableModel(path: string): TableModelFile {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new DataError(`${path}: required a model of a table, found: ${reason(error)}`);
  }
  try {
    return tableModelFrom(text);
  } catch (error) {
    if (error instanceof DataError) throw new DataError(`${path}: ${error.message}`);
    throw error;
  }
}
