import { reason } from "../../base/errors.js";
import { MAX_DOCUMENT_BYTES } from "../document.js";
import { ArchiveFault, type ArchiveFormat, type Boundary, type Entry, limited } from "./archive.js";
import type { ByteWindow } from "./byte-window.js";
import { singleFile } from "./single-file.js";

/** Files with their paths. Read by hand, because the packages for tar are asynchronous. */
export const TAR: ArchiveFormat = {
  title: ["tar archive", "tar archives"],
  unit: "document",
  endings: [".tar", ".tgz"],
  isBeginning: (beginning) => beginning.toString("latin1", 257, 262) === "ustar",
  classIn: "folders",
  entries: (window, { hasContents }) => tarDocuments(window, hasContents),
  boundaries,
};

/** Why a member is not read as a document. */
const NO_DOCUMENT = { link: "a link", device: "a device or pipe" } as const;

/**
 * The documents of a tar archive: its files, unpacked if they are packed by gzip. Places are paths.
 * Folders and hidden files are left out. Links, devices and paths that lead out of the archive are
 * problems.
 *
 * @param hasContents whether contents are read. Default true; otherwise documents have no bytes.
 * @throws as `tarMembers`
 */
export function* tarDocuments(window: ByteWindow, hasContents = true): Generator<Entry> {
  for (const member of tarMembers(window)) yield* documentOf(window, member, hasContents);
}

/** Before each document, up to a global header, which holds for all members behind it. */
function* boundaries(window: ByteWindow): Generator<Boundary> {
  let before = 0;
  yield { at: 0, before };
  for (const member of tarMembers(window)) {
    if (member.start === undefined) return;
    for (const _entry of documentOf(window, member, false)) yield { at: member.start, before: before++ };
  }
}

/** The document that a member is, or the problem with it; nothing if it is left out. */
function* documentOf(window: ByteWindow, member: TarMember, hasContents: boolean): Generator<Entry> {
  const { type, path, modified: time } = member;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  const place = parts.join("/");
  const unreadable = (detail: string) => ({ place, problem: "unreadable", detail }) as const;
  if (type === "folder" || place === "") return;
  if (path.startsWith("/") || parts.includes("..")) yield unreadable("a path that leads out of the archive");
  else if (parts.some((part) => part.startsWith("."))) return;
  else if (type !== "file") yield unreadable(NO_DOCUMENT[type]);
  else if (!hasContents) yield { place, time, bytes: new Uint8Array(), isTruncated: false };
  else yield { ...contentOf(place, tarContent(window, member)), time };
}

function contentOf(place: string, content: Buffer): Entry {
  try {
    const { bytes, isTruncated } = limited(content);
    const file = singleFile({ bytes, truncated: isTruncated }, () => [content]);
    if (file.problem !== undefined) return { place, ...file.problem };
    if (file.isMailbox) return { place, problem: "unreadable", detail: "a mailbox in an archive: unpack the archive" };
    return { place, bytes: file.bytes, isTruncated: file.truncated };
  } catch (error) {
    return { place, problem: "unreadable", detail: reason(error) };
  }
}

/** One member of a tar archive. */
export interface TarMember {
  /** Where its first header begins in the stream; undefined behind a global header. */
  readonly start: number | undefined;
  /** As the archive has it, with `/`. */
  readonly path: string;
  readonly type: TarMemberType;
  /** In bytes. */
  readonly size: number;
  /** When it was last written, in milliseconds since 1970; undefined if the archive has no valid time. */
  readonly modified: number | undefined;
}

export type TarMemberType = "file" | "folder" | "link" | "device";

const BLOCK = 512;

/** Extended headers are kept in memory. They hold names, and no system allows more than 4,096 bytes for one. */
const MAX_EXTENDED_BYTES = 1 << 20;

/** Type flags of POSIX (IEEE 1003.1, pax). All others mean a file, as POSIX says. */
const TYPES: Readonly<Record<string, TarMemberType>> = {
  1: "link",
  2: "link",
  3: "device",
  4: "device",
  5: "folder",
  6: "device",
};

/** Facts of the next member, from extended headers. */
interface Extended {
  path?: string;
  size?: number;
  /** In seconds since 1970. */
  modified?: number;
}

/**
 * The members of a tar archive: ustar, with the extended headers of pax and the long names of GNU
 * tar. When a member is handed over, the window begins with its content; what the caller does not
 * take of it is skipped.
 *
 * @throws ArchiveFault that says what is wrong, after the members before the fault
 */
export function* tarMembers(window: ByteWindow): Generator<TarMember> {
  let extended: Extended = {};
  const global: Extended = {};
  let start: number | undefined;
  while (window.reach(BLOCK)) {
    start ??= window.passed;
    const header = window.copy(0, BLOCK);
    if (header.every((byte) => byte === 0)) {
      // To the end: a packed archive has its checksum there.
      window.pass(Number.MAX_SAFE_INTEGER);
      return;
    }
    if (checksum(header) !== number(header, 148, 8))
      throw new ArchiveFault("damaged tar archive: a header's checksum is wrong");
    window.drop(BLOCK);
    const flag = String.fromCharCode(header[156]);
    const stated = number(header, 124, 12);
    if (!Number.isSafeInteger(stated) || stated < 0)
      throw new ArchiveFault("damaged tar archive: a size is not a number");
    if ("xgLK".includes(flag)) {
      Object.assign(flag === "g" ? global : extended, extension(flag, content(window, stated)));
      continue;
    }
    const { path, size = stated, modified } = { ...global, ...extended };
    extended = {};
    const type = TYPES[flag] ?? "file";
    const held = type === "file" ? size : stated;
    const member = {
      start: Object.keys(global).length === 0 ? start : undefined,
      path: path ?? name(header),
      // Older archives mark a folder only by a slash at the end.
      type: type === "file" && (path ?? name(header)).endsWith("/") ? "folder" : type,
      size: held,
      modified: timeOf(modified ?? number(header, 136, 12)),
    } as const;
    const before = window.passed;
    start = undefined;
    yield member;
    const left = held + padding(held) - (window.passed - before);
    if (!window.pass(left) && window.fault === undefined) throw new ArchiveFault("tar archive that ends within a file");
  }
  if (window.length > 0) throw new ArchiveFault("tar archive that ends within a header");
}

/**
 * The content of the member that was handed over last, up to the limit of a document.
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
  // Records "length key=value\n". The length counts all of the record.
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

/** Seconds since 1970 as milliseconds; undefined if no `Date` reaches so far. */
function timeOf(seconds: number): number | undefined {
  const time = new Date(1000 * seconds).getTime();
  return Number.isNaN(time) ? undefined : time;
}

/** A number in octal digits, or in binary if it needs more room. */
function number(header: Buffer, at: number, length: number): number {
  if (header[at] >= 0x80) {
    let value = header[at] & 0x7f;
    for (let i = at + 1; i < at + length; i++) value = 256 * value + header[i];
    return value;
  }
  const digits = text(header.subarray(at, at + length)).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || "0", 8) : Number.NaN;
}

/** The sum of all bytes of a header. Those of the checksum itself count as blanks. */
function checksum(header: Buffer): number {
  let sum = 8 * 0x20;
  for (let i = 0; i < BLOCK; i++) if (i < 148 || i >= 156) sum += header[i];
  return sum;
}
