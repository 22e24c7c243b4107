import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeText } from "../../../src/base/safe-text.js";
import { textTable } from "../../../src/reports/terminal/table.js";
import { width } from "../../../src/reports/terminal/terminal.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

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
