import { describe, expect, it } from "vitest";
import { isMissing, isNoneClass, seenText } from "../../src/documents/label-cells.js";

describe("a missing value", () => {
  it.each(["", "NA", "n/a", "NaN", "-nan", "null", "NULL", "<NA>", "NaT", "\\N", "1.#QNAN", "None"])(
    "is %j, as programs write it",
    (cell) => {
      expect(isMissing(cell)).toBe(true);
    },
  );

  it.each(["#N/A", "#NV", "#REF!", "#NAME?", "#DIV/0!", "#BEZUG!", "#¡VALOR!", "#ИМЯ?", "#Н/Д", "Err:502"])(
    "is %j, an error in a spreadsheet",
    (cell) => {
      expect(isMissing(cell)).toBe(true);
    },
  );

  it.each(["none", "NONE", "no", "0", "-", "?", "nan bread", "#1", "#win!", "#N/A and more", "unknown", "missing"])(
    "is not %j",
    (cell) => {
      expect(isMissing(cell)).toBe(false);
    },
  );

  it("is None, unless other classes have a capital letter too", () => {
    expect(isNoneClass(["None", "Mild", "Severe"])).toBe(true);
    expect(isNoneClass([" None ", "none", "mild", "NaN", "#N/A", 1, null, undefined])).toBe(false);
    expect([isMissing("None", true), isMissing("NaN", true)]).toEqual([false, true]);
  });
});

describe("the text of a cell that people see", () => {
  it("has no invisible characters, one form of accents, and ordinary blanks", () => {
    expect(seenText("\ufeffham\u200b")).toBe("ham");
    expect(seenText("\u00a0to\u00a0do\u202f")).toBe("to do");
    expect(seenText("soft\u00adly")).toBe("softly");
    expect(seenText("cafe\u0301")).toBe("caf\u00e9");
  });

  it("keeps what joins letters and emoji", () => {
    for (const text of ["می\u200cشود", "👩\u200d💻", "❤\ufe0f"]) expect(seenText(text)).toBe(text);
  });
});
