import { describe, expect, it } from "vitest";
import * as numbers from "../../src/base/numbers.js";

const { firstFew, grouped, likelier, megabytes, numbered, percent, percentRange, plural } = numbers;

describe("numbers for people", () => {
  it("are grouped by thousands, but not behind a decimal point", () => {
    const numbers = [0, 7, 999, 1000, 11314, 1234567, 1e15, 0.0001, 1234.5678, -1234, 1e-7];
    const texts = "0 7 999 1,000 11,314 1,234,567 1,000,000,000,000,000 0.0001 1,234.5678 -1,234 1e-7";
    expect(numbers.map(grouped).join(" ")).toBe(texts);
  });

  it("are shares in per cent with one decimal", () => {
    expect([0, 0.7728, 1, 0.0004, 0.9999].map(percent)).toEqual(["0.0 %", "77.3 %", "100.0 %", "0.0 %", "100.0 %"]);
  });

  it("writes a range with as many decimals as tell its ends apart, and equal ends once", () => {
    expect(percentRange([0.953, 0.969])).toBe("95.3 to 96.9 %");
    const texts = [0.9996, 0.99996, 1].map((low) => percentRange([low, 1]));
    expect(texts).toEqual(["99.96 to 100.00 %", "99.996 to 100.000 %", "100.0 %"]);
    expect(percentRange([0, 0.0000001])).toBe("0.0 %");
  });

  it("are log odds in words", () => {
    const times = [0.05, Math.log(133.4), Math.log(162_755), Math.log(1e6) - 1e-9].map(likelier);
    expect(times).toEqual(["1.05", "133", "163,000", "1,000,000"].map((n) => `${n} times likelier`));
    const more = [Math.log(1e6) + 1e-6, 450, 20_000_828, Number.POSITIVE_INFINITY].map(likelier);
    expect(more).toEqual(Array(4).fill("more than a million times likelier"));
  });

  it("are sizes in kB and MB of a thousand", () => {
    const sizes = [0, 950, 99_999, 100_000, 2_781_800, 5e9].map(megabytes);
    expect(sizes.join(", ")).toBe("0.0 kB, 0.9 kB, 100.0 kB, 0.1 MB, 2.8 MB, 5000.0 MB");
  });

  it("count from 0 of a range, or go with a noun in the right number", () => {
    expect([numbered(2, 4), numbered(0, 1)]).toEqual(["2 (of 0 to 3)", "0 (the only one)"]);
    const counted = [plural(1, "document"), plural(0, "document"), plural(1234, "class", "classes")];
    expect(counted).toEqual(["1 document", "0 documents", "1,234 classes"]);
  });

  it("stand behind the first few of a list", () => {
    expect(firstFew(["a", "b"], 2)).toBe("a, b");
    expect(firstFew([7, 8, 9], 2)).toBe("7, 8 and 1 more");
    expect(firstFew(new Array<string>(2002).fill("a"), 2)).toMatch(/ and 2,000 more$/);
  });
});
