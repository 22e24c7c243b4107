/** Mixes the bits of a number so that each bit of the result depends on all of them: the last steps of MurmurHash3. */
export function mixedBits(bits: number): number {
  let h = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Mixes the bits of a number as splitmix32 does, for multiples of `GOLDEN`. */
export function splitMix(bits: number): number {
  let z = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return z ^ (z >>> 15);
}

/** 2^32 divided by the golden ratio: its multiples are spread evenly over 32 bits. */
export const GOLDEN = 0x9e3779b9;
