import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ReadableStream } from "node:stream/web";
import { crc32, createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import yauzl from "yauzl";
import { DataError } from "../../src/errors.js";
import { bunzip2 } from "./bunzip2.js";

export type ArchiveFormat = "tar.gz" | "tar.bz2" | "zip";

/** An entry of an archive as it stands there: nothing about it has been checked. */
export interface Entry {
  readonly name: string;
  /** `"file"`, `"directory"`, or what else it is. */
  readonly type: string;
  readonly size: number;
  /** The contents, `size` bytes. To be called, if at all, before the next entry is asked for. */
  readonly read: () => Promise<Uint8Array>;
}

/**
 * The entries of an archive in its order. An archive that is damaged, or that decompresses to more than `maxBytes`,
 * throws a `DataError`, here or from an entry's `read`.
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
  throw new DataError(`a sound archive was expected, ${file} could not be unpacked: ${(error as Error).message}`);
}

const READERS: Record<ArchiveFormat, (file: string, maxBytes: number) => AsyncGenerator<Entry>> = {
  "tar.gz": (file, maxBytes) => tarEntries(gunzip(file, maxBytes)),
  "tar.bz2": async function* (file, maxBytes) {
    yield* tarEntries(bunzip2(await readFile(file), maxBytes));
  },
  zip: zipEntries,
};

async function* gunzip(file: string, maxBytes: number): AsyncGenerator<Uint8Array> {
  // A fault of either stream reaches the loop below through the second.
  const unzipped = pipeline(createReadStream(file), createGunzip(), () => {});
  let bytes = 0;
  for await (const chunk of unzipped) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new DataError(`it holds more than ${maxBytes} bytes`);
    yield chunk;
  }
}

async function* tarEntries(tar: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  // Not strict: what follows the end mark is padding, and old tar programs left rubbish there.
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
  // Strict: a backslash in a name is reported, not turned into a slash.
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

// The file types of Unix's `st_mode`, which zip programs on Unix put into the upper half of the external attributes.
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
