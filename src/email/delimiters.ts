import { afterLineEnd, CR, LF, lineEnd } from "./lines.js";

const DASHES = Buffer.from("--");
const DASH = 0x2d;

interface Boundary {
  readonly value: Uint8Array;
  /** Whether the line that ends the multipart has been seen. */
  closed: boolean;
}

/**
 * The boundaries of the multiparts that a place in a message is in, and the lines that
 * divide them (RFC 2046, section 5.1.1). Goes over the message once, whatever is nested: a
 * line is held against every boundary that is open, the innermost first, so that a part may
 * have the boundary of what it is in.
 */
export class Delimiters {
  readonly #bytes: Buffer;
  readonly #boundaries: Boundary[] = [];
  /** Of the line that was found: which boundary, counted from 0, outermost first; -1 at the end of the message. */
  level = -1;
  /** Whether it is the last one of its multipart. */
  closing = false;
  /** Where the line begins. */
  start = 0;
  /** Where the line after it begins. */
  end = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Looks for a boundary from now on; gives its level. */
  open(boundary: string): number {
    return this.#boundaries.push({ value: Buffer.from(boundary, "latin1"), closed: false }) - 1;
  }

  /** Lets lines of a multipart that has ended divide the outer one that has the same boundary. */
  close(level: number): void {
    this.#boundaries[level].closed = true;
  }

  /** Looks for this boundary and those inside no more. */
  drop(level: number): void {
    this.#boundaries.length = level;
  }

  /** Finds the first dividing line at or after `from`, where a line begins. */
  next(from: number): void {
    const bytes = this.#bytes;
    let at = this.#boundaries.length === 0 ? -1 : bytes.indexOf(DASHES, from);
    while (at >= 0) {
      if ((at === from || bytes[at - 1] === LF || bytes[at - 1] === CR) && this.isAt(at)) return;
      // No line begins within dashes: a line of five million of them is looked at once.
      while (bytes[at] === DASH) at++;
      at = bytes.indexOf(DASHES, at);
    }
    this.level = -1;
    this.closing = false;
    this.start = this.end = bytes.length;
  }

  /** Whether the line that begins there divides; then it is the one that was found. */
  isAt(line: number): boolean {
    let found = -1;
    for (let level = this.#boundaries.length - 1; level >= 0; level--) {
      const { value, closed } = this.#boundaries[level];
      if ((found < 0 || !closed) && this.#ends(line, value) >= 0) {
        found = level;
        // After the end of a multipart, its boundary is that of another before it is its own again.
        if (!closed) break;
      }
    }
    if (found < 0) return false;
    const after = line + 2 + this.#boundaries[found].value.length;
    this.level = found;
    this.closing = this.#bytes[after] === DASH;
    this.start = line;
    this.end = afterLineEnd(this.#bytes, lineEnd(this.#bytes, after));
    return true;
  }

  /** Where the line ends if it is this boundary, else -1: nothing may follow but `--` and white space. */
  #ends(line: number, value: Uint8Array): number {
    const bytes = this.#bytes;
    if (bytes[line + 1] !== DASH || bytes[line] !== DASH) return -1;
    let at = line + 2;
    for (let i = 0; i < value.length; i++, at++) if (bytes[at] !== value[i]) return -1;
    if (bytes[at] === DASH && bytes[at + 1] === DASH) at += 2;
    while (bytes[at] === 0x20 || bytes[at] === 0x09) at++;
    return at >= bytes.length || bytes[at] === LF || bytes[at] === CR ? at : -1;
  }
}

/**
 * Where content ends whose dividing line begins at `line`, the line end before it being part
 * of that (RFC 2046); all of it at the end of the message.
 */
export function beforeLine(bytes: Uint8Array, start: number, line: number): number {
  let end = line;
  if (line < bytes.length) {
    if (bytes[end - 1] === LF) end--;
    if (bytes[end - 1] === CR) end--;
  }
  return Math.max(start, end);
}

/**
 * The boundary of a multipart that does not name it: of the first line `--something` with a
 * header line or nothing after it, or `--` with a field of MIME after it, which is an empty
 * one. Lines of other multiparts end the search.
 *
 * @param ends whether such a line is of an outer multipart
 */
export function guessBoundary(bytes: Buffer, from: number, ends: (line: number) => boolean): string | undefined {
  let at = bytes.indexOf(DASHES, from);
  for (let tried = 0; at >= 0 && tried < MAX_GUESSES; tried++) {
    const end = lineEnd(bytes, at);
    if (at === from || bytes[at - 1] === LF || bytes[at - 1] === CR) {
      if (ends(at)) return undefined;
      const value = bytes.toString("latin1", at + 2, Math.min(end, at + 3 + MAX_BOUNDARY)).trimEnd();
      const next = afterLineEnd(bytes, end);
      const below = bytes.toString("latin1", next, Math.min(lineEnd(bytes, next), next + 100));
      // A line of dashes is an ornament, and `-- ` begins a signature; but `boundary=""` is used as it is, too.
      const begins = /[^-]/.test(value) ? /^(?:[a-z][a-z-]*:|$)/i : value === "" ? /^content-[a-z-]+:/i : NOTHING;
      if (value.length <= MAX_BOUNDARY && begins.test(below)) return value;
    }
    at = bytes.indexOf(DASHES, end);
  }
  return undefined;
}

const NOTHING = /(?!)/;

/** RFC 2046 allows 70; what programs write is shorter, and every line that begins with `--` is held against it. */
export const MAX_BOUNDARY = 250;

/** Lines that are looked at for a boundary: it comes early, after a sentence for programs without MIME. */
const MAX_GUESSES = 100;
