import { extname } from "node:path";
import { firstBytes } from "../document-limit.js";

/** The longest name that common file systems allow, in bytes. */
export const MAX_NAME_BYTES = 255;

/** In characters, with the dot. A longer part after a dot is not an extension. */
const MAX_EXTENSION = 16;

/** Adds a number to a name: `letter.txt` becomes `letter-2.txt`. Shortens a name that would be too long. */
export function numberedName(name: string, n: number): string {
  const last = extname(name);
  const extension = last.length <= MAX_EXTENSION ? last : "";
  const tail = `-${n}${extension}`;
  return cutName(name.slice(0, name.length - extension.length), MAX_NAME_BYTES - Buffer.byteLength(tail)) + tail;
}

/** Returns the beginning of a name: whole characters, at most `bytes` bytes. */
export function cutName(name: string, bytes: number): string {
  return Buffer.byteLength(name) <= bytes ? name : Buffer.from(firstBytes(Buffer.from(name), bytes)).toString();
}

/** Returns a key that is equal for names that differ only in case or form of accents, as in some file systems. */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
