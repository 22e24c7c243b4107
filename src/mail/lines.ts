/** Finds lines and the names of fields in the bytes of a message. A line ends with CRLF, LF or a bare CR. */

/** Returns the same bytes as a Buffer, which searches many times faster than other arrays. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** The codes of characters that divide a message. */
export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const DASH = 0x2d;
export const COLON = 0x3a;

/** Returns the number of bytes, with each CRLF as one: messages on the way have CRLF, but LF in many files. */
export function plainLength(bytes: Uint8Array): number {
  const buffer = bufferOf(bytes);
  let { length } = buffer;
  for (let at = buffer.indexOf("\r\n"); at >= 0; at = buffer.indexOf("\r\n", at + 2)) length--;
  return length;
}

/** Returns where the line at `at` ends: before its CRLF, LF or bare CR, and at `limit` at the latest. */
export function lineEnd(message: Uint8Array, at: number, limit = message.length): number {
  let end = at;
  while (end < limit && message[end] !== LF && message[end] !== CR) end++;
  return end;
}

/** Returns where the next line begins, after the line end at `at`. */
export function afterLineEnd(message: Uint8Array, at: number): number {
  if (at >= message.length) return message.length;
  return message[at] === CR && message[at + 1] === LF ? at + 2 : at + 1;
}

/** Returns where the next line begins, if only the byte `newline` ends lines: see `newlineOf`. */
export function afterNewline(message: Uint8Array, at: number, newline: number): number {
  return message.indexOf(newline, at) + 1 || message.length;
}

/**
 * Returns the offset of the colon of the field that begins at `start`, or `end` if no field begins there (RFC 5322,
 * section 2.2; section 4.5 allows white space before the colon).
 */
export function endOfName(message: Uint8Array, start: number, end = message.length): number {
  let at = start;
  while (at < end && message[at] > SPACE && message[at] < 0x7f && message[at] !== COLON) at++;
  if (at === start) return end;
  while (at < end && (message[at] === SPACE || message[at] === TAB)) at++;
  return message[at] === COLON ? at : end;
}

/**
 * Removes ranges of bytes. Returns the bytes themselves if there are no ranges.
 *
 * @param ranges the start and the end of each range, in order
 */
export function withoutRanges(bytes: Uint8Array, ranges: ArrayLike<number>): Uint8Array {
  if (ranges.length === 0) return bytes;
  const kept = Buffer.allocUnsafe(bytes.length);
  let size = 0;
  for (let i = 0; i <= ranges.length; i += 2) {
    size += bufferOf(bytes).copy(kept, size, i === 0 ? 0 : ranges[i - 1], ranges[i] ?? bytes.length);
  }
  return kept.subarray(0, size);
}

/** Whether these characters of Latin-1, a byte each, are at `at`. */
export function beginsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}
