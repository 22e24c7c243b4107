import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../../helpers/arbitraries.js";
import { windowOf } from "../pieces.js";

describe("a window on a stream", () => {
  it("shows what the whole would show, however it is moved", () => {
    const moves = fc.array(fc.tuple(fc.constantFrom("reach", "drop", "pass", "more"), fc.nat(60)), { maxLength: 20 });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 50 }), moves, (bytes, size, steps) => {
        const window = windowOf(bytes, size);
        let start = 0;
        for (const [move, n] of steps) {
          if (move === "reach") expect(window.reach(n)).toBe(bytes.length - start >= n);
          else if (move === "more") {
            const before = window.length;
            expect(window.more()).toBe(start + before < bytes.length);
            expect(window.length > before).toBe(start + before < bytes.length);
          } else if (move === "pass") {
            expect(window.pass(n)).toBe(bytes.length - start >= n);
            start = Math.min(bytes.length, start + n);
          } else {
            start += Math.min(n, window.length);
            window.drop(n);
          }
          expect(window.passed).toBe(start);
          const seen = bytes.subarray(start, start + window.length);
          expect([...window.view(0, window.length)]).toEqual([...seen]);
          expect(window.indexOf(7, 1)).toBe(Buffer.from(seen).indexOf(7, 1));
          expect(window.at(0)).toBe(seen[0]);
          expect([window.at(-1), window.at(window.length)]).toEqual([undefined, undefined]);
        }
      }),
      EXAMPLES,
    );
  });
});
