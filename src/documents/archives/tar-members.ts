import { byName } from "../../base/lists.js";
import { MAX_DOCUMENT_BYTES } from "../document.js";
import type { ByteWindow } from "../files/byte-window.js";
import { ArchiveFault } from "./archive.js";

/** One member of a tar archive. */
export type TarMember = ReturnType<typeof memberOf>;

/** A sparse file is stored without its holes. A label is a note about the archive or the next member. */
export type TarMemberType = "file" | "folder" | "link" | "device" | "sparse" | "label";

/**
 * In bytes. Headers have this size, and contents are filled up to a multiple. Offsets in a header are those of POSIX.
 */
const BLOCK = 512;

/** In bytes. Extended headers are kept in memory. They have names and, on some systems, attributes of a few MiB. */
const MAX_EXTENDED_BYTES = 1 << 23;

/** Type flags of POSIX (IEEE 1003.1, pax), GNU tar and Solaris. All other flags mean a file, as POSIX requires. */
const TYPES = byName<TarMemberType>({ "1 2": "link", "3 4 6": "device", "5 D": "folder", S: "sparse", "A V": "label" });

/** Type flags of extended headers: of pax for the next member (x, X) and for all (g), of GNU tar for a long name. */
const EXTENDED_FLAGS = "xXgLK";

/** Properties of the next member, from extended headers. */
interface Extended {
  path?: string;
  /** The path of a file that is stored without its holes, according to records of GNU tar. */
  sparsePath?: string;
  size?: number;
  /** Whether the content is stored without its holes, according to records of GNU tar. */
  isSparse?: true;
  /** In seconds since 1970. */
  modified?: number;
}

/**
 * Reads the members of a tar archive: ustar, with the extended headers of pax and the long names of GNU tar. When it
 * yields a member, the window begins with the member's content. It skips the content that the caller does not take.
 *
 * @throws ArchiveFault that says what is wrong, after the members before the fault
 */
export function* tarMembers(window: ByteWindow): Generator<TarMember> {
  const global: Extended = {};
  let extended: Extended | undefined;
  let isEnd = false;
  while (window.reach(BLOCK)) {
    const header = window.copy(0, BLOCK);
    // A block of zeros ends an archive.
    isEnd = header.every((byte) => byte === 0);
    if (isEnd) break;
    if (checksumOf(header) !== numberAt(header, 148, 8))
      throw new ArchiveFault("damaged tar archive: a header's checksum is wrong");
    window.drop(BLOCK);
    const flag = String.fromCharCode(header[156]);
    const size = numberAt(header, 124, 12);
    if (!Number.isSafeInteger(size) || size < 0) throw new ArchiveFault("damaged tar archive: a size is not a number");
    if (EXTENDED_FLAGS.includes(flag)) {
      const found = readExtended(flag, takeExtended(window, size));
      if (flag === "g") Object.assign(global, found);
      else extended = { ...extended, ...found };
      continue;
    }
    if (flag === "S") passHoles(window, header);
    const member = memberOf(header, flag, { size, ...global, ...extended });
    extended = undefined;
    const before = window.passed;
    yield member;
    // The caller may have taken a part. A fault of the stream, such as a damaged gzip, is the caller's to report.
    const remaining = member.size + padding(member.size) - (window.passed - before);
    if (!window.pass(remaining) && window.fault === undefined)
      throw new ArchiveFault("tar archive that ends within a file");
  }
  if (!isEnd && window.length > 0) throw new ArchiveFault("tar archive that ends within a header");
  if (extended !== undefined && window.fault === undefined)
    throw new ArchiveFault("tar archive that ends after an extended header");
  // Read to the end, because a packed archive has its checksum there.
  window.pass(Number.MAX_SAFE_INTEGER);
}

/**
 * Describes a member by its header and by the properties from extended headers, which override the header.
 *
 * @returns the path as written in the archive, with `/`; the size in bytes; and when it was last written, in milliseconds
 *   since 1970: undefined if the archive has no valid time
 */
function memberOf(header: Buffer, flag: string, extended: Extended & { readonly size: number }) {
  const { size, isSparse, sparsePath, modified = numberAt(header, 136, 12) } = extended;
  const path = sparsePath ?? extended.path ?? pathOf(header);
  // Older archives mark a folder only by a slash at the end of its name.
  const isFolder = !TYPES.has(flag) && path.endsWith("/");
  const type: TarMemberType = isFolder ? "folder" : isSparse ? "sparse" : (TYPES.get(flag) ?? "file");
  // A member without content, such as a link, may still have a size. A list of the files in a folder (D) is content.
  const hasContent = !isFolder && !/[1-6]/.test(flag);
  return { path, type, size: hasContent ? size : 0, modified: timeOf(modified) };
}

/** Skips the blocks after the header of a sparse file that continue its list of holes. */
function passHoles(window: ByteWindow, header: Buffer): void {
  for (let isMore = header[HOLES_GO_ON] !== 0; isMore; ) {
    if (!window.reach(BLOCK)) throw new ArchiveFault("damaged tar archive: a list of holes is cut");
    isMore = window.at(HOLES_GO_ON_AGAIN) !== 0;
    window.drop(BLOCK);
  }
}

/** The offset in a header of the byte that says whether a block with holes follows. */
const HOLES_GO_ON = 482;
/** The offset in such a block of the byte that says whether another one follows. */
const HOLES_GO_ON_AGAIN = 504;

/**
 * Returns the content of the member that was yielded last, up to one byte more than the size limit of a document. That
 * byte shows the caller that the content is too long.
 *
 * @throws ArchiveFault if the archive ends within it
 */
export function tarContent(window: ByteWindow, { size }: TarMember): Buffer {
  const length = Math.min(size, MAX_DOCUMENT_BYTES + 1);
  if (!window.reach(length)) throw new ArchiveFault("tar archive that ends within a file");
  const bytes = window.copy(0, length);
  window.pass(length);
  return bytes;
}

/** Removes the content of an extended header from the window, and returns it. */
function takeExtended(window: ByteWindow, size: number): Buffer {
  if (size > MAX_EXTENDED_BYTES || !window.reach(size))
    throw new ArchiveFault("damaged tar archive: an extended header is cut");
  const bytes = window.copy(0, size);
  window.pass(size + padding(size));
  return bytes;
}

/** Returns the number of bytes that fill the last block after a content. */
function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

/** Reads the content of an extended header. With the flag K, it is the long target of a link, which does not matter. */
function readExtended(flag: string, bytes: Buffer): Extended {
  if (flag === "K") return {};
  if (flag === "L") return { path: textOf(bytes) };
  const found: Extended = {};
  // A record is "length key=value\n". The length includes the whole record.
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at);
    // No length has more than 20 digits.
    const length = Number(bytes.toString("latin1", at, blank < 0 ? at : Math.min(blank, at + 20)));
    if (!(Number.isInteger(length) && length > 0)) break;
    const record = bytes.toString("utf8", blank + 1, at + length - 1);
    const equals = record.indexOf("=");
    const value = record.slice(equals + 1);
    const key = record.slice(0, equals);
    if (key === "path") found.path = value;
    else if (key === "GNU.sparse.name") found.sparsePath = value;
    else if (key === "size" && /^0*\d{1,15}$/.test(value)) found.size = Number(value);
    else if (key === "mtime" && value !== "" && Number.isFinite(Number(value))) found.modified = Number(value);
    if (key.startsWith("GNU.sparse.")) found.isSparse = true;
    at += length;
  }
  return found;
}

/** Returns the path in a header. In ustar, the beginning of a long path is in another place. */
function pathOf(header: Buffer): string {
  const own = textOf(header.subarray(0, 100));
  const isUstar = header.toString("latin1", 257, 263) === "ustar\0";
  const prefix = isUstar ? textOf(header.subarray(345, 500)) : "";
  return prefix === "" ? own : `${prefix}/${own}`;
}

/** Returns the text before the first NUL. */
function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString("utf8", 0, end < 0 ? bytes.length : end);
}

/** Converts seconds since 1970 to milliseconds. Returns undefined outside the range of `Date`. */
function timeOf(seconds: number): number | undefined {
  const time = new Date(1000 * seconds).getTime();
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Returns a number that is written in octal digits, or in binary if it needs more digits: the highest bit of its first
 * byte is then set. NaN if it is neither.
 */
function numberAt(header: Buffer, at: number, length: number): number {
  if (header[at] >= 0x80) {
    let value = header[at] & 0x7f;
    for (let i = at + 1; i < at + length; i++) value = 256 * value + header[i];
    return value;
  }
  const digits = textOf(header.subarray(at, at + length)).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || "0", 8) : Number.NaN;
}

/** Returns the sum of all bytes of a header. The bytes of the checksum itself count as blanks. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (let i = 0; i < BLOCK; i++) if (i < 148 || i >= 156) sum += header[i];
  return sum;
}
