import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeText } from "../../../src/base/safe-text.js";
import { fittedTable, textTable } from "../../../src/reports/terminal/table.js";
import { padEnd, width } from "../../../src/reports/terminal/terminal.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

describe("width", () => {
  it.each([
    ["", 0],
    ["plain text", 10],
    ["é", 1],
    ["e\u0301", 1],
    ["漢字", 4],
    ["ひらがな", 8],
    ["한국", 4],
    ["ｗｉｄｅ", 8],
    ["。", 2],
    ["🎉", 2],
    ["🚀", 2],
    ["🧪", 2],
    ["🫠", 2],
    ["𝒜", 1],
    ["𠀀", 2],
    ["Привет", 6],
    ["עברית", 5],
    ["ไทย", 3],
  ])("of %j is %d columns", (text, columns) => {
    expect(width(text)).toBe(columns);
  });
});

describe("textTable", () => {
  it("aligns columns left and right, two spaces apart, without spaces at the end", () => {
    const rows = [
      ["name", "count", "note"],
      ["a", "1,234", ""],
      ["long name", "5", "x"],
    ];
    expect(textTable(rows, "lrl")).toEqual(["name       count  note", "a          1,234", "long name      5  x"]);
  });

  it("aligns wide characters and combining marks with others", () => {
    const rows = [
      ["漢字", "1"],
      ["e\u0301te\u0301", "2"],
      ["plain", "3"],
    ];
    expect(textTable(rows, "lr")).toEqual(["漢字   1", "e\u0301te\u0301    2", "plain  3"]);
  });

  it("puts the cells of a column at one place, whatever is in them", () => {
    const cell = fc
      .oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("漢字", "é", "🎉", ""))
      .map((text) => `${safeText(text)}|`);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1 }),
        fc.constantFrom("ll", "rr", "lr", "rl"),
        (rows, align) => {
          const lines = textTable(rows, align);
          expect(lines).toHaveLength(rows.length);
          if (align === "rr") expect(new Set(lines.map(width)).size).toBe(1);
          const second = lines.map((line, i) => width(line) - width(rows[i][1]));
          if (align === "ll") expect(new Set(second).size).toBe(1);
        },
      ),
      EXAMPLES,
    );
  });

  it("makes nothing of no rows, and takes missing cells for empty", () => {
    expect(textTable([], "lr")).toEqual([]);
    expect(textTable([["a", "b"], ["longer"]], "ll")).toEqual(["a       b", "longer"]);
  });
});

describe("padEnd", () => {
  it("fills up to a number of columns and never cuts", () => {
    expect(padEnd("漢", 4)).toBe("漢  ");
    expect(padEnd("longer", 4)).toBe("longer");
  });
});

const ROWS = [
  ["comp.os.ms-windows.misc", "77.3 %", "as evaluated"],
  ["rec.autos", "9.1 %", ""],
];

describe("a table for a terminal", () => {
  it("is any table where there is room", () => {
    expect(fittedTable(ROWS, "lrl", 80)).toEqual(textTable(ROWS, "lrl"));
    expect(fittedTable(ROWS, "lrl", Number.POSITIVE_INFINITY)).toEqual(textTable(ROWS, "lrl"));
  });

  it("shortens the broadest names first, and no number", () => {
    const lines = fittedTable(ROWS, "lrl", 40);
    expect(lines).toEqual(["comp.os.m…ows.misc  77.3 %  as evaluated", "rec.autos            9.1 %"]);
  });

  it("stays too broad rather than without its numbers or with names of nothing", () => {
    expect(fittedTable(ROWS, "lrl", 10)).toEqual(["comp…isc  77.3 %  as e…ted", "rec.…tos   9.1 %"]);
  });
});
