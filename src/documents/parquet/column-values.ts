import type { ColumnMetaData, DecodedArray, PageHeader, SchemaTree } from "hyparquet";
import type * as Assemble from "hyparquet/src/assemble.js";
import type * as Column from "hyparquet/src/column.js";
import type * as Convert from "hyparquet/src/convert.js";
import type * as Schema from "hyparquet/src/schema.js";
import { lazily } from "../../base/lazily.js";
import { optionalPackage } from "../../base/optional-package.js";
import { fill } from "../files/open-file.js";
import { CODECS } from "./codecs.js";
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

/** A column of a group of rows, and where its pages are in the file. */
export interface ColumnChunk extends ColumnMetaData {
  readonly path: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** In bytes, of an unpacked page. Programs write pages of 1 MB, DuckDB of up to 100 MB. */
const MAX_PAGE_BYTES = 2 ** 28;
/** The number of values in a page. */
const MAX_PAGE_VALUES = 2 ** 24;
/** In bytes, of a list or struct in a group of rows, unpacked. */
const MAX_NESTED_BYTES = 2 ** 30;
/** In bytes. The header of a page may have its smallest and its largest value. */
const HEADER_BYTES = [1 << 12, 1 << 16, 1 << 22];

/**
 * Returns a function that returns the next value of a column in a group of rows.
 *
 * @param file the descriptor of the open file
 * @param tree the column
 * @param chunks its parts: one, or those of a list or struct
 * @throws Error if the file is damaged
 */
export function columnValues(file: number, root: SchemaTree, tree: SchemaTree, chunks: readonly ColumnChunk[]) {
  const { isFlatColumn, assembleNested, DEFAULT_PARSERS } = parts();
  function* assembled(): Generator<DecodedArray> {
    const size = chunks.reduce((sum, { total_uncompressed_size }) => sum + Number(total_uncompressed_size), 0);
    if (size > MAX_NESTED_BYTES) throw new Error("a list or struct of more than 1 GiB in a group of rows");
    const columns = chunks.map(
      (chunk) =>
        [chunk.path.join("."), [...pagesOf(file, root, chunk, true)].flatMap((page) => Array.from(page))] as const,
    );
    const values = new Map<string, DecodedArray>(columns);
    assembleNested(values, tree, DEFAULT_PARSERS);
    yield values.get(tree.path.join(".")) ?? [];
  }
  const pages = isFlatColumn([root, tree]) ? pagesOf(file, root, chunks[0], false) : assembled();
  let page: ArrayLike<unknown> = [];
  let at = 0;
  return (): unknown => {
    while (at >= page.length) {
      const { value, done } = pages.next();
      if (done) throw new Error("a column has too few values");
      page = value;
      at = 0;
    }
    return page[at++];
  };
}

/**
 * Reads the pages of a column.
 *
 * @param isJoined whether a list may go on in the next page. The pages are then one
 */
function* pagesOf(file: number, root: SchemaTree, chunk: ColumnChunk, isJoined: boolean): Generator<DecodedArray> {
  const { convert, readPage, getTreePath, DEFAULT_PARSERS } = parts();
  const schemaPath = getTreePath(root, [...chunk.path]);
  const { element } = schemaPath[schemaPath.length - 1];
  const { path_in_schema: pathInSchema, type, codec } = chunk;
  const decoder = { pathInSchema, type, codec, element, schemaPath, compressors: CODECS, parsers: DEFAULT_PARSERS };
  let dictionary: DecodedArray | undefined;
  let last: DecodedArray | undefined;
  let scratch = Buffer.alloc(0);
  for (let at = chunk.from; at < chunk.to; ) {
    const { header, length } = headerAt(file, at, chunk.to);
    const { compressed_page_size: size } = header;
    if (at + length + size > chunk.to) throw new Error("a page ends after its column");
    // Values may be views of a page that is not packed.
    if (codec === "UNCOMPRESSED" || scratch.length < size) scratch = Buffer.allocUnsafeSlow(size);
    const view = new DataView(scratch.buffer, 0, fill(file, scratch.subarray(0, size), 0, at + length));
    at += length + size;
    const { data = [] } = readPage({ view, offset: 0 }, header, decoder, dictionary, last, 0);
    if (header.type === "DICTIONARY_PAGE") dictionary = convert(data, decoder);
    else {
      if (data !== last) yield data;
      if (isJoined) last = data;
    }
  }
}

/** Reads the header of a page. @throws Error if it is damaged, or the page is too large */
function headerAt(file: number, from: number, to: number): { header: PageHeader; length: number } {
  let fault: unknown;
  for (const most of HEADER_BYTES) {
    const bytes = Buffer.allocUnsafeSlow(Math.min(most, to - from));
    const reader = { view: new DataView(bytes.buffer, 0, fill(file, bytes, 0, from)), offset: 0 };
    try {
      requireThrift(bytes);
      const header = parts().parquetHeader(reader);
      requireSound(header);
      return { header, length: reader.offset };
    } catch (error) {
      // The header may be longer.
      fault = error;
    }
    if (bytes.length < most) break;
  }
  throw fault;
}

/** @throws Error unless a page can be held in memory */
function requireSound(header: PageHeader): void {
  const {
    compressed_page_size,
    uncompressed_page_size,
    data_page_header,
    data_page_header_v2,
    dictionary_page_header,
  } = header;
  const { num_values = 0 } = data_page_header ?? data_page_header_v2 ?? dictionary_page_header ?? {};
  const isWithin = (n: number, most: number) => n >= 0 && n <= most;
  if (!isWithin(compressed_page_size, MAX_PAGE_BYTES) || !isWithin(uncompressed_page_size, MAX_PAGE_BYTES))
    throw new Error(`a page of more than ${MAX_PAGE_BYTES / 2 ** 20} MiB`);
  if (!isWithin(num_values, MAX_PAGE_VALUES)) throw new Error(`a page of ${num_values} values`);
}
