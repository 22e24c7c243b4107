import { fstatSync } from "node:fs";
import type { SchemaTree } from "hyparquet";
import { sumOf } from "../../base/lists.js";
import { columnValues, readAt } from "./column-values.js";
import { hyparquet } from "./hyparquet.js";
import { requireThrift } from "./thrift.js";

/** After the metadata: its length and the magic number. */
const END_BYTES = 8;
/** In bytes. The metadata of more than 100,000 groups of columns. */
const MAX_METADATA_BYTES = 2 ** 25;
/** The number of columns, including those of lists and structs. */
const MAX_COLUMNS = 4000;

/**
 * Opens a Parquet file: a table whose rows are divided into groups. Reads its metadata.
 *
 * @param file the descriptor of the open file, which must stay open while rows are read
 * @throws Error if it is not a Parquet file, or is damaged; DataError if the package for it is missing
 */
export function openParquet(file: number) {
  const { parquetMetadata, parquetSchema, toJson } = hyparquet();
  const { size } = fstatSync(file);
  const end = readAt(file, size - END_BYTES, Buffer.alloc(END_BYTES));
  if (end.toString("latin1", 4) !== "PAR1") throw new Error("it does not end as a Parquet file: it is cut short");
  const length = end.readUInt32LE(0);
  if (length > MAX_METADATA_BYTES) throw new Error(`metadata of ${length} bytes`);
  const stored = readAt(file, size - END_BYTES - length, Buffer.alloc(length + END_BYTES));
  requireThrift(stored);
  const metadata = parquetMetadata(stored, { geoparquet: false });
  if (metadata.schema.length > MAX_COLUMNS) throw new Error(`more than ${MAX_COLUMNS} columns`);
  const root = parquetSchema(metadata);
  const tops = root.children;
  const paths = new Map(tops.flatMap(pathsIn).map((path) => [path.join("."), path]));
  /** Converts a value to one of JSON. */
  const plain = (value: unknown): unknown =>
    typeof value === "bigint" && !Number.isSafeInteger(Number(value)) ? String(value) : toJson(value);
  let [bytes, rows] = [0, 0];
  return {
    /** The names of the columns. A member of a struct has the name of the struct before a point: `meta.title`. */
    names: [...paths.keys()],
    /** The names of the columns that are no members of others. */
    topNames: tops.map(({ element }) => element.name),
    /** The names of the columns that are neither lists nor structs. */
    plainNames: tops.filter(({ children }) => children.length === 0).map(({ element }) => element.name),
    /** The number of each group, from 1, and of the bytes and rows up to its end. */
    groups: metadata.row_groups.map(({ num_rows, columns }, g): [number, number, number] => {
      bytes += sumOf(columns.map(({ meta_data }) => Number(meta_data?.total_compressed_size)));
      rows += Number(num_rows);
      return [g + 1, bytes, rows];
    }),
    /**
     * Reads some columns of the groups `[from, to)`, by default of all, page by page; lists and structs by the group.
     *
     * @returns for each row the values of the columns, in the order of `wanted`
     * @throws Error if the file is damaged
     */
    *rows(wanted: readonly string[], from?: number, to?: number): Generator<readonly unknown[]> {
      for (const { columns, num_rows } of metadata.row_groups.slice(from, to)) {
        const readers = wanted.map((name) => {
          const [top, ...members] = paths.get(name) as readonly string[];
          const tree = tops.find(({ element }) => element.name === top) as SchemaTree;
          const chunks = columns.flatMap(({ meta_data }) => (meta_data?.path_in_schema[0] === top ? meta_data : []));
          const values = columnValues(file, root, tree, chunks);
          return () => {
            const { value, done } = values.next();
            if (done) throw new Error("a column has too few values");
            return plain(members.reduce((struct, member) => (struct as Struct | null | undefined)?.[member], value));
          };
        });
        for (let row = 0; row < Number(num_rows); row++) yield readers.map((next) => next());
      }
    },
  };
}

type Struct = Readonly<Record<string, unknown>>;

/** Returns the path of a column and, if it is a struct and no list or map, those of its members. */
function pathsIn({ path, element, children }: SchemaTree): (readonly string[])[] {
  const { converted_type, logical_type, repetition_type } = element;
  const isStruct = converted_type === undefined && logical_type === undefined && repetition_type !== "REPEATED";
  return [path, ...(isStruct ? children.flatMap(pathsIn) : [])];
}
