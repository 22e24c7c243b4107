import { describe, expect, it } from "vitest";
import { bunzip2 } from "../../../scripts/corpora/bunzip2.js";
import { EASY_HAM, ZEROS } from "./archives.js";

const decoded = (file: Uint8Array, maxBytes = 2 ** 24) => Buffer.concat(bunzip2(file, maxBytes));

describe("bunzip2", () => {
  it("gives back what was compressed, in several streams, too", () => {
    expect(decoded(ZEROS).equals(Buffer.alloc(1_000_000))).toBe(true);
    expect(decoded(EASY_HAM).toString("latin1")).toContain("Lunch at noon?");
    expect(decoded(Buffer.concat([ZEROS, ZEROS]))).toHaveLength(2_000_000);
  });

  it("stops at the cap", () => {
    expect(() => decoded(ZEROS, 999_999)).toThrow("it holds more than 999999 bytes");
    expect(decoded(ZEROS, 1_000_000)).toHaveLength(1_000_000);
  });

  it("refuses a file that is cut short, at any place, or has a changed byte", () => {
    for (let length = 0; length < EASY_HAM.length; length += 7) {
      expect(() => decoded(EASY_HAM.subarray(0, length))).toThrow();
    }
    const changed = Uint8Array.from(EASY_HAM);
    changed[200] ^= 1;
    expect(() => decoded(changed)).toThrow();
  });
});
