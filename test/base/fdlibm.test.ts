import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { exp, log, log1p, tanh } from "../../src/base/fdlibm.js";
import { seededRandom } from "../../src/base/random.js";

/** A million numbers: half of them around 0 and half around 1, at distances up to powers of two from 2^-51 to 2^20. */
const NUMBERS = (() => {
  const random = seededRandom(1);
  return Float64Array.from({ length: 1_000_000 }, (_, i) => {
    const size = 2 ** ((i % 72) - 51);
    const distance = (random(2 ** 32) / 2 ** 31 - 1) * size;
    return i % 2 === 0 ? distance : 1 + distance;
  });
})();
const POSITIVE = NUMBERS.map(Math.abs);
const ABOVE_MINUS_ONE = NUMBERS.map((x) => Math.max(x, -0.999));

/** Each with the digest of the results that `Math` of Node.js 20 gives for the numbers. */
const FUNCTIONS = [
  { name: "exp", own: exp, native: Math.exp, numbers: NUMBERS, digest: "c8387af8e872f983" },
  { name: "log", own: log, native: Math.log, numbers: POSITIVE, digest: "ccc5e67520a51846" },
  { name: "log1p", own: log1p, native: Math.log1p, numbers: ABOVE_MINUS_ONE, digest: "cc066eab9438c910" },
  { name: "tanh", own: tanh, native: Math.tanh, numbers: NUMBERS, digest: "8bb797ecf6c1b528" },
];

const SPECIAL = [0, -0, 1, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

const digestOf = (results: Float64Array) => createHash("sha256").update(results).digest("hex").slice(0, 16);

describe.each(FUNCTIONS)("the function $name of fdlibm", ({ own, native, numbers, digest }) => {
  it("gives the results of Node.js 20 for a million numbers, to the last bit", () => {
    expect(digestOf(numbers.map((x) => own(x)))).toBe(digest);
  });

  it("differs from Math by at most one unit in the last place, on any machine", () => {
    const isFar = (a: number, b: number) => a !== b && Math.abs(a - b) > Math.max(Math.abs(b) * 2 ** -52, 2 ** -1074);
    expect([...numbers.filter((x) => isFar(own(x), native(x)))]).toEqual([]);
  });

  it.each(SPECIAL)("gives what Math gives for %d", (x) => {
    expect(own(x)).toBe(native(x));
  });
});
