/** The bit that marks a byte as not the last one. */
const MORE = 0x80;

/** Maximum length in bytes of an encoded number. The number is at most `Number.MAX_SAFE_INTEGER`, which has 53 bits. */
export const MAX_BASE_128_BYTES = 8;

/**
 * Writes a whole number of at least 0 in base 128 (LEB128): seven bits per byte, the lowest first.
 *
 * @param at the index in `into` of the first byte
 * @returns the index after the last byte
 */
export function writeBase128(number: number, into: Uint8Array, at: number): number {
  let end = at;
  let rest = number;
  for (; rest >= MORE; rest = Math.floor(rest / MORE)) into[end++] = (rest % MORE) + MORE;
  into[end++] = rest;
  return end;
}

/**
 * Reads a number in base 128.
 *
 * @param nextByte returns the next byte, or undefined after the last one
 * @returns undefined if the bytes end too early or the number is above `Number.MAX_SAFE_INTEGER`
 */
export function readBase128(nextByte: () => number | undefined): number | undefined {
  let number = 0;
  for (let factor = 1; factor <= Number.MAX_SAFE_INTEGER; factor *= MORE) {
    const byte = nextByte();
    if (byte === undefined) return undefined;
    number += (byte & 0x7f) * factor;
    if (byte < MORE) return number > Number.MAX_SAFE_INTEGER ? undefined : number;
  }
  return undefined;
}
