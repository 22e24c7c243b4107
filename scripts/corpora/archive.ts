import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ReadableStream } from "node:stream/web";
import { crc32, createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import yauzl from "yauzl";
import { DataError } from "../../src/base/errors.js";
import { bunzip2 } from "./bunzip2.js";

export type ArchiveFormat = "tar.gz" | "tar.bz2" | "zip";

/** An entry of an archive. Its name may be unsafe and its size false. */
export interface Entry {
  readonly name: string;
  /** `"file"`, `"directory"` or another type. */
  readonly type: string;
  /** In bytes, as the archive states it. */
  readonly size: number;
  /** Reads the contents, `size` bytes. Call it before asking for the next entry. */
  readonly read: () => Promise<Uint8Array>;
}

/**
 * Reads the entries of an archive in order.
 *
 * @param maxBytes the limit of a decompressed tar. A zip is not limited here: the caller adds up the `size` of its
 *   entries, and `read` refuses contents of another size.
 * @throws DataError if the archive is damaged, or a tar exceeds `maxBytes`; an entry's `read` may throw it too.
 */
export async function* entriesOf(file: string, format: ArchiveFormat, maxBytes: number): AsyncGenerator<Entry> {
  try {
    for await (const entry of READERS[format](file, maxBytes)) {
      yield { ...entry, read: () => entry.read().catch((error) => damaged(file, error)) };
    }
  } catch (error) {
    damaged(file, error);
  }
}

function damaged(file: string, error: unknown): never {
  throw new DataError(`${file} cannot be unpacked: ${(error as Error).message}`);
}

const READERS: Record<ArchiveFormat, (file: string, maxBytes: number) => AsyncGenerator<Entry>> = {
  "tar.gz": (file, maxBytes) => tarEntries(gunzip(file, maxBytes)),
  "tar.bz2": async function* (file, maxBytes) {
    yield* tarEntries(bunzip2(await readFile(file), maxBytes));
  },
  zip: zipEntries,
};

async function* gunzip(file: string, maxBytes: number): AsyncGenerator<Uint8Array> {
  // The loop below throws the errors of both streams, so the callback does nothing.
  const unzipped = pipeline(createReadStream(file), createGunzip(), () => {});
  let bytes = 0;
  for await (const chunk of unzipped) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new DataError(`it decompresses to more than ${maxBytes} bytes`);
    yield chunk;
  }
}

async function* tarEntries(tar: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  // Not strict: old tar programs left garbage after the end mark.
  const entries = ReadableStream.from(tar).pipeThrough(createTarDecoder());
  for await (const { header, body } of entries) {
    let read = false;
    yield {
      name: header.name,
      type: header.type ?? "file",
      size: header.size,
      async read() {
        read = true;
        const bytes = await buffer(body as ReadableStream<Uint8Array>);
        if (bytes.length !== header.size) throw new DataError("it ends too early");
        return bytes;
      },
    };
    if (!read) await body.cancel();
  }
}

async function* zipEntries(file: string): AsyncGenerator<Entry> {
  // Strict: a backslash in a name is an error, not a slash.
  const zip = await yauzl.openPromise(file, { strictFileNames: true });
  for await (const entry of zip.eachEntry()) {
    yield {
      name: entry.fileName,
      type: zipEntryType(entry),
      size: entry.uncompressedSize,
      async read() {
        const bytes = await buffer(await zip.openReadStreamPromise(entry));
        if (crc32(bytes) !== entry.crc32) throw new DataError("a checksum does not match");
        return bytes;
      },
    };
  }
}

// The file types of Unix's `st_mode`, in the upper half of the external attributes.
const UNIX = 3;
const TYPE_BITS = 0o170000;
const UNIX_TYPES = new Map([
  [0o000000, "file"],
  [0o100000, "file"],
  [0o040000, "directory"],
  [0o120000, "symlink"],
]);

function zipEntryType(entry: yauzl.Entry): string {
  if (entry.fileName.endsWith("/")) return "directory";
  if (entry.versionMadeBy >>> 8 !== UNIX) return "file";
  return UNIX_TYPES.get((entry.externalFileAttributes >>> 16) & TYPE_BITS) ?? "special file";
}
