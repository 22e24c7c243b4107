import { closeSync } from "node:fs";
import { DataError, orElse, reason } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { closing, openRegular } from "../files/open-file.js";
import { openParquet, type ParquetFile } from "../parquet/parquet-file.js";
import {
  type ArchiveEntry,
  ArchiveFault,
  type ArchiveFormat,
  type ArchiveRange,
  type EntryOptions,
} from "./archive.js";
import { type Columns, findColumns, type NamedColumns, TABLE_OPTIONS, textsIn } from "./columns.js";
import { memberEntry, valuesRow } from "./json-lines.js";

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
  ranges: rangesOf,
  size: (path) => sumOf(groupsOf(path).map(({ rows }) => rows)),
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
    const numbers = names.map((name) => plainNames.indexOf(name));
    const rows: unknown[][] = [];
    orElse(() => {
      for (const row of parquet.rows(plainNames, 0, 1))
        if (rows.push(numbers.map((c) => row[c])) === SAMPLE_ROWS) break;
    }, undefined);
    const found = findColumns(path, "column", { names, rows }, named);
    return { ...found, others: found.others?.filter((name) => topNames.includes(name)) };
  });
}

/** Returns the groups of rows of a file. None if it is damaged, which reading it reports. */
function groupsOf(path: string): ParquetFile["groups"] {
  return orElse(() => closing(openRegular(path), openParquet).groups, []);
}

/** Cuts a file into groups of rows. */
function rangesOf(path: string, bytes: number): ArchiveRange[] {
  const ranges: ArchiveRange[] = [];
  const groups = groupsOf(path);
  let [from, size, before, rows] = [0, 0, 0, 0];
  for (const [g, group] of groups.entries()) {
    size += group.bytes;
    rows += group.rows;
    if (size < bytes && g + 1 < groups.length) continue;
    ranges.push([from, g + 1, before]);
    [from, size, before] = [g + 1, 0, rows];
  }
  return ranges;
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
