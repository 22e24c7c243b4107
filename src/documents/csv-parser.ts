import { createRequire } from "node:module";
import type * as CsvParse from "csv-parse/sync";

/** What takes separated values apart (RFC 4180). Loaded when a table is read: all else does without. */
export function csvParser(): typeof CsvParse.parse {
  return (createRequire(import.meta.url)("csv-parse/sync") as typeof CsvParse).parse;
}
