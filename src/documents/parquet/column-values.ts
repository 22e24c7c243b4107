import type { ColumnMetaData, DecodedArray, SchemaTree } from "hyparquet";
import type * as Assemble from "hyparquet/src/assemble.js";
import type * as Column from "hyparquet/src/column.js";
import type * as Convert from "hyparquet/src/convert.js";
import type * as Schema from "hyparquet/src/schema.js";
import { lazily } from "../../base/lazily.js";
import { sumOf } from "../../base/lists.js";
import { optionalPackage } from "../../base/optional-package.js";
import { fill } from "../files/open-file.js";
import { CODECS, MAX_PAGE_BYTES } from "./codecs.js";
import { requireThrift } from "./thrift.js";

/** The parts of the package that read a page. Its main functions read whole groups, and only asynchronously. */
const parts = lazily(() => {
  const part = <T>(name: string) => optionalPackage<T>(`hyparquet/src/${name}.js`, "Parquet");
  return {
    ...part<typeof Column>("column"),
    ...part<typeof Convert>("convert"),
    ...part<typeof Assemble>("assemble"),
    ...part<typeof Schema>("schema"),
  };
});

/** The number of values in a page. */
const MAX_PAGE_VALUES = 2 ** 24;
/** In bytes, of a list or struct in a group of rows, unpacked. */
const MAX_NESTED_BYTES = 2 ** 30;
/** In bytes. The header of a page may have its smallest and its largest value. */
const MAX_HEADER_BYTES = 1 << 18;

/**
 * Returns the values of a column in a group of rows.
 *
 * @param file the descriptor of the open file
 * @param tree the column
 * @param chunks its parts: one, or those of a list or struct
 * @throws Error if the file is damaged
 */
export function* columnValues(
  file: number,
  root: SchemaTree,
  tree: SchemaTree,
  chunks: readonly ColumnMetaData[],
): Generator<unknown> {
  const { isFlatColumn, assembleNested, DEFAULT_PARSERS } = parts();
  if (isFlatColumn([root, tree])) {
    for (const page of pagesOf(file, root, chunks[0], false)) yield* page;
    return;
  }
  const size = sumOf(chunks.map(({ total_uncompressed_size }) => Number(total_uncompressed_size)));
  if (size > MAX_NESTED_BYTES) throw new Error("a list or struct of more than 1 GiB in a group of rows");
  const values = new Map<string, DecodedArray>();
  for (const chunk of chunks) {
    const pages = [...pagesOf(file, root, chunk, true)];
    values.set(
      chunk.path_in_schema.join("."),
      pages.flatMap((page) => Array.from(page)),
    );
  }
  assembleNested(values, tree, DEFAULT_PARSERS);
  yield* values.get(tree.element.name) ?? [];
}

/**
 * Reads the pages of a column.
 *
 * @param isJoined whether a list may go on in the next page. The pages are then one
 */
function* pagesOf(file: number, root: SchemaTree, chunk: ColumnMetaData, isJoined: boolean): Generator<DecodedArray> {
  const { convert, parquetHeader, readPage, getTreePath, DEFAULT_PARSERS } = parts();
  const { path_in_schema: pathInSchema, type, codec } = chunk;
  const schemaPath = getTreePath(root, pathInSchema);
  const { element } = schemaPath[schemaPath.length - 1];
  const decoder = { pathInSchema, type, codec, element, schemaPath, compressors: CODECS, parsers: DEFAULT_PARSERS };
  let dictionary: DecodedArray | undefined;
  let last: DecodedArray | undefined;
  let at = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
  for (const end = at + Number(chunk.total_compressed_size); at < end; ) {
    const bytes = bytesAt(file, at, Math.min(MAX_HEADER_BYTES, end - at));
    requireThrift(bytes);
    const reader = { view: new DataView(bytes.buffer), offset: 0 };
    const header = parquetHeader(reader);
    const size = header.compressed_page_size;
    const { data_page_header: first, data_page_header_v2: second, dictionary_page_header: words } = header;
    const { num_values: count = 0 } = first ?? second ?? words ?? {};
    if (![size, header.uncompressed_page_size].every((n) => n >= 0 && n <= MAX_PAGE_BYTES))
      throw new Error(`a page of more than ${MAX_PAGE_BYTES / 2 ** 20} MiB`);
    if (!(count >= 0 && count <= MAX_PAGE_VALUES)) throw new Error(`a page of ${count} values`);
    const view = new DataView(bytesAt(file, at + reader.offset, size).buffer);
    at += reader.offset + size;
    const { data = [] } = readPage({ view, offset: 0 }, header, decoder, dictionary, last, 0);
    if (header.type === "DICTIONARY_PAGE") dictionary = convert(data, decoder);
    else {
      if (data !== last) yield data;
      if (isJoined) last = data;
    }
  }
}

/** Reads bytes of a file. @throws Error if it does not have them */
export function bytesAt(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  if (from < 0 || fill(file, bytes, 0, from) < length) throw new Error("the file is cut short");
  return bytes;
}
