import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookOfShare, painted, shortened, width } from "../../../src/reports/terminal/terminal.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

describe("text with a look", () => {
  it("has one only where there are colours", () => {
    expect(painted("a", "bold", true)).toBe("\u001b[1ma\u001b[22m");
    expect(painted("a", "bold", false)).toBe("a");
    expect(painted("a", "bold", undefined)).toBe("a");
    expect(painted("a", undefined, true)).toBe("a");
    expect(painted("", "bold", true)).toBe("");
  });

  it("is good from .8 and poor below .6", () => {
    const looks = [1, 0.8, 0.79, 0.6, 0.59, 0].map(lookOfShare);
    expect(looks.join(" ")).toBe("good good middling middling poor poor");
  });
});

describe("a shortened text", () => {
  it("keeps its beginning and its end", () => {
    expect(shortened("comp.os.ms-windows.misc", 23)).toBe("comp.os.ms-windows.misc");
    expect(shortened("comp.os.ms-windows.misc", 11)).toBe("comp.….misc");
    expect(shortened("comp.os.ms-windows.misc", 10)).toBe("comp.…misc");
    expect(shortened("abc", 1)).toBe("…");
  });

  it("splits no character, and counts broad ones as two", () => {
    expect(shortened("漢字漢字", 6)).toBe("漢…字");
    expect(shortened("e\u0301e\u0301e\u0301e\u0301", 3)).toBe("e\u0301…e\u0301");
  });

  it("is never broader than it may be, and never shorter than it must", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), fc.integer({ min: 1, max: 12 }), (text, columns) => {
        const short = shortened(text, columns);
        expect(width(short)).toBeLessThanOrEqual(columns);
        if (width(text) <= columns) expect(short).toBe(text);
        else expect(width(short)).toBeGreaterThanOrEqual(columns - 2);
      }),
      EXAMPLES,
    );
  });
});
