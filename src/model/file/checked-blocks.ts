import type { OpenFile } from "../../documents/files/files.js";
import { altered } from "../../features/term-lookup.js";
import { CHECKS } from "./array-names.js";
import { type CheckedSource, type FileParts, partsOfBytes } from "./file-parts.js";
import { crc32, LOOKUP_START } from "./safetensors.js";

/** In bytes: few enough to read for one term, and many enough for a short list of checks. */
const BLOCK = 1 << 10;

/** Ranges with fewer bytes between them are read at once, up to so many bytes: two calls take longer. */
const GAP = 1 << 13;
const SPAN = 1 << 16;

/** The arrays that are always read as a whole: each has a check of its own. */
const WHOLE = ["vocabulary.bytes", "vocabulary.offsets"];

/** After the checks of the blocks come those of these arrays, that of the header, and that of all checks. */
const OTHERS = WHOLE.length + 2;

/** Room for the checks of a file whose other arrays have so many bytes. */
export function roomForChecks(bytes: number): Uint32Array {
  return new Uint32Array(Math.ceil(bytes / BLOCK) + OTHERS);
}

/** Writes the checks into a file that is otherwise complete, if it has room for them. */
export function sealBlocks(file: Uint8Array): void {
  const parts = partsOfBytes(file);
  if (!parts.has(CHECKS)) return;
  const checks = checksOf(file, parts);
  file.set(new Uint8Array(checks.buffer), parts.extent(CHECKS).start);
}

/** @throws DataError unless the checks of a file, if it has any, fit. */
export function requireSealedBlocks(file: Uint8Array): void {
  const parts = partsOfBytes(file);
  if (!parts.has(CHECKS)) return;
  const expected = checksOf(file, parts);
  if (parts.array(CHECKS, Uint32Array).some((check, i) => check !== expected[i])) throw altered();
}

function checksOf(file: Uint8Array, parts: FileParts): Uint32Array {
  const { start, end } = coveredOf(parts);
  const checks = roomForChecks(end - start);
  if (parts.extent(CHECKS, Uint32Array).length !== checks.byteLength) throw altered();
  const blocks = checks.length - OTHERS;
  for (let b = 0; b < blocks; b++) {
    const from = start + b * BLOCK;
    checks[b] = crc32(file.subarray(from, Math.min(from + BLOCK, end)));
  }
  for (const [i, name] of WHOLE.entries()) {
    const extent = parts.extent(name);
    checks[blocks + i] = crc32(file.subarray(extent.start, extent.start + extent.length));
  }
  checks[blocks + WHOLE.length] = crc32(parts.head);
  checks[checks.length - 1] = checkOfAll(checks);
  return checks;
}

function checkOfAll(checks: Uint32Array): number {
  return crc32(new Uint8Array(checks.buffer, checks.byteOffset, checks.byteLength - checks.BYTES_PER_ELEMENT));
}

/** The bytes of a file that blocks cover: all arrays without checks of their own. */
function coveredOf({ head, metadata, size }: FileParts): { start: number; end: number } {
  const length = Number(metadata[LOOKUP_START]);
  if (!Number.isSafeInteger(length) || length < 0 || head.length + length > size) throw altered();
  return { start: head.length, end: head.length + length };
}

/** A file of which whatever is read is checked, so that a part of it can be trusted as the whole. */
export class CheckedFile implements CheckedSource {
  readonly size: number;
  readonly #file: OpenFile;
  readonly #checks: Uint32Array;
  /** Where the blocks begin and end. */
  readonly #start: number;
  readonly #end: number;
  /** The checks of whole arrays by their places. */
  readonly #whole: ReadonlyMap<number, { readonly length: number; readonly check: number }>;
  readonly #room = new Uint8Array(BLOCK);
  /** The number of the block in `#room`. */
  #block = -1;
  #spanRoom: Uint8Array | undefined;

  /**
   * @param file read by `parts`
   * @throws DataError if the header or the checks are damaged, or do not fit together.
   */
  constructor(file: OpenFile, parts: FileParts) {
    const { start, end } = coveredOf(parts);
    const checks = parts.array(CHECKS, Uint32Array);
    const blocks = checks.length - OTHERS;
    if (blocks !== Math.ceil((end - start) / BLOCK) || checks[checks.length - 1] !== checkOfAll(checks))
      throw altered();
    if (checks[blocks + WHOLE.length] !== crc32(parts.head)) throw altered();
    this.size = file.size;
    this.#file = file;
    this.#checks = checks;
    this.#start = start;
    this.#end = end;
    this.#whole = new Map(
      WHOLE.map((name, i) => {
        const { start, length } = parts.extent(name);
        return [start, { length, check: checks[blocks + i] }];
      }),
    );
  }

  /** @throws DataError if what is read is damaged, or not in the blocks. */
  read(from: number, into: Uint8Array): void {
    const whole = this.#whole.get(from);
    if (whole !== undefined && whole.length === into.length) {
      this.#file.read(from, into);
      if (crc32(into) !== whole.check) throw altered();
      return;
    }
    for (let done = 0; done < into.length; ) {
      const at = this.#load(from + done);
      const bytes = this.#room.subarray(at, at + into.length - done);
      into.set(bytes, done);
      done += bytes.length;
    }
  }

  /**
   * Fills `into` with the bytes of ranges `[ranges[2i], ranges[2i + 1])`, in units of `size` bytes from `start` on.
   * Neighbours are read at once, and of what lies between them nothing is checked.
   *
   * @param ranges ascending
   * @throws DataError as `read`
   */
  readRanges(start: number, size: number, ranges: ArrayLike<number>, into: Uint8Array): void {
    this.#spanRoom ??= new Uint8Array(SPAN);
    const room = this.#spanRoom;
    const base = start - this.#start;
    let to = 0;
    // The room holds the bytes from `first` to `last`. Blocks before `checked` have been checked if they are used.
    let first = 0;
    let last = 0;
    let checked = 0;
    for (let i = 0; i < ranges.length; i += 2) {
      const from = base + ranges[i] * size;
      const end = base + ranges[i + 1] * size;
      if (from === end) continue;
      if (end > last) {
        first = from - (from % BLOCK);
        last = this.#endOfSpan(first, base, size, ranges, i);
        if (end > last) {
          this.read(this.#start + from, into.subarray(to, to + end - from));
          to += end - from;
          last = 0;
          continue;
        }
        this.#file.read(this.#start + first, room.subarray(0, last - first));
        checked = first;
      }
      for (let block = Math.max(checked, from - (from % BLOCK)); block < end; block += BLOCK) {
        const bytes = room.subarray(block - first, Math.min(block + BLOCK, last) - first);
        if (crc32(bytes) !== this.#checks[block / BLOCK]) throw altered();
        checked = block + BLOCK;
      }
      for (let at = from - first; at < end - first; at++) into[to++] = room[at];
    }
  }

  /** Where the last block ends that is worth reading with the one that range `i` begins in. */
  #endOfSpan(first: number, base: number, size: number, ranges: ArrayLike<number>, i: number): number {
    const most = Math.min(first + SPAN, this.#end - this.#start);
    let last = 0;
    for (let next = i; next < ranges.length; next += 2) {
      const begin = base + ranges[next] * size;
      const end = base + ranges[next + 1] * size;
      const whole = Math.min(Math.ceil(end / BLOCK) * BLOCK, this.#end - this.#start);
      if (begin < first || (next > i && begin > last + GAP) || whole > most || end > whole) break;
      last = whole;
    }
    return last;
  }

  /** Has the block in `#room` that a byte of the file is in, and returns its place there. */
  #load(byte: number): number {
    if (!(byte >= this.#start && byte < this.#end)) throw altered();
    const at = (byte - this.#start) % BLOCK;
    const block = (byte - this.#start - at) / BLOCK;
    if (block !== this.#block) {
      const length = Math.min(BLOCK, this.#end - byte + at);
      const bytes = length === BLOCK ? this.#room : this.#room.subarray(0, length);
      this.#block = -1;
      this.#file.read(byte - at, bytes);
      if (crc32(bytes) !== this.#checks[block]) throw altered();
      this.#block = block;
    }
    return at;
  }
}
