import { describe, expect, it } from "vitest";
import { textWidth } from "../../../src/reports/plots/text-width.js";

describe("about how wide a text is", () => {
  it("grows with the size, with bold type, and by the kind of character", () => {
    expect(textWidth("", 12)).toBe(0);
    expect(textWidth("abc", 24)).toBeCloseTo(2 * textWidth("abc", 12));
    expect(textWidth("abc", 12, true)).toBeGreaterThan(textWidth("abc", 12));
    const widths = ["i", "a", "A", "m"].map((character) => textWidth(character, 10));
    expect([...widths].sort((a, b) => a - b)).toEqual(widths);
    expect(new Set(widths).size).toBe(4);
    expect(textWidth("漢", 10)).toBe(10);
    expect(textWidth("𠀀", 10)).toBe(10);
  });
});
