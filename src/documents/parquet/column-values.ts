import type { ColumnMetaData, DecodedArray, SchemaTree } from "hyparquet";
import { sumOf } from "../../base/lists.js";
import { fill } from "../files/open-file.js";
import { CODECS, MAX_PAGE_BYTES } from "./codecs.js";
import { hyparquet } from "./hyparquet.js";
import { requireThrift } from "./thrift.js";

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
  const { isFlatColumn, assembleNested, DEFAULT_PARSERS } = hyparquet();
  if (isFlatColumn([root, tree])) {
    const isText = chunks[0].type === "BYTE_ARRAY";
    for (const page of pagesOf(file, root, chunks[0], false))
      for (const value of page) yield isText && value instanceof Uint8Array ? UTF_8.decode(value) : value;
    return;
  }
  const size = sumOf(chunks.map(({ total_uncompressed_size }) => Number(total_uncompressed_size)));
  if (size > MAX_NESTED_BYTES) throw new Error("a list or struct of more than 1 GiB in a group of rows");
  const values = new Map<string, DecodedArray>();
  for (const chunk of chunks) {
    const pages = [...pagesOf(file, root, chunk, true)].map((page) => Array.from(page));
    values.set(chunk.path_in_schema.join("."), pages.flat());
  }
  assembleNested(values, tree, DEFAULT_PARSERS);
  yield* values.get(tree.element.name) ?? [];
}

const UTF_8 = new TextDecoder();

/**
 * Reads the pages of a column.
 *
 * @param isJoined whether a list may go on in the next page. The pages are then one. Otherwise a page is valid until the
 *   next one, and its texts are bytes: a page of 100 MB as strings would take several times as much
 */
function* pagesOf(file: number, root: SchemaTree, chunk: ColumnMetaData, isJoined: boolean): Generator<DecodedArray> {
  const { convert, parquetHeader, readPage, getTreePath, DEFAULT_PARSERS } = hyparquet();
  const { path_in_schema: pathInSchema, type, codec } = chunk;
  const schemaPath = getTreePath(root, pathInSchema);
  const { element } = schemaPath[schemaPath.length - 1];
  const decoder = { pathInSchema, type, codec, element, schemaPath, compressors: CODECS, parsers: DEFAULT_PARSERS };
  const asBytes = { ...DEFAULT_PARSERS, stringFromBytes: (bytes: Uint8Array) => bytes };
  const ofPage = isJoined ? decoder : { ...decoder, parsers: asBytes };
  let dictionary: DecodedArray | undefined;
  let last: DecodedArray | undefined;
  const beginning = Buffer.allocUnsafeSlow(MAX_HEADER_BYTES);
  let at = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
  const end = at + Number(chunk.total_compressed_size);
  // A function, because a generator would keep the packed bytes while the values are used.
  const nextPage = () => {
    requireThrift(readAt(file, at, beginning.subarray(0, end - at)));
    const reader = { view: new DataView(beginning.buffer), offset: 0 };
    const header = parquetHeader(reader);
    const size = header.compressed_page_size;
    const { data_page_header: first, data_page_header_v2: second, dictionary_page_header: words } = header;
    const { num_values: count = 0 } = first ?? second ?? words ?? {};
    if (![size, header.uncompressed_page_size].every((n) => n >= 0 && n <= MAX_PAGE_BYTES))
      throw new Error(`a page of more than ${MAX_PAGE_BYTES / 2 ** 20} MiB`);
    if (!(count >= 0 && count <= MAX_PAGE_VALUES)) throw new Error(`a page of ${count} values`);
    const packed = readAt(file, at + reader.offset, Buffer.allocUnsafeSlow(size));
    at += reader.offset + size;
    const { data = [] } = readPage(
      { view: new DataView(packed.buffer), offset: 0 },
      header,
      ofPage,
      dictionary,
      last,
      0,
    );
    if (header.type !== "DICTIONARY_PAGE") return data;
    dictionary = convert(data, decoder);
    return undefined;
  };
  while (at < end) {
    const data = nextPage();
    if (data !== undefined && data !== last) yield data;
    if (isJoined) last = data ?? last;
  }
}

/** Fills a buffer from a file. @throws Error if the file is too short */
export function readAt(file: number, from: number, into: Buffer): Buffer {
  if (from < 0 || fill(file, into, 0, from) < into.length) throw new Error("the file is cut short");
  return into;
}
