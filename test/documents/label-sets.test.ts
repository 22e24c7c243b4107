import { describe, expect, it } from "vitest";
import { labelSets, labelsIn, severalLabels } from "../../src/documents/label-cells.js";

describe("the labels in a cell", () => {
  it("are separated by semicolons, or in a JSON array, each once and without spaces around", () => {
    expect(labelsIn("a;b")).toEqual(["a", "b"]);
    expect(labelsIn(" a ; b;;a")).toEqual(["a", "b"]);
    expect(labelsIn('["a", "b;c", 3, true]')).toEqual(["a", "b;c", "3", "true"]);
    expect(labelsIn("[]")).toEqual([]);
    expect(labelsIn("a")).toEqual(["a"]);
    expect(labelsIn("a, b;c", ",")).toEqual(["a", "b;c"]);
  });

  it("are read from lists of Python and NumPy", () => {
    expect(labelsIn(`['a', "b's", 'c, d']`)).toEqual(["a", "b's", "c, d"]);
    expect(labelsIn("['a' 'b']")).toEqual(["a", "b"]);
    expect(labelsIn("['a', b]")).toEqual(["['a', b]"]);
  });

  it("are one label where there is no array of labels", () => {
    for (const cell of ["[a", "[not JSON]", '[{"a":1}]', "a, b", "{}"]) expect(labelsIn(cell)).toEqual([cell]);
  });

  it("are numbered in their order, and each document has the numbers of its own", () => {
    const { labels, sets } = labelSets({ labels: ["b;c", "a", '["b"]', "[]"], y: [3, 0, 1, 2, 0] });
    expect(labels).toEqual(["a", "b", "c"]);
    expect(sets).toEqual([[], [1, 2], [0], [1], [1, 2]]);
  });
});

describe("several labels in one cell", () => {
  it("are clear where the parts are labels of other documents, or the cell is an array", () => {
    expect(severalLabels(["a", "b", "a;b", "x;y"])).toEqual({ isClear: true, cells: ["a;b"], separator: ";" });
    expect(severalLabels(["a", '["a","b"]', "[]"])).toEqual({ isClear: true, cells: ['["a","b"]'], separator: ";" });
    const choices = '{"choices":["a","b"]}';
    expect(severalLabels(["a", choices])).toEqual({ isClear: true, cells: [choices], separator: ";" });
    expect(labelsIn(choices)).toEqual(["a", "b"]);
    expect(severalLabels(["a", '["b"]'])).toEqual({ isClear: true, cells: ['["b"]'], separator: ";" });
  });

  it("are doubtful where a part stands elsewhere, too", () => {
    expect(severalLabels(["a;b", "a;c"])).toEqual({ isClear: false, cells: ["a;b", "a;c"], separator: ";" });
    expect(severalLabels(["a", "a;b"])).toEqual({ isClear: false, cells: ["a;b"], separator: ";" });
  });

  it("are a class of its own where no part stands elsewhere", () => {
    expect(severalLabels(["Paris; France", "London; England"])).toBeUndefined();
    expect(severalLabels(["a", "b", "a;", ";"])).toBeUndefined();
    expect(severalLabels(["Paris, France", "Lyon, France"])).toBeUndefined();
    expect(severalLabels(["C#", "F#", "C", "bug #12"])).toBeUndefined();
  });

  it("are found where a comma, a bar or the # of doccano separates labels of other documents", () => {
    const separated = (separator: string) => ["a", "b", `a${separator} b`, `b${separator} a`];
    for (const separator of [",", "|", "#"]) {
      const cells = separated(separator).slice(2);
      expect(severalLabels(separated(separator))).toEqual({ isClear: true, cells, separator });
    }
    expect(severalLabels(["action|drama", "comedy|action", "drama|comedy"])).toMatchObject({ isClear: true });
  });

  it("are doubtful where few classes have a comma", () => {
    const classes = Array.from({ length: 30 }, (_, i) => `class ${i}`);
    expect(severalLabels([...classes, "class 1, class 2"])).toMatchObject({ isClear: false, separator: "," });
  });
});
