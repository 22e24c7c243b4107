import { fstatSync } from "node:fs";
import type * as Hyparquet from "hyparquet";
import type { FileMetaData, SchemaTree } from "hyparquet";
import { lazily } from "../../base/lazily.js";
import { optionalPackage } from "../../base/optional-package.js";
import { fill } from "../files/open-file.js";
import { type ColumnChunk, columnValues } from "./column-values.js";
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

/** The first and the last bytes of a file. */
const MAGIC = "PAR1";
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
  const read = (from: number, length: number) => {
    const bytes = Buffer.allocUnsafeSlow(length);
    if (from < 0 || fill(file, bytes, 0, from) < length) throw new Error("the file is cut short");
    return bytes;
  };
  const end = read(size - END_BYTES, END_BYTES);
  if (end.toString("latin1", 4) !== MAGIC) throw new Error("it does not end as a Parquet file: it is cut short");
  const length = end.readUInt32LE(0);
  if (length > MAX_METADATA_BYTES) throw new Error(`metadata of ${length} bytes`);
  const dataEnd = size - END_BYTES - length;
  const stored = read(dataEnd, length + END_BYTES);
  requireThrift(stored);
  const metadata = parquetMetadata(stored, { geoparquet: false });
  if (metadata.schema.length > MAX_COLUMNS) throw new Error(`more than ${MAX_COLUMNS} columns`);
  const root = parquetSchema(metadata);
  const names = root.children.flatMap(namesIn);
  return {
    names,
    topNames: root.children.map(({ element }) => element.name),
    plainNames: root.children.filter(({ children }) => children.length === 0).map(({ element }) => element.name),
    groups: metadata.row_groups.map(({ num_rows, columns }) => {
      const bytes = columns.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_compressed_size), 0);
      return { rows: Number(num_rows), bytes };
    }),
    *rows(columns, from, to) {
      const wanted = columns.map((name) => columnNamed(root, name));
      for (const group of metadata.row_groups.slice(from, to)) {
        const values = wanted.map(({ tree, rest }) => {
          const next = columnValues(file, root, tree, chunksOf(group, tree, dataEnd));
          return () => plain(rest.reduce(memberOf, next()), toJson);
        });
        for (let row = 0; row < Number(group.num_rows); row++) yield values.map((next) => next());
      }
    },
  };
}

/** Returns the name of a column and, if it is a struct, those of its members. */
function namesIn({ path, element, children }: SchemaTree): string[] {
  const isStruct = children.length > 0 && isPlainGroup(element);
  return [path.join("."), ...(isStruct ? children.flatMap(namesIn) : [])];
}

/** Whether the members of a group are those of a struct, and not of a list or a map. */
function isPlainGroup({ converted_type, logical_type, repetition_type }: SchemaTree["element"]): boolean {
  return converted_type === undefined && logical_type === undefined && repetition_type !== "REPEATED";
}

/** Finds a column. @returns the column at the top, of a struct without other members than the wanted one, and its path */
function columnNamed({ children }: SchemaTree, name: string): { tree: SchemaTree; rest: readonly string[] } {
  const own = children.find(({ element }) => element.name === name);
  if (own !== undefined) return { tree: own, rest: [] };
  for (const tree of children) {
    const { name: first } = tree.element;
    if (!name.startsWith(`${first}.`)) continue;
    const found = columnNamed(tree, name.slice(first.length + 1));
    return { tree: { ...tree, children: [found.tree] }, rest: [found.tree.element.name, ...found.rest] };
  }
  throw new Error(`there is no column ${JSON.stringify(name)} any more`);
}

/** Returns where the columns in a tree are in the file. @throws Error if they are not in it */
function chunksOf({ columns }: FileMetaData["row_groups"][number], tree: SchemaTree, dataEnd: number): ColumnChunk[] {
  const leaves = (node: SchemaTree): SchemaTree[] =>
    node.children.length > 0 ? node.children.flatMap(leaves) : [node];
  return leaves(tree).map(({ path }) => {
    const found = columns.find(({ meta_data }) => meta_data?.path_in_schema.join(".") === path.join("."));
    const { meta_data: data, file_path: elsewhere } = found ?? {};
    if (data === undefined || elsewhere)
      throw new Error(`the column ${JSON.stringify(path.join("."))} is not in the file`);
    const from = Number(data.dictionary_page_offset || data.data_page_offset);
    const to = from + Number(data.total_compressed_size);
    if (!(from >= MAGIC.length && to >= from && to <= dataEnd)) throw new Error("a column lies outside the file");
    return { ...data, path, from, to };
  });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Converts a value to one of JSON. */
function plain(value: unknown, toJson: (value: unknown) => unknown): unknown {
  if (typeof value === "string") return value;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return toJson(value);
}
