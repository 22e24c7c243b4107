import { lazily } from "../../base/lazily.js";
import { groupedBy } from "../../base/lists.js";
import { GOLDEN, splitMix } from "../../base/random.js";

/** Two texts with at least this similarity are near duplicates. */
export const NEAR_SIMILARITY = 0.8;

/** The number of bands of a signature: see `similarPairs`. */
const BANDS = 16;
/** The number of numbers in a band. */
const BAND_ROWS = 4;

/**
 * How many earlier sets a set is compared with in one band. Thousands of texts made from one form can share a band
 * without being similar, and comparing all pairs would take too long.
 */
export const MAX_COMPARED = 64;

/** Two sets, by their index, and their similarity. */
export interface SimilarPair {
  /** The lower index. */
  readonly a: number;
  readonly b: number;
  /** The Jaccard similarity, from 0.8 to 1. */
  readonly similarity: number;
}

/**
 * Finds the pairs of similar sets. Each pair is really similar, and few pairs are missed. If hundreds of sets are
 * similar, each is compared with the 64 before it. Empty sets are not similar to any set.
 *
 * The similarity of two sets A and B is Jaccard's, |A ∩ B| / |A ∪ B|. In a random order of all items, it is the
 * probability that A and B have the same first item (MinHash: Broder 1997, "On the resemblance and containment of
 * documents"). 64 such orders give a signature of 64 numbers, cut into 16 bands of 4. Sets that agree in a band
 * are candidates, and a candidate counts if its exact similarity is at least 0.8. A pair of similarity s
 * becomes a candidate with the probability 1 - (1 - s^4)^16: .9998 at 0.8, .34 at 0.4, .03 at 0.2.
 *
 * @param sets whole numbers below 2^53, ascending, each once
 * @param bands how many bands of four orders are compared. With 8 it takes half as long, and at 0.8 the probability is .985
 * @returns ordered by `b`, then `a`
 */
export function similarPairs(sets: readonly Float64Array[], bands = BANDS): SimilarPair[] {
  const orders = ORDERS().slice(0, bands * BAND_ROWS);
  const signatures = sets.map((set) => signatureOf(set, orders));
  const similarTo = sets.map(() => new Map<number, number>());
  const filled = [...sets.keys()].filter((set) => sets[set].length > 0);
  for (let band = 0; band < bands; band++) {
    for (const bucket of groupedBy(filled, (set) => bandKey(signatures[set], band)).values()) {
      for (const [place, b] of bucket.entries()) {
        for (const a of bucket.slice(Math.max(0, place - MAX_COMPARED), place)) {
          if (similarTo[b].has(a)) continue;
          const similarity = similarityOf(sets[a], sets[b]);
          if (similarity >= NEAR_SIMILARITY) similarTo[b].set(a, similarity);
        }
      }
    }
  }
  return similarTo.flatMap((others, b) =>
    [...others].sort(([a], [other]) => a - other).map(([a, similarity]) => ({ a, b, similarity })),
  );
}

/** Returns Jaccard's similarity of two sets of ascending numbers, or 0 as soon as it cannot reach 0.8. */
function similarityOf(a: Float64Array, b: Float64Array): number {
  const sum = a.length + b.length;
  // |A ∩ B| / (|A| + |B| - |A ∩ B|) ≥ s means |A ∩ B| ≥ s (|A| + |B|) / (1 + s); minus a little for rounding.
  const least = (NEAR_SIMILARITY * sum) / (1 + NEAR_SIMILARITY) - 1e-6;
  let common = 0;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      common++;
      i++;
      j++;
    } else {
      if (common + Math.min(a.length - i, b.length - j) < least) return 0;
      if (a[i] < b[j]) i++;
      else j++;
    }
  }
  return common / (sum - common);
}

/** Returns the place of the first item of a set in each of some orders. */
function signatureOf(set: Float64Array, orders: ReturnType<typeof ORDERS>): Uint32Array {
  // The low 32 bits of each item suffice.
  const low = Int32Array.from(set, (item) => item | 0);
  return Uint32Array.from(orders, ({ flip, multiplier }) => {
    let least = 0xffffffff;
    for (let i = 0; i < low.length; i++) {
      const product = Math.imul(low[i] ^ flip, multiplier);
      const place = (product ^ (product >>> 15)) >>> 0;
      if (place < least) least = place;
    }
    return least;
  });
}

/** Orders of the 32-bit numbers, by (x ^ flip) · multiplier with its bits mixed. The constants are from splitmix32. */
const ORDERS = lazily(() =>
  Array.from({ length: BANDS * BAND_ROWS }, (_, i) => ({
    flip: splitMix(Math.imul(2 * i + 1, GOLDEN)),
    multiplier: splitMix(Math.imul(2 * i + 2, GOLDEN)) | 1,
  })),
);

/** Combines the four numbers of a band into one below 2^53. A collision only adds a candidate. */
function bandKey(signature: Uint32Array, band: number): number {
  let low = 0;
  let high = 0;
  for (let i = band * BAND_ROWS; i < (band + 1) * BAND_ROWS; i++) {
    low = Math.imul(low ^ signature[i], 0x5bd1e995);
    low ^= low >>> 15;
    high = Math.imul(high ^ signature[i], 0x85ebca6b);
    high ^= high >>> 13;
  }
  // 21 high bits and 32 low bits are the 53 bits of an exact number.
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
