import { describe, expect, it } from "vitest";
import {
  isMissing,
  isNoneClass,
  labelSets,
  labelsIn,
  seenText,
  severalLabels,
} from "../../src/documents/label-cells.js";

describe("a missing value", () => {
  it("is what programs write for it, and errors in spreadsheets, but no other word", () => {
    const written = ["", "NA", "n/a", "NaN", "-nan", "null", "NULL", "<NA>", "NaT", "\\N", "1.#QNAN", "None"];
    const errors = "#N/A #NV #REF! #NAME? #DIV/0! #BEZUG! #¡VALOR! #ИМЯ? #Н/Д Err:502".split(" ");
    for (const cell of [...written, ...errors]) expect(isMissing(cell), cell).toBe(true);
    const others = [
      "none",
      "NONE",
      "no",
      "0",
      "-",
      "?",
      "nan bread",
      "#1",
      "#win!",
      "#N/A and more",
      "unknown",
      "missing",
    ];
    for (const cell of others) expect(isMissing(cell), cell).toBe(false);
  });

  it("is None, unless other classes have a capital letter too", () => {
    expect(isNoneClass(["None", "Mild", "Severe"])).toBe(true);
    expect(isNoneClass([" None ", "none", "mild", "NaN", "#N/A", 1, null, undefined])).toBe(false);
    expect([isMissing("None", true), isMissing("NaN", true)]).toEqual([false, true]);
  });
});

describe("the text of a cell that people see", () => {
  it("has one form of accents and ordinary blanks, and nothing invisible but what joins letters and emoji", () => {
    const cells = ["\ufeffham\u200b", "\u00a0to\u00a0do\u202f", "soft\u00adly", "cafe\u0301"];
    expect(cells.map(seenText)).toEqual(["ham", "to do", "softly", "caf\u00e9"]);
    for (const text of ["می\u200cشود", "👩\u200d💻", "❤\ufe0f"]) expect(seenText(text)).toBe(text);
  });
});

describe("the labels in a cell", () => {
  it("are separated by semicolons, or in a list of JSON, Python or NumPy, each once and without spaces around", () => {
    for (const [cell, ...labels] of [
      ["a;b", "a", "b"],
      [" a ; b;;a", "a", "b"],
      ['["a", "b;c", 3, true]', "a", "b;c", "3", "true"],
      ["[]"],
      ["a", "a"],
      [`['a', "b's", 'c, d']`, "a", "b's", "c, d"],
      ["['a' 'b']", "a", "b"],
      ['{"choices":["a","b"]}', "a", "b"],
    ]) {
      expect(labelsIn(cell)).toEqual(labels);
    }
    expect(labelsIn("a, b;c", ",")).toEqual(["a", "b;c"]);
  });

  it("are one label where there is no array of labels", () => {
    const cells = ["[a", "[not JSON]", '[{"a":1}]', "a, b", "{}", "['a', b]"];
    for (const cell of cells) expect(labelsIn(cell)).toEqual([cell]);
  });

  it("are numbered in their order, and each document has the numbers of its own", () => {
    const { labels, sets } = labelSets({ labels: ["b;c", "a", '["b"]', "[]"], y: [3, 0, 1, 2, 0] });
    expect(labels).toEqual(["a", "b", "c"]);
    expect(sets).toEqual([[], [1, 2], [0], [1], [1, 2]]);
  });
});

describe("several labels in one cell", () => {
  it("are clear where the parts are labels of other documents, or the cell is an array", () => {
    for (const [found, ...others] of [
      ["a;b", "a", "b", "x;y"],
      ['["a","b"]', "a", "[]"],
      ['{"choices":["a","b"]}', "a"],
      ['["b"]', "a"],
    ]) {
      expect(severalLabels([found, ...others])).toEqual({ isClear: true, cells: [found], separator: ";" });
    }
  });

  it("are doubtful where a part stands elsewhere, too", () => {
    expect(severalLabels(["a;b", "a;c"])).toEqual({ isClear: false, cells: ["a;b", "a;c"], separator: ";" });
    expect(severalLabels(["a", "a;b"])).toEqual({ isClear: false, cells: ["a;b"], separator: ";" });
    const classes = Array.from({ length: 30 }, (_, i) => `class ${i}`);
    expect(severalLabels([...classes, "class 1, class 2"])).toMatchObject({ isClear: false, separator: "," });
  });

  it("are a class of its own where no part stands elsewhere", () => {
    const towns = ["Paris, France", "Lyon, France"];
    for (const cells of [
      ["Paris; France", "London; England"],
      ["a", "b", "a;", ";"],
      towns,
      ["C#", "F#", "C", "bug #12"],
    ]) {
      expect(severalLabels(cells)).toBeUndefined();
    }
  });

  it("are found where a comma, a bar or the # of doccano separates labels of other documents", () => {
    for (const separator of [",", "|", "#"]) {
      const cells = [`a${separator} b`, `b${separator} a`];
      expect(severalLabels(["a", "b", ...cells])).toEqual({ isClear: true, cells, separator });
    }
    expect(severalLabels(["action|drama", "comedy|action", "drama|comedy"])).toMatchObject({ isClear: true });
  });
});
