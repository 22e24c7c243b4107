import type * as HyparquetWriter from "hyparquet-writer";
import { sumOf } from "../../base/lists.js";
import { optionalPackage } from "../../base/optional-package.js";

/** A column of a Parquet file to write. */
export interface WrittenColumn {
  readonly name: string;
  readonly type: "string" | "number";
}

/** A row to write: a value for each column. */
export type WrittenRow = readonly (string | number | undefined)[];

/** The columns as the schema of a file has them. A value may be missing. */
const FORMS = {
  string: { type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" },
  number: { type: "DOUBLE", repetition_type: "OPTIONAL" },
} as const;

/** The size of a group of rows, which is held in memory: the characters of its texts, and some for each row. */
const GROUP_SIZE = 2 ** 24;
const ROW_SIZE = 320;

/** Loads the package that writes Parquet. @throws DataError if it is missing */
export function requireParquetWriter(): typeof HyparquetWriter {
  return optionalPackage<typeof HyparquetWriter>("hyparquet-writer", "writing Parquet");
}

/**
 * Writes a Parquet file, in groups of at most some 50,000 rows and 16 MB of text. Another file of the name is replaced.
 *
 * @param rows read one at a time
 * @throws DataError if the package for it is missing
 */
export function writeParquet(path: string, columns: readonly WrittenColumn[], rows: Iterable<WrittenRow>): void {
  const { fileWriter, ParquetWriter } = requireParquetWriter();
  const parquet = new ParquetWriter({
    writer: fileWriter(path),
    createdBy: "thresher",
    schema: [
      { name: "root", num_children: columns.length },
      ...columns.map(({ name, type }) => ({ name, ...FORMS[type] })),
    ],
  });
  const group: WrittenRow[] = [];
  let size = 0;
  const writeGroup = () => {
    const columnData = columns.map(({ name }, c) => ({ name, data: group.map((row) => row[c]) }));
    if (group.length > 0) void parquet.write({ columnData, rowGroupSize: group.length });
    size = group.length = 0;
  };
  for (const row of rows) {
    size += ROW_SIZE + sumOf(row.map((value) => (typeof value === "string" ? value.length : 0)));
    group.push(row);
    if (size >= GROUP_SIZE) writeGroup();
  }
  writeGroup();
  void parquet.finish();
}
