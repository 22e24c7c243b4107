/** Seconds of processor time allowed for any input. */
const SECONDS = 1;
/** Additional nanoseconds per byte, a hundred times the usual. */
const OF_A_BYTE = 20_000;
/** Bytes of memory allowed for any input, and per byte of it. */
const MEMORY = 1 << 26;
const MEMORY_OF_A_BYTE = 200;
/** Attempts, because other processes or the garbage collector may delay one. */
const TRIES = 3;

/**
 * Runs code on an input and checks its time and memory.
 *
 * @param bytes size of the input
 * @throws Fault if it takes too much time or memory or changes built-in prototypes; also what `run` throws
 */
export function withinBounds(bytes: number, run: () => void): void {
  const most = SECONDS + (bytes * OF_A_BYTE) / 1e9;
  let least = Number.POSITIVE_INFINITY;
  for (let left = TRIES; left > 0 && least > most; left--) {
    const [start, before] = [process.cpuUsage(), memory()];
    run();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1e6);
    const grown = memory() - before;
    require(grown < MEMORY + bytes * MEMORY_OF_A_BYTE, `took ${(grown / 1e6).toFixed(0)} MB for ${bytes} bytes`);
  }
  require(least <= most, `took ${least.toFixed(2)} s for ${bytes} bytes`);
  require(isClean(Object.prototype) && isClean(Array.prototype), "changed what all objects inherit");
}

/** Memory of the heap and of typed arrays. */
function memory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function isClean(prototype: object): boolean {
  for (const _ in prototype) return false;
  return true;
}

/** A broken promise. */
export class Fault extends Error {}

/** @throws Fault unless the condition holds. */
export function require(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Fault(what);
}
