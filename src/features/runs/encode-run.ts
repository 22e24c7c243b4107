import { MAX_BASE_128_BYTES, writeBase128 } from "../../base/base128.js";
import { newHash, RUN_MAGIC } from "./run-format.js";
import { TermCounts, type TermCursor } from "./term-cursor.js";

/** How many bytes are yielded at a time. */
const CHUNK_BYTES = 1 << 16;

/**
 * Encodes terms and their counts as a sorted run, in the format that `RUN_MAGIC` describes. Yields its bytes in pieces.
 * The same header and terms give the same bytes.
 *
 * @param header values to store as JSON in the second line, beside `hasPresence` and `classes`
 * @param hasPresence whether presences are stored
 * @param classes the number of classes
 * @param terms ascending
 */
export function* encodeRun(
  header: object,
  hasPresence: boolean,
  classes: number,
  terms: TermCursor,
): Generator<Uint8Array> {
  const hash = newHash();
  const out = new RunBytes();
  const totals = new Float64Array(classes);
  let count = 0;
  /** Empties the buffer into the digest, and returns its bytes. */
  const flushed = () => {
    const bytes = out.take();
    hash.update(bytes);
    return bytes;
  };
  out.text(`${RUN_MAGIC}${JSON.stringify({ ...header, hasPresence, classes })}\n`);
  const before = new TermCounts();
  while (terms.next()) {
    const { term } = terms;
    out.term(term, before, hasPresence);
    for (let i = 0; i < term.size; i++) totals[term.classes[i]] += term.values[i];
    before.setTerm(term.bytes, 0, term.length);
    count++;
    if (out.length >= CHUNK_BYTES) yield flushed();
  }
  // In place of the length of a term, 0 ends the terms.
  out.number(0);
  out.number(count);
  for (const total of totals) out.number(total);
  yield flushed();
  yield hash.digest();
}

/** A buffer of bytes to be written. */
class RunBytes {
  length = 0;
  #bytes = Buffer.allocUnsafeSlow(2 * CHUNK_BYTES);

  /** Returns a copy of all bytes, and empties the buffer. */
  take(): Uint8Array {
    const taken = Buffer.from(this.#bytes.subarray(0, this.length));
    this.length = 0;
    return taken;
  }

  text(text: string): void {
    const bytes = Buffer.from(text);
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Adds a number in LEB128. */
  number(n: number): void {
    this.#room(MAX_BASE_128_BYTES);
    this.length = writeBase128(n, this.#bytes, this.length);
  }

  /** Adds a term and its counts. Its bytes that are also the beginning of the term before it are left out. */
  term(term: TermCounts, before: TermCounts, hasPresence: boolean): void {
    const { bytes, length, size, classes, values, presence } = term;
    let shared = 0;
    const most = Math.min(length, before.length);
    while (shared < most && bytes[shared] === before.bytes[shared]) shared++;
    // One more than the length, because 0 ends the terms.
    this.number(length - shared + 1);
    this.number(shared);
    this.#room(length - shared);
    for (let i = shared; i < length; i++) this.#bytes[this.length++] = bytes[i];
    this.number(size);
    for (let i = 0; i < size; i++) {
      this.number(i === 0 ? classes[0] : classes[i] - classes[i - 1]);
      this.number(values[i]);
      if (hasPresence) this.number(presence[i]);
    }
  }

  /** Makes room for more bytes. */
  #room(length: number): void {
    if (this.length + length <= this.#bytes.length) return;
    const bigger = Buffer.allocUnsafeSlow(2 * (this.length + length));
    this.#bytes.copy(bigger, 0, 0, this.length);
    this.#bytes = bigger;
  }
}
