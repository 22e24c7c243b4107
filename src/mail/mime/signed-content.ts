import { bufferOf } from "../lines.js";

/**
 * Returns the content of a message that is signed but not encrypted, as S/MIME has it in one file (RFC 5652, section 5;
 * RFC 8551, section 3.5.2). Mail programs show it without a check of the signature. Reads only the beginning of the
 * structure, in one pass, with the lengths of BER as well as those of DER.
 *
 * @returns undefined if the bytes are anything else
 */
export function signedContent(bytes: Uint8Array): Uint8Array | undefined {
  const ber = new BerReader(bytes);
  ber.enter(SEQUENCE);
  if (!bufferOf(ber.value(OBJECT_ID)).equals(SIGNED_DATA)) return undefined;
  ber.enter(FIRST);
  ber.enter(SEQUENCE);
  // The version, the algorithms of the digests, then the content with its type before it.
  ber.value(INTEGER);
  ber.skip(SET);
  ber.enter(SEQUENCE);
  ber.value(OBJECT_ID);
  ber.enter(FIRST);
  return ber.octets();
}

// The first bytes of values.
const INTEGER = 0x02;
const OCTETS = 0x04;
const OBJECT_ID = 0x06;
const SEQUENCE = 0x30;
const SET = 0x31;
/** The value with the number 0. */
const FIRST = 0xa0;
/** The bit for a value that consists of values. */
const HAS_VALUES = 0x20;

/** The object identifier 1.2.840.113549.1.7.2. */
const SIGNED_DATA = Buffer.from("2a864886f70d010702", "hex");

/** Reads values of BER (X.690) one after the other. After a value with another tag than the wanted one, reads nothing. */
class BerReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** How long the last value is; infinite if an end mark ends it. */
  #length = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Reads the tag and the length of a value. */
  #head(): number {
    const tag = this.#bytes[this.#at++] ?? 0;
    const first = this.#bytes[this.#at++] ?? 0;
    this.#length = first === 0x80 ? Number.POSITIVE_INFINITY : first < 0x80 ? first : 0;
    for (let more = first > 0x80 ? first & 0x7f : 0; more > 0 && this.#at < this.#bytes.length; more--) {
      this.#length = this.#length * 256 + this.#bytes[this.#at++];
    }
    return tag;
  }

  /** Goes to the first value inside the next one. */
  enter(tag: number): void {
    if (this.#head() !== tag) this.#at = this.#bytes.length;
  }

  /** Reads the next value, which has no values inside. */
  value(tag: number): Uint8Array {
    this.enter(tag);
    const start = this.#at;
    this.#at = Math.min(start + this.#length, this.#bytes.length);
    return this.#bytes.subarray(start, this.#at);
  }

  /** Goes behind the next value. Values without a length inside it are counted until their end marks. */
  skip(tag: number): void {
    let open = 0;
    let isEndMark = false;
    this.enter(tag);
    do {
      if (this.#length === Number.POSITIVE_INFINITY) open++;
      else this.#at += this.#length;
      if (isEndMark) open--;
      if (open > 0) isEndMark = this.#head() === 0 && this.#length === 0;
    } while (open > 0 && this.#at < this.#bytes.length);
  }

  /** Reads a sequence of bytes, which may consist of pieces. */
  octets(): Uint8Array | undefined {
    if (this.#bytes[this.#at] === OCTETS) return this.value(OCTETS);
    this.enter(OCTETS + HAS_VALUES);
    const end = Math.min(this.#at + this.#length, this.#bytes.length);
    const pieces = Buffer.alloc(Math.max(0, end - this.#at));
    let size = 0;
    while (this.#at < end) {
      const tag = this.#head();
      if (tag === OCTETS) {
        const stop = Math.min(this.#at + this.#length, end);
        size += bufferOf(this.#bytes).copy(pieces, size, this.#at, stop);
        this.#at = stop;
      } else if (tag !== OCTETS + HAS_VALUES && (tag !== 0 || this.#length !== 0)) break;
    }
    return size === 0 ? undefined : pieces.subarray(0, size);
  }
}
