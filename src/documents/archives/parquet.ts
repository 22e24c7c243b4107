import { closeSync } from "node:fs";
import { DataError, orElse, reason } from "../../base/errors.js";
import { lazily } from "../../base/lazily.js";
import { closing, openRegular } from "../files/open-file.js";
import { openParquet } from "../parquet/parquet-file.js";
import { type ArchiveEntry, ArchiveFault, type ArchiveFormat, type EntryOptions } from "./archive.js";
import { type Columns, findColumns, type NamedColumns, TABLE_OPTIONS, textsIn } from "./columns.js";
import { memberEntry, valuesRow } from "./json-lines.js";
import { rangesOf } from "./text-lines.js";

/** Parquet, a table in columns. Places are the numbers of rows, from 1. */
export const PARQUET: ArchiveFormat = {
  name: "parquet",
  title: ["Parquet table", "Parquet tables"],
  unit: "document",
  endings: [".parquet"],
  isBeginning: (beginning) => beginning.toString("latin1", 0, 4) === "PAR1",
  isBinary: true,
  classIn: "column",
  options: TABLE_OPTIONS,
  ranges: (path, bytes) => rangesOf(groupsOf(path), bytes),
  size: (path) => groupsOf(path).at(-1)?.[2],
  columns: (_, named, path) => columnsAt(path, named),
  entries,
};

/** The number of rows that are searched for columns. */
const SAMPLE_ROWS = 100;

/** Finds the columns by their names and by the first rows. */
function columnsAt(path: string, named: NamedColumns): Columns {
  return closing(openRegular(path), (file) => {
    const parquet = orElse(() => openParquet(file), undefined);
    // Reading the file reports that it cannot be read.
    if (parquet === undefined) return { label: named.labelColumn, text: textsIn(named)[0] ?? "" };
    const { names, topNames, plainNames } = parquet;
    // Read once, and only if the names do not tell: a page may have 100 MB.
    const sample = lazily(() => {
      const rows: (readonly unknown[])[] = [];
      orElse(() => {
        for (const row of parquet.rows(plainNames, 0, 1)) if (rows.push(row) === SAMPLE_ROWS) break;
      }, undefined);
      return rows;
    });
    const table = {
      names: [...new Set([...plainNames, ...names])],
      get rows() {
        return sample();
      },
    };
    const found = findColumns(path, "column", table, named);
    return { ...found, others: found.others && topNames.filter((name) => found.others?.includes(name)) };
  });
}

/** Returns where the groups of rows of a file end. None if it is damaged, which reading it reports. */
function groupsOf(path: string) {
  return orElse(() => closing(openRegular(path), openParquet).groups, []);
}

/** Reads the rows. @throws ArchiveFault if the file is damaged */
function* entries(_: unknown, { columns, path, open = openRegular, range }: EntryOptions): Generator<ArchiveEntry> {
  const { label, text, moreTexts = [], oneHot = [], id, date, group, others = [], members = [] } = columns;
  const file = open(path);
  try {
    const { topNames, rows } = openParquet(file);
    const carried = members === "all" ? topNames : members;
    const named = [text, ...moreTexts, label, ...oneHot, id, date, group, ...others, ...carried];
    const used = [...new Set(named.filter((name) => name !== undefined))];
    let row: readonly unknown[] = [];
    const cells = valuesRow(
      (name) => row[used.indexOf(name)],
      () => topNames,
      columns,
    );
    let [from, to, place] = range ?? [undefined, undefined, 0];
    for (row of rows(used, from, to)) yield memberEntry(String(++place), cells, columns);
  } catch (error) {
    if (error instanceof DataError) throw error;
    // Errors of JavaScript itself are those of the package with metadata that it does not expect.
    const isUnexpected = error instanceof TypeError || error instanceof RangeError;
    throw new ArchiveFault(`damaged Parquet: ${isUnexpected ? "its metadata or a page is not sound" : reason(error)}`);
  } finally {
    closeSync(file);
  }
}
