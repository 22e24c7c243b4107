import { extname } from "node:path";

/** What file systems in use allow for one name. */
export const MAX_NAME_BYTES = 255;

/** What follows a dot and is longer tells no form of file. */
const LONGEST_EXTENSION = 16;

/** `letter.txt` as `letter-2.txt`, shortened where that would be too long for a name. */
export function numberedName(name: string, n: number): string {
  const last = extname(name);
  const extension = last.length <= LONGEST_EXTENSION ? last : "";
  const tail = `-${n}${extension}`;
  return cutName(name.slice(0, name.length - extension.length), MAX_NAME_BYTES - Buffer.byteLength(tail)) + tail;
}

/** The beginning of a name that takes at most so many bytes, without half a character at its end. */
export function cutName(name: string, bytes: number): string {
  if (Buffer.byteLength(name) <= bytes) return name;
  const characters = [...name];
  let size = Buffer.byteLength(name);
  while (size > bytes) size -= Buffer.byteLength(characters.pop() ?? "");
  return characters.join("");
}

/** What two names have in common that some file systems take for the same: they differ in case, or in how an accent is written. */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
