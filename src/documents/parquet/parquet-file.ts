import { fstatSync } from "node:fs";
import type * as Hyparquet from "hyparquet";
import type { SchemaTree } from "hyparquet";
import { lazily } from "../../base/lazily.js";
import { sumOf } from "../../base/lists.js";
import { optionalPackage } from "../../base/optional-package.js";
import { bytesAt, columnValues } from "./column-values.js";
import { requireThrift } from "./thrift.js";

/** Loads the package for Parquet. @throws DataError that says how to install it if it is missing */
const hyparquet = lazily(() => optionalPackage<typeof Hyparquet>("hyparquet", "Parquet"));

/** A Parquet file: a table whose rows are divided into groups. */
export interface ParquetFile {
  /** The names of the columns. A member of a struct has the name of the struct before a point: `meta.title`. */
  readonly names: readonly string[];
  /** The names of the columns that are no members of others. */
  readonly topNames: readonly string[];
  /** The names of the columns that are neither lists nor structs. */
  readonly plainNames: readonly string[];
  /** The number of rows and of bytes of each group. */
  readonly groups: readonly { readonly rows: number; readonly bytes: number }[];
  /**
   * Reads some columns of the groups `[from, to)`, by default of all, page by page; lists and structs by the group.
   *
   * @returns for each row the values of the columns, in the order of `columns`
   * @throws Error if the file is damaged
   */
  readonly rows: (columns: readonly string[], from?: number, to?: number) => Generator<readonly unknown[]>;
}

/** After the metadata: its length and the magic number. */
const END_BYTES = 8;
/** In bytes. The metadata of more than 100,000 groups of columns. */
const MAX_METADATA_BYTES = 2 ** 25;
/** The number of columns, including those of lists and structs. */
const MAX_COLUMNS = 4000;

/**
 * Reads the metadata of a Parquet file.
 *
 * @param file the descriptor of the open file, which must stay open while rows are read
 * @throws Error if it is not a Parquet file, or is damaged; DataError if the package for it is missing
 */
export function openParquet(file: number): ParquetFile {
  const { parquetMetadata, parquetSchema, toJson } = hyparquet();
  const { size } = fstatSync(file);
  const end = bytesAt(file, size - END_BYTES, END_BYTES);
  if (end.toString("latin1", 4) !== "PAR1") throw new Error("it does not end as a Parquet file: it is cut short");
  const length = end.readUInt32LE(0);
  if (length > MAX_METADATA_BYTES) throw new Error(`metadata of ${length} bytes`);
  const stored = bytesAt(file, size - END_BYTES - length, length + END_BYTES);
  requireThrift(stored);
  const metadata = parquetMetadata(stored, { geoparquet: false });
  if (metadata.schema.length > MAX_COLUMNS) throw new Error(`more than ${MAX_COLUMNS} columns`);
  const root = parquetSchema(metadata);
  const paths = new Map(root.children.flatMap(pathsIn).map((path) => [path.join("."), path]));
  /** Converts a value to one of JSON. */
  const plain = (value: unknown): unknown =>
    typeof value === "bigint" && !Number.isSafeInteger(Number(value)) ? String(value) : toJson(value);
  return {
    names: [...paths.keys()],
    topNames: root.children.map(({ element }) => element.name),
    plainNames: root.children.filter(({ children }) => children.length === 0).map(({ element }) => element.name),
    groups: metadata.row_groups.map(({ num_rows, columns }) => ({
      rows: Number(num_rows),
      bytes: sumOf(columns.map(({ meta_data }) => Number(meta_data?.total_compressed_size))),
    })),
    *rows(wanted, from, to) {
      for (const { columns, num_rows } of metadata.row_groups.slice(from, to)) {
        const all = columns.flatMap(({ meta_data }) => meta_data ?? []);
        const readers = wanted.map((name) => {
          const [top, ...members] = paths.get(name) as readonly string[];
          const tree = root.children.find(({ element }) => element.name === top) as SchemaTree;
          const chunks = all.filter(({ path_in_schema }) => path_in_schema[0] === top);
          const values = columnValues(file, root, tree, chunks);
          return () => {
            const { value, done } = values.next();
            if (done) throw new Error("a column has too few values");
            return plain(members.reduce(memberOf, value));
          };
        });
        for (let row = 0; row < Number(num_rows); row++) yield readers.map((next) => next());
      }
    },
  };
}

/** Returns the path of a column and, if it is a struct and no list or map, those of its members. */
function pathsIn({ path, element, children }: SchemaTree): (readonly string[])[] {
  const { converted_type, logical_type, repetition_type } = element;
  const isStruct = converted_type === undefined && logical_type === undefined && repetition_type !== "REPEATED";
  return [path, ...(isStruct ? children.flatMap(pathsIn) : [])];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
