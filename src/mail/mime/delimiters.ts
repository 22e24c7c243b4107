import { afterLineEnd, CR, DASH, LF, lineEnd, SPACE, TAB } from "../lines.js";

/** The beginning of each dividing line. */
const DASHES = Buffer.from("--");

/** A boundary that is looked for. */
interface OpenBoundary {
  readonly value: Uint8Array;
  /** Whether the closing line of the multipart has been seen. */
  isClosed: boolean;
}

/**
 * Finds the lines that divide multiparts (RFC 2046, section 5.1.1) in one pass over the message, at any depth. Compares
 * a line with every open boundary, the innermost first, because a part may have the same boundary as the multipart
 * around it.
 */
export class Delimiters {
  readonly #bytes: Buffer;
  readonly #boundaries: OpenBoundary[] = [];
  /** The level of the boundary on the line that was found: 0 is the outermost; -1 is the end of the message. */
  level = -1;
  /** Whether the line closes its multipart. */
  isClosing = false;
  /** Where the line begins. */
  start = 0;
  /** Where the next line begins. */
  end = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Starts to look for a boundary. @returns its level */
  open(boundary: string): number {
    return this.#boundaries.push({ value: Buffer.from(boundary, "latin1"), isClosed: false }) - 1;
  }

  /** Marks a boundary as closed. Later lines with it belong to an outer multipart that has the same boundary. */
  close(level: number): void {
    this.#boundaries[level].isClosed = true;
  }

  /** Stops looking for this boundary and the boundaries inside it. */
  drop(level: number): void {
    this.#boundaries.length = level;
  }

  /** Finds the first dividing line at or after `from`, which must be the beginning of a line. */
  next(from: number): void {
    const bytes = this.#bytes;
    let at = this.#boundaries.length === 0 ? -1 : bytes.indexOf(DASHES, from);
    while (at >= 0) {
      if ((at === from || bytes[at - 1] === LF || bytes[at - 1] === CR) && this.isAt(at)) return;
      // No line begins within a sequence of dashes. Skipping it keeps the time linear for a line of millions of dashes.
      while (bytes[at] === DASH) at++;
      at = bytes.indexOf(DASHES, at);
    }
    this.level = -1;
    this.isClosing = false;
    this.start = this.end = bytes.length;
  }

  /** Whether a dividing line begins at `line`. If so, it becomes the line that was found. */
  isAt(line: number): boolean {
    let found = -1;
    for (let level = this.#boundaries.length - 1; level >= 0; level--) {
      const { value, isClosed } = this.#boundaries[level];
      if ((found < 0 || !isClosed) && this.#hasBoundary(line, value)) {
        found = level;
        // A closed multipart yields to an outer one with the same boundary.
        if (!isClosed) break;
      }
    }
    if (found < 0) return false;
    const after = line + 2 + this.#boundaries[found].value.length;
    this.level = found;
    this.isClosing = this.#bytes[after] === DASH;
    this.start = line;
    this.end = afterLineEnd(this.#bytes, lineEnd(this.#bytes, after));
    return true;
  }

  /** Whether a line consists of two dashes and this boundary. Only `--` and white space may follow. */
  #hasBoundary(line: number, value: Uint8Array): boolean {
    const bytes = this.#bytes;
    if (bytes[line + 1] !== DASH || bytes[line] !== DASH) return false;
    let at = line + 2;
    for (let i = 0; i < value.length; i++, at++) if (bytes[at] !== value[i]) return false;
    if (bytes[at] === DASH && bytes[at + 1] === DASH) at += 2;
    while (bytes[at] === SPACE || bytes[at] === TAB) at++;
    return at >= bytes.length || bytes[at] === LF || bytes[at] === CR;
  }
}

/** Returns where content ends before a dividing line, which includes the line end before it (RFC 2046). */
export function beforeLine(bytes: Uint8Array, start: number, line: number): number {
  let end = line;
  if (line < bytes.length) {
    if (bytes[end - 1] === LF) end--;
    if (bytes[end - 1] === CR) end--;
  }
  return Math.max(start, end);
}

/**
 * Guesses the boundary of a multipart that does not name it. Takes the first line `--something` before a header line or
 * an empty line. After an empty boundary, `--` alone, there must be a MIME field.
 *
 * @param ends whether a line belongs to an outer multipart, where the search ends
 */
export function guessBoundary(bytes: Buffer, from: number, ends: (line: number) => boolean): string | undefined {
  let at = bytes.indexOf(DASHES, from);
  for (let tried = 0; at >= 0 && tried < MAX_GUESSES; tried++) {
    const end = lineEnd(bytes, at);
    if (at === from || bytes[at - 1] === LF || bytes[at - 1] === CR) {
      if (ends(at)) return undefined;
      // After the two dashes, one byte more than the limit shows that a boundary is too long.
      const value = bytes.toString("latin1", at + 2, Math.min(end, at + 3 + MAX_BOUNDARY)).trimEnd();
      const next = afterLineEnd(bytes, end);
      const below = bytes.toString("latin1", next, Math.min(lineEnd(bytes, next), next + 100));
      if (value.length <= MAX_BOUNDARY && mayBeBoundary(value, below)) return value;
    }
    at = bytes.indexOf(DASHES, end);
  }
  return undefined;
}

/**
 * Whether a text after two dashes may be a boundary. A line of dashes is an ornament, and `-- ` begins a signature, but
 * some programs do write `boundary=""`.
 *
 * @param below the next line
 */
function mayBeBoundary(value: string, below: string): boolean {
  if (value === "") return /^content-[a-z-]+:/i.test(below);
  return /[^-]/.test(value) && /^(?:[a-z][a-z-]*:|$)/i.test(below);
}

/** In bytes. RFC 2046 allows 70. Every line that begins with `--` is compared with the boundary. */
export const MAX_BOUNDARY = 250;

/** How many lines are tried as a boundary. The real one comes early, after a sentence for programs without MIME. */
const MAX_GUESSES = 100;
