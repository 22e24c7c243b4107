import type * as HyparquetWriter from "hyparquet-writer";
import { optionalPackage } from "../../base/optional-package.js";

/** A column of a Parquet file to write. */
export interface WrittenColumn {
  readonly name: string;
  readonly type: "string" | "number";
}

/** A row to write: a value for each column. */
export type WrittenRow = readonly (string | number | undefined)[];

/** The limits of a group of rows, which is held in memory. Characters are those of its texts. */
const MAX_GROUP = { rows: 50_000, characters: 2 ** 24 };

/** Loads the package that writes Parquet. @throws DataError if it is missing */
export function requireParquetWriter(): typeof HyparquetWriter {
  return optionalPackage<typeof HyparquetWriter>("hyparquet-writer", "writing Parquet");
}

/**
 * Writes a Parquet file, in groups of at most 50,000 rows and about 16 MB of text. Another file of the name is replaced.
 *
 * @param rows read one at a time
 * @throws DataError if the package for it is missing
 */
export function writeParquet(path: string, columns: readonly WrittenColumn[], rows: Iterable<WrittenRow>): void {
  const { fileWriter, ParquetWriter } = requireParquetWriter();
  const parquet = new ParquetWriter({
    writer: fileWriter(path),
    createdBy: "thresher",
    schema: [{ name: "root", num_children: columns.length }, ...columns.map(elementOf)],
  });
  let group: WrittenRow[] = [];
  let characters = 0;
  const writeGroup = () => {
    const columnData = columns.map(({ name }, c) => ({ name, data: group.map((row) => row[c]) }));
    if (group.length > 0) void parquet.write({ columnData, rowGroupSize: group.length });
    group = [];
    characters = 0;
  };
  for (const row of rows) {
    group.push(row);
    for (const value of row) if (typeof value === "string") characters += value.length;
    if (group.length === MAX_GROUP.rows || characters >= MAX_GROUP.characters) writeGroup();
  }
  writeGroup();
  void parquet.finish();
}

/** Returns a column as the schema of a file has it. A value may be missing. */
function elementOf({ name, type }: WrittenColumn) {
  const form =
    type === "string" ? ({ type: "BYTE_ARRAY", converted_type: "UTF8" } as const) : ({ type: "DOUBLE" } as const);
  return { name, repetition_type: "OPTIONAL", ...form } as const;
}
