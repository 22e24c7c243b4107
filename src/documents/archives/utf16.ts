import type { Chunks } from "../files/open-file.js";

/** The number of bytes that are searched for zeros if there is no byte-order mark. */
const MAX_SEARCHED = 64;

/** The names of UTF-16 in both byte orders. Excel, for example, writes it. */
type Utf16 = "utf-16le" | "utf-16be";

/**
 * Returns the byte order if a file is UTF-16: by its byte-order mark, or because every other byte of its beginning is 0,
 * as in ASCII text.
 */
function utf16In(beginning: Uint8Array): Utf16 | undefined {
  const [first, second] = beginning;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const bytes = beginning.subarray(0, MAX_SEARCHED);
  if (bytes.length < 4 || !bytes.includes(0)) return undefined;
  if (bytes.every((byte, i) => (i % 2 === 1) === (byte === 0))) return "utf-16le";
  return bytes.every((byte, i) => (i % 2 === 0) === (byte === 0)) ? "utf-16be" : undefined;
}

/** Converts a file in UTF-16 to UTF-8, without a byte-order mark. Other files stay as they are. */
export function* inUtf8(chunks: Chunks): Generator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let isFirst = true;
  for (const chunk of chunks) {
    const encoding = isFirst ? utf16In(chunk) : undefined;
    if (encoding !== undefined) decoder = new TextDecoder(encoding);
    isFirst = false;
    yield decoder === undefined ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
  }
  if (decoder !== undefined) yield Buffer.from(decoder.decode());
}
