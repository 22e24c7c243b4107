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

/** Draws a whole number from 0 to n - 1, all equally likely. 1 ≤ n ≤ 2^32. */
export type Random = (n: number) => number;

/**
 * Creates a random number generator from a seed. It gives the same numbers on every machine. Streams of one seed are
 * independent, so repeat 3 is the same whether or not repeats 1 and 2 were drawn. The generator is sfc32 (PractRand,
 * Chris Doty-Humphrey), seeded by splitmix32 from the seed and the stream.
 *
 * @param seed a whole number
 * @param stream the number of a sequence of this seed. Default 0
 */
export function seededRandom(seed: number, stream = 0): Random {
  let state = 0;
  const split = () => {
    state = (state + GOLDEN) | 0;
    return splitMix(state);
  };
  // The higher half of a number above 2^32 counts as a word of its own.
  for (const word of [seed, seed / 2 ** 32, stream, stream / 2 ** 32]) state = split() ^ Math.floor(word);
  let a = split();
  let b = split();
  let c = split();
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  // Mixes the seed: each bit of the first numbers would depend on only a few of its bits.
  for (let i = 0; i < 12; i++) next();
  return (n) => {
    // Draws again above the largest multiple of n, because the lower results would otherwise be likelier.
    const limit = 2 ** 32 - (2 ** 32 % n);
    let value = next();
    while (value >= limit) value = next();
    return value % n;
  };
}

/** Shuffles in place (Fisher and Yates) and returns its argument. */
export function shuffle<T extends { length: number; [index: number]: number }>(items: T, random: Random): T {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random(i + 1);
    const item = items[i];
    items[i] = items[j];
    items[j] = item;
  }
  return items;
}
