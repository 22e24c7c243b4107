import { ArchiveFault } from "./archive.js";
import type { ByteWindow } from "./byte-window.js";
import { MAX_DOCUMENT_BYTES } from "./document.js";

/** One member of a tar archive. */
export interface TarMember {
  /** As it stands, with `/`. */
  readonly path: string;
  readonly type: TarMemberType;
  /** In bytes. */
  readonly size: number;
  /** When it was last written, in milliseconds since 1970; undefined if what stands there is no time. */
  readonly modified: number | undefined;
}

/** What a member is. */
export type TarMemberType = "file" | "folder" | "link" | "device";

const BLOCK = 512;

/** Names and extended headers are kept in memory; the longest name that a system takes has 4,096 bytes. */
const MAX_EXTENDED_BYTES = 1 << 20;

/** Type flags of POSIX (IEEE 1003.1, pax): absent ones are files, as it says. */
const TYPES: Readonly<Record<string, TarMemberType>> = {
  1: "link",
  2: "link",
  3: "device",
  4: "device",
  5: "folder",
  6: "device",
};

/** What headers before a member say of it. */
interface Extended {
  path?: string;
  size?: number;
  /** In seconds since 1970. */
  modified?: number;
}

/**
 * The members of a tar archive: ustar, with the extended headers of pax and the long names
 * of GNU tar. While one is at hand the window begins with its content; whatever is left of
 * that is passed over.
 *
 * @throws ArchiveFault that says in what way it is no tar archive, after the members before the fault
 */
export function* tarMembers(window: ByteWindow): Generator<TarMember> {
  let extended: Extended = {};
  const global: Extended = {};
  while (window.reach(BLOCK)) {
    const header = window.copy(0, BLOCK);
    if (header.every((byte) => byte === 0)) {
      // Read to its end: the checksum of a packed archive stands there.
      window.pass(Number.MAX_SAFE_INTEGER);
      return;
    }
    if (checksum(header) !== number(header, 148, 8))
      throw new ArchiveFault("damaged tar archive: a header's checksum is wrong");
    window.drop(BLOCK);
    const flag = String.fromCharCode(header[156]);
    const stated = number(header, 124, 12);
    if (!Number.isSafeInteger(stated) || stated < 0) throw new ArchiveFault("damaged tar archive: a size is none");
    if ("xgLK".includes(flag)) {
      Object.assign(flag === "g" ? global : extended, extension(flag, content(window, stated)));
      continue;
    }
    const { path, size = stated, modified } = { ...global, ...extended };
    extended = {};
    const type = TYPES[flag] ?? "file";
    const held = type === "file" ? size : stated;
    const member = {
      path: path ?? name(header),
      // Before there were type flags, a slash at the end told a folder.
      type: type === "file" && (path ?? name(header)).endsWith("/") ? "folder" : type,
      size: held,
      modified: timeOf(modified ?? number(header, 136, 12)),
    } as const;
    const before = window.passed;
    yield member;
    const left = held + padding(held) - (window.passed - before);
    if (!window.pass(left) && window.fault === undefined) throw new ArchiveFault("tar archive that ends within a file");
  }
  if (window.length > 0) throw new ArchiveFault("tar archive that ends within a header");
}

/**
 * The content of the member that is at hand, up to the limit of a document.
 *
 * @throws ArchiveFault if it is not all there
 */
export function tarContent(window: ByteWindow, { size }: TarMember): Buffer {
  const length = Math.min(size, MAX_DOCUMENT_BYTES + 1);
  if (!window.reach(length)) throw new ArchiveFault("tar archive that ends within a file");
  const bytes = window.copy(0, length);
  window.pass(length);
  return bytes;
}

function content(window: ByteWindow, size: number): Buffer {
  if (size > MAX_EXTENDED_BYTES || !window.reach(size))
    throw new ArchiveFault("damaged tar archive: an extended header is cut");
  const bytes = window.copy(0, size);
  window.pass(size + padding(size));
  return bytes;
}

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

function extension(flag: string, bytes: Buffer): Extended {
  if (flag === "K") return {};
  if (flag === "L") return { path: text(bytes) };
  const found: Extended = {};
  // Records "length key=value\n", the length with itself.
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at);
    const length = Number(bytes.toString("latin1", at, blank < 0 ? at : Math.min(blank, at + 20)));
    if (!(Number.isInteger(length) && length > 0)) break;
    const record = bytes.toString("utf8", blank + 1, at + length - 1);
    const equals = record.indexOf("=");
    const value = record.slice(equals + 1);
    const key = record.slice(0, equals);
    if (key === "path") found.path = value;
    else if (key === "size" && /^\d{1,15}$/.test(value)) found.size = Number(value);
    else if (key === "mtime" && value !== "" && Number.isFinite(Number(value))) found.modified = Number(value);
    at += length;
  }
  return found;
}

function name(header: Buffer): string {
  const own = text(header.subarray(0, 100));
  const isUstar = header.toString("latin1", 257, 263) === "ustar\0";
  const prefix = isUstar ? text(header.subarray(345, 500)) : "";
  return prefix === "" ? own : `${prefix}/${own}`;
}

function text(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString("utf8", 0, end < 0 ? bytes.length : end);
}

/** Seconds since 1970 in milliseconds, if a `Date` can be so far from it: a header may hold any number, or none. */
function timeOf(seconds: number): number | undefined {
  const time = new Date(1000 * seconds).getTime();
  return Number.isNaN(time) ? undefined : time;
}

/** Octal digits; or binary, for what they have no room for. */
function number(header: Buffer, at: number, length: number): number {
  if (header[at] >= 0x80) {
    let value = header[at] & 0x7f;
    for (let i = at + 1; i < at + length; i++) value = 256 * value + header[i];
    return value;
  }
  const digits = text(header.subarray(at, at + length)).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || "0", 8) : Number.NaN;
}

/** The sum of all bytes, those of the checksum itself as blanks. */
function checksum(header: Buffer): number {
  let sum = 8 * 0x20;
  for (let i = 0; i < BLOCK; i++) if (i < 148 || i >= 156) sum += header[i];
  return sum;
}
