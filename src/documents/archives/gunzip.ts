import { createRequire } from "node:module";
import { crc32 } from "node:zlib";
import type * as Minizlib from "minizlib";
import { type LimitedBytes, limited, MAX_DOCUMENT_BYTES } from "../document-limit.js";
import type { Chunks } from "../files/chunks.js";

/** Whether the name of a file says that gzip has packed it. */
export function isPacked(path: string): boolean {
  return path.length > 3 && path.slice(-3).toLowerCase() === ".gz";
}

/** Whether bytes begin with the magic number of gzip. */
export function hasGzipMagic(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Unpacks bytes if their first two bytes say that they are gzip (RFC 1952). Otherwise returns them as they are. */
export function* unpacked(chunks: Chunks): Generator<Uint8Array> {
  let gunzip: Gunzipper | undefined;
  let isFirst = true;
  try {
    for (const chunk of chunks) {
      if (isFirst && hasGzipMagic(chunk)) gunzip = new Gunzipper();
      isFirst = false;
      if (gunzip === undefined) yield chunk;
      else yield* gunzip.take(chunk);
    }
    if (gunzip !== undefined) yield* gunzip.end();
  } finally {
    gunzip?.close();
  }
}

/** Packing shrinks text to about a tenth. A file that grows by more than this was made to fill the memory. */
const MAX_RATIO = 200;

/** In bytes. Below this size, the ratio does not matter: a small file of blanks is harmless. */
const ANY_RATIO_BYTES = 64 * 2 ** 20;

/** The number of packed bytes that are inflated at once. They grow at most a thousandfold. */
const PIECE_BYTES = 1 << 14;

/** The fault if other bytes than zeros follow the last member, as `gzip -t` warns. Everything has been unpacked. */
export const TRAILING_BYTES = "other bytes after the packed ones";

/** In bytes: the checksum and the size after a member. */
const TRAILER = 8;

/** The parts of a member. Bytes after the last member are `padding`. */
type GzipPart = "header" | "body" | "trailer" | "padding";

/**
 * Unpacks gzip piece by piece, with all its members, and checks the checksums. Uses minizlib, because Node's zlib can
 * unpack in pieces only asynchronously. If bytes are damaged, `take` and `end` first return everything that could be
 * unpacked, then throw an error that says what is wrong. Reads the headers itself: if junk follows a member, zlib's
 * Gunzip returns nothing of the piece in which the member ends.
 */
class Gunzipper {
  readonly #inflate: Minizlib.InflateRaw;
  /** Bytes that minizlib has unpacked and that were not returned yet. */
  readonly #ready: Uint8Array[] = [];
  #fault: string | undefined;
  /** The numbers of bytes that came in and that were returned. */
  #packed = 0;
  #size = 0;
  #part: GzipPart = "header";
  /** The beginning of a header or trailer that is not complete. */
  #held: Buffer = Buffer.alloc(0);
  #members = 0;
  /** The checksum and the size of the member at hand. */
  #checksum = 0;
  #memberSize = 0;

  constructor() {
    const { InflateRaw } = createRequire(import.meta.url)("minizlib") as typeof Minizlib;
    this.#inflate = new InflateRaw({});
    this.#inflate.on("data", (bytes: Uint8Array) => {
      this.#ready.push(bytes);
      this.#checksum = crc32(bytes, this.#checksum);
      this.#memberSize += bytes.length;
    });
    this.#inflate.on("error", (error: unknown) => {
      this.#fault ??= `damaged gzip: ${(error as Error).message.replace(/^zlib: /, "")}`;
    });
  }

  /** Takes packed bytes, and returns what could be unpacked by now. */
  *take(chunk: Uint8Array): Generator<Uint8Array> {
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      // A copy, because minizlib may keep it and the next chunk overwrites the same memory.
      const piece = Buffer.concat([this.#held, chunk.subarray(from, from + PIECE_BYTES)]);
      this.#packed += piece.length - this.#held.length;
      this.#held = Buffer.alloc(0);
      for (let rest = piece; rest.length > 0 && this.#fault === undefined; ) {
        const read = this.#read(rest);
        if (read === undefined) this.#held = rest;
        rest = rest.subarray(read ?? rest.length);
      }
      yield* this.#taken();
    }
  }

  /** Returns the rest after the last packed bytes. */
  *end(): Generator<Uint8Array> {
    if (this.#members === 0 || this.#part === "body" || this.#part === "trailer" || hasGzipMagic(this.#held)) {
      this.#fault ??= "damaged gzip: unexpected end of file";
    } else if (this.#held.length > 0) this.#read(Buffer.concat([this.#held, Buffer.alloc(2)]));
    yield* this.#taken();
  }

  close(): void {
    this.#inflate.close();
  }

  /** Reads a part of a member. Returns how many bytes that was; undefined if the part is not complete. */
  #read(bytes: Buffer): number | undefined {
    if (this.#part === "padding") return bytes.length;
    if (this.#part === "body") {
      this.#inflate.write(bytes);
      const read = this.#inflate.handle?.bytesWritten ?? bytes.length;
      if (read < bytes.length) this.#part = "trailer";
      return read;
    }
    if (this.#part === "trailer") {
      if (bytes.length < TRAILER) return undefined;
      if (bytes.readUInt32LE(0) !== this.#checksum) this.#fault = "damaged gzip: incorrect data check";
      else if (bytes.readUInt32LE(4) !== this.#memberSize % 2 ** 32)
        this.#fault = "damaged gzip: incorrect length check";
      this.#members++;
      this.#part = "header";
      return TRAILER;
    }
    if (this.#members > 0 && !hasGzipMagic(bytes) && bytes.length > 1) {
      // Zeros fill the last block of a tape or disk.
      if (bytes[0] !== 0) this.#fault = TRAILING_BYTES;
      this.#part = "padding";
      return bytes.length;
    }
    if (bytes[2] !== undefined && bytes[2] !== DEFLATE) {
      this.#fault = this.#members > 0 ? TRAILING_BYTES : "damaged gzip: unknown compression method";
    }
    const length = headerLength(bytes);
    if (length === undefined && bytes.length > MAX_HEADER) this.#fault = "damaged gzip: unknown header without an end";
    if (length === undefined) return undefined;
    [this.#part, this.#checksum, this.#memberSize] = ["body", 0, 0];
    this.#inflate.reset();
    return length;
  }

  /** Returns the bytes that are ready. @throws Error if the gzip is damaged or grows too much */
  *#taken(): Generator<Uint8Array> {
    for (const bytes of this.#ready.splice(0)) {
      this.#size += bytes.length;
      yield bytes;
    }
    if (this.#fault !== undefined) throw new Error(this.#fault);
    if (this.#size > ANY_RATIO_BYTES && this.#size > MAX_RATIO * this.#packed) {
      throw new Error(`gzip that unpacks to more than ${MAX_RATIO} times its size`);
    }
  }
}

/** The compression method of all members. */
const DEFLATE = 8;

/** In bytes. Longer headers hold no name of a file. */
const MAX_HEADER = 1 << 17;

/** The flags of a header, by their meaning. */
const FLAGS = { checksum: 2, extra: 4, name: 8, comment: 16 } as const;

/** Returns the length of the header of a member; undefined if it is not complete. */
function headerLength(bytes: Buffer): number | undefined {
  if (bytes.length < 10) return undefined;
  const flags = bytes[3];
  let length = 10;
  if (flags & FLAGS.extra) {
    if (bytes.length < length + 2) return undefined;
    length += 2 + bytes.readUInt16LE(length);
  }
  for (const text of [FLAGS.name, FLAGS.comment]) {
    if (!(flags & text)) continue;
    const end = bytes.indexOf(0, length);
    if (end < 0) return undefined;
    length = end + 1;
  }
  if (flags & FLAGS.checksum) length += 2;
  return length <= bytes.length ? length : undefined;
}

/**
 * Reads a document from bytes that may be packed. Stops unpacking as soon as it has passed the size limit.
 *
 * @returns with `hasTrailing` if other bytes follow the packed ones
 * @throws Error that says what is wrong with the bytes
 */
export function unpackedDocument(packed: Chunks): LimitedBytes & { readonly hasTrailing: true | undefined } {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let hasTrailing: true | undefined;
  try {
    for (const piece of unpacked(packed)) {
      pieces.push(Buffer.from(piece));
      size += piece.length;
      if (size > MAX_DOCUMENT_BYTES) break;
    }
  } catch (error) {
    if ((error as Error).message !== TRAILING_BYTES) throw error;
    hasTrailing = true;
  }
  return { ...limited(Buffer.concat(pieces, size)), hasTrailing };
}
