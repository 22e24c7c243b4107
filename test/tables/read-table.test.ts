import { describe, expect, it } from "vitest";
import { matrix } from "../evaluation/small-corpora.js";
import { faultWith, tableOf } from "./sample-tables.js";

describe("tableFrom", () => {
  it("sorts classes and categories, and gives each row its values, class and line", () => {
    const { table, notices } = tableOf("sky,wind,class\nsunny,3,yes\nrain,1.5,no\n\nrain,-2e1,no\n");
    expect(notices).toEqual([]);
    expect(table).toEqual({
      target: "class",
      labels: ["no", "yes"],
      y: Uint32Array.of(1, 0, 0),
      attributes: [
        { kind: "categorical", name: "sky", categories: ["rain", "sunny"] },
        { kind: "numeric", name: "wind" },
      ],
      rows: [Float64Array.of(1, 3), Float64Array.of(0, 1.5), Float64Array.of(0, -20)],
      lines: [2, 3, 5],
    });
  });

  it("treats a column as numeric if all values are numbers and more than two differ", () => {
    const kinds = (text: string, options = {}) => tableOf(text, options).table.attributes.map(({ kind }) => kind);
    const text = "bit,code,part,class\n0,1,.5,a\n1,2,2,b\n1,3,3.,b\n";
    expect(kinds(text)).toEqual(["categorical", "numeric", "numeric"]);
    expect(kinds(text, { categorical: ["code"], numeric: ["bit"] })).toEqual(["numeric", "categorical", "numeric"]);
    expect(kinds(text, { ignore: ["code", "bit"] })).toEqual(["numeric"]);
  });

  it("treats empty cells, ? and NA as missing, or the texts that are named", () => {
    const text = "a,b,class\n,x,p\n?,NA,q\n1,-,q\n2,-,q\n3,x,q\n";
    const columns = (options = {}) => [0, 1].map((a) => tableOf(text, options).table.rows.map((row) => row[a]));
    expect(columns()).toEqual(matrix([Number.NaN, Number.NaN, 1, 2, 3], [1, Number.NaN, 0, 0, 1]));
    expect(columns({ missing: ["-", "", "?"] })[1]).toEqual([1, 0, Number.NaN, Number.NaN, 1]);
  });

  it("leaves out rows without a class, and says which", () => {
    const { table, notices } = tableOf("a,class\nx,p\ny,\nx,?\ny,q\n");
    expect([table.y, table.lines, table.rows.length]).toEqual([Uint32Array.of(0, 1), [2, 5], 2]);
    expect(notices).toEqual(["left out 2 rows without a value of class: lines 3, 4"]);
    const many = `a,class\nx,p\nx,q\n${"x,\n".repeat(7)}`;
    expect(tableOf(many).notices).toEqual(["left out 7 rows without a value of class: lines 4, 5, 6, 7, 8 and 2 more"]);
    expect(tableOf("a,class\nx,p\nx,q\nx,\n").notices).toEqual(["left out 1 row without a value of class: line 4"]);
  });

  it("names an unnamed column by its position", () => {
    expect(tableOf(",class\nx,p\ny,q\n").table.attributes[0].name).toBe("column 1");
  });

  const AMONG = "among numbers; correct it, or list it as a missing value";
  const EACH = "a is categorical and different in every row, so it says nothing about other rows; ignore the column";
  it.each([
    ["a,class\n,p\n?,q\n", "a has no value in any row and is ignored"],
    ["a,class\n1,p\n2,q\n3,p\ntall,q\n", `a is taken as categorical because line 5 has "tall" ${AMONG}`],
    ["a,class\nx,p\ny,q\nz,p\n1,q\n2,p\n3,q\n4,p\n", `a is taken as categorical because line 2 has "x" ${AMONG}`],
    ["a,class\nw,p\nx,p\ny,q\nz,p\n1,q\n2,p\n3,q\n3,p\n3,p\n", `line 2 has "w" ${AMONG}`],
    ["a,class\nw,p\nx,p\ny,q\nz,p\n1,q\n2,p\n2,p\n", undefined],
    ['a;class\n"1,5";p\n2,5;q\n3;p\n12;q\n', 'line 2 has "1,5"; write numbers as 1234.5, without %'],
    ['a,class\n"1,234.50",p\n"2,000",q\n3.1,p\n', 'line 2 has "1,234.50"; write numbers'],
    ["a,class\n85%,p\n7 %,q\n9%,p\n", 'line 2 has "85%"; write numbers'],
    ["a,class\n1.2.2026,p\n3.2.2026,q\n1.2.2026,p\n", undefined],
    ["a,class\nu,p\nv,p\nw,q\nx,p\ny,q\n", EACH],
    ["a,class\nx,1.5\ny,2.5\nx,3.5\n", "class has 3 classes in 3 rows, all of them numbers; each number is taken as"],
    ["a,class\nx,1\ny,2\nx,3\ny,1\nx,2\ny,3\n", undefined],
  ])("reports ambiguous columns: %j", (text, notice) => {
    expect(tableOf(text).notices).toEqual(notice === undefined ? [] : [expect.stringContaining(notice)]);
  });

  const TEXT = "a,class\n1,p\n";
  it.each([
    ["the target not there", "a,b\n1,2\n", {}, 't.csv: there is no column "class"; the columns are "a", "b"'],
    ["an option of a column that is not there", TEXT, { numeric: ["z"] }, 'there is no column "z"'],
    ["a column of two kinds", TEXT, { numeric: ["a"], categorical: ["a"] }, 'column "a" is named twice; it can'],
    ["the target ignored", TEXT, { ignore: ["class"] }, 'column "class" is named twice; it can be only one'],
  ])("refuses options with %s", (_, text, options, message) => {
    expect(() => tableOf(text, options)).toThrow(faultWith("UsageError", message));
  });

  const TWO_CLASSES = 'column "class" must have at least two classes, but';
  it.each([
    ["two columns of one name", "a,a,class\n1,2,p\n", 't.csv: two columns are named "a": rename one of them'],
    ["no rows", "a,class\n", "t.csv: there are column names but no rows"],
    ["one class", "a,class\nx,p\ny,p\n", `t.csv: ${TWO_CLASSES} all rows have "p"`],
    ["no class", "a,class\nx,\ny,?\n", `${TWO_CLASSES} it is empty`],
    ["NaN among numbers", "a,class\n1,p\n2,q\nNaN,q\n3,p\n", 't.csv: line 4: "NaN" in column "a" is not a number'],
    ["an infinity", "a,class\n1,p\n2,q\n-inf,q\n3,p\n", '"-inf" in column "a" is not a number'],
    ["too large a number", "a,class\n1,p\n2,q\n1e999,q\n3,p\n", '"1e999" in column "a" is not a number'],
  ])("refuses a table with %s", (_, text, message) => {
    expect(() => tableOf(text)).toThrow(faultWith("DataError", message));
  });

  it("refuses a text in a column that is said to be numeric", () => {
    const message = 't.csv: line 3: "tall" in column "a" is not a number; correct it, or list it in missing';
    const read = () => tableOf("a,class\n1,p\ntall,q\n", { numeric: ["a"] });
    expect(read).toThrow(faultWith("DataError", message));
  });
});
