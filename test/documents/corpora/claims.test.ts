import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Claims } from "../../../src/documents/corpora/claims.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

describe("claims", () => {
  it("give each document to one thread, those from the front in order", () => {
    fc.assert(
      fc.property(fc.nat({ max: 300 }), fc.array(fc.nat({ max: 2 }), { maxLength: 20 }), (size, order) => {
        const front = Claims.of(size);
        const threads = [front, new Claims(front.shared, false), new Claims(front.shared, false)];
        const iterators = threads.map((claims) => claims[Symbol.iterator]());
        const taken: (readonly [from: number, to: number])[][] = [[], [], []];
        for (const t of [...order, 0, 1, 2]) {
          const { value, done } = iterators[t].next();
          if (!done) taken[t].push(value);
          expect(front.claimed).toBe(taken.flat().reduce((sum, [from, to]) => sum + to - from, 0));
        }
        for (const [t, iterator] of iterators.entries()) taken[t].push(...iterator);
        expect(taken[0]).toEqual([...taken[0]].sort(([a], [b]) => a - b));
        const all = taken.flat().sort(([a], [b]) => a - b);
        expect(all.map(([from]) => from)).toEqual([0, ...all.map(([, to]) => to)].slice(0, all.length));
        expect(all.at(-1)?.[1] ?? 0).toBe(size);
      }),
      // Of the last size, more documents are claimed at once.
      { ...EXAMPLES, numRuns: 30, examples: [[2_100_000, [0, 1, 1]]] },
    );
  });
});
