import type { Random } from "../../src/base/random.js";

/** Picks one item at random. */
export function pick<T>(items: readonly T[], random: Random): T {
  return items[random(items.length)];
}

/** A random whole number from `low` to `high`; small ones are more likely. */
export function skewed(low: number, high: number, random: Random): number {
  return low + random(random(high - low + 1) + 1);
}

/** Replaces a range of bytes. */
export function spliced(bytes: Uint8Array, from: number, to: number, into: Uint8Array | string): Uint8Array {
  const middle = typeof into === "string" ? Buffer.from(into, "latin1") : into;
  return Buffer.concat([bytes.subarray(0, from), middle, bytes.subarray(to)]);
}

/** A random position, including the end. */
export function anywhere(bytes: Uint8Array, random: Random): number {
  return random(bytes.length + 1);
}

/** A random range, usually short. */
export function someRange(bytes: Uint8Array, random: Random): [from: number, to: number] {
  const from = anywhere(bytes, random);
  return [from, from + random(random(bytes.length - from + 1) + 1)];
}

/** Flips a few bits. */
export function flipped(bytes: Uint8Array, random: Random): Uint8Array {
  const changed = Uint8Array.from(bytes);
  if (changed.length === 0) return changed;
  for (let left = skewed(1, 32, random); left > 0; left--) changed[random(changed.length)] ^= 1 << random(8);
  return changed;
}

/** Truncates. */
export function cutShort(bytes: Uint8Array, random: Random): Uint8Array {
  return bytes.slice(0, anywhere(bytes, random));
}

/** Removes a block. */
export function withoutBlock(bytes: Uint8Array, random: Random): Uint8Array {
  const [from, to] = someRange(bytes, random);
  return spliced(bytes, from, to, "");
}

/** Repeats a block, in place or elsewhere. */
export function withBlockAgain(bytes: Uint8Array, random: Random): Uint8Array {
  const [from, to] = someRange(bytes, random);
  const times = Math.min(skewed(1, 500, random), Math.ceil(LARGEST_COPY / (to - from + 1)));
  const block = Buffer.concat(Array<Uint8Array>(times).fill(bytes.subarray(from, to)));
  const at = random(2) === 0 ? to : anywhere(bytes, random);
  return spliced(bytes, at, at, block);
}

/** Maximum number of bytes added by repeating. */
const LARGEST_COPY = 30_000;
