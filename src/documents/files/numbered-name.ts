import { extname } from "node:path";
import { firstBytes } from "../document.js";

/** The longest name that common file systems allow. */
export const MAX_NAME_BYTES = 255;

/** A longer part behind a dot is not an extension. */
const LONGEST_EXTENSION = 16;

/** `letter.txt` as `letter-2.txt`, shortened if that is too long for a name. */
export function numberedName(name: string, n: number): string {
  const last = extname(name);
  const extension = last.length <= LONGEST_EXTENSION ? last : "";
  const tail = `-${n}${extension}`;
  return cutName(name.slice(0, name.length - extension.length), MAX_NAME_BYTES - Buffer.byteLength(tail)) + tail;
}

/** The beginning of a name: whole characters, at most `bytes` bytes. */
export function cutName(name: string, bytes: number): string {
  return Buffer.byteLength(name) <= bytes ? name : Buffer.from(firstBytes(Buffer.from(name), bytes)).toString();
}

/** A key that is equal for names that some file systems do not distinguish: only case or the form of accents differs. */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
