import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeText } from "../../../src/base/safe-text.js";
import { lookOfShare, painted, shortened, textTable, width } from "../../../src/reports/terminal/terminal.js";
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

it.each([
  [0, [""]],
  [1, ["é", "e\u0301", "𝒜"]],
  [2, ["。", "🎉", "🚀", "🧪", "🫠", "𠀀"]],
  [3, ["ไทย"]],
  [4, ["漢字", "한국"]],
  [8, ["ひらがな", "ｗｉｄｅ"]],
  [10, ["plain text", "Привет мир"]],
])("width is %d columns of %j", (columns, texts) => {
  for (const text of texts) expect(width(text), text).toBe(columns);
});

describe("textTable", () => {
  it("aligns columns left and right, two spaces apart, without spaces at the end", () => {
    const rows = ["name,count,note", "a,1234,", "long name,5,x"].map((row) => row.split(","));
    expect(textTable(rows, "lrl")).toEqual(["name       count  note", "a           1234", "long name      5  x"]);
  });

  it("puts the cells of a column at one place, whatever is in them", () => {
    const cell = fc
      .oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("漢字", "é", "🎉", ""))
      .map((text) => `${safeText(text)}|`);
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        expect(new Set(textTable(rows, "rr").map(width)).size).toBe(1);
        const second = textTable(rows, "ll").map((line, i) => width(line) - width(rows[i][1]));
        expect(second).toHaveLength(rows.length);
        expect(new Set(second).size).toBe(1);
      }),
      EXAMPLES,
    );
  });
});

const ROWS = [
  ["comp.os.ms-windows.misc", "77.3 %", "as evaluated"],
  ["rec.autos", "9.1 %", ""],
];

describe("a table that is wider than the terminal", () => {
  it.each([
    [80, ["comp.os.ms-windows.misc  77.3 %  as evaluated", "rec.autos                 9.1 %"]],
    [40, ["comp.os.m…ows.misc  77.3 %  as evaluated", "rec.autos            9.1 %"]],
    [10, ["comp…isc  77.3 %  as e…ted", "rec.…tos   9.1 %"]],
  ])("has shorter names and whole numbers in %d columns", (columns, lines) => {
    expect(textTable(ROWS, "lrl", { columns })).toEqual(lines);
  });

  it("has looks that change no width", () => {
    const look = (row: number, column: number) => (row === 1 && column === 1 ? "bold" : undefined);
    const [first, second] = textTable(ROWS, "lrl", { columns: 40, colour: true, look });
    expect(first).toBe("comp.os.m…ows.misc  77.3 %  as evaluated");
    expect(second).toBe("rec.autos            \u001b[1m9.1 %\u001b[22m");
  });
});
