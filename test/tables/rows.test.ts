import { describe, expect, it } from "vitest";
import { parseDelimited } from "../../src/documents/archives/delimited.js";
import { MISSING } from "../../src/tables/read-table.js";
import type { Attribute } from "../../src/tables/row-encoder.js";
import { rowsFrom, rowsOfQueries, withTestRows } from "../../src/tables/rows.js";
import { faultWith, tableOf } from "./sample-tables.js";

const attributes: Attribute[] = [
  { kind: "categorical", name: "sky", categories: ["rain", "sunny"] },
  { kind: "numeric", name: "wind" },
];
const file = (text: string) => rowsFrom(parseDelimited(text, "new.csv"), attributes, "class", MISSING);
const queries = (...texts: string[]) => rowsOfQueries(texts, attributes, MISSING);

describe("rows to classify", () => {
  it("come from a file by column name, in any order, without the class", () => {
    expect(file("class,wind,sky\n?,3,sunny\nyes,NA,\n")).toEqual({
      notices: [],
      rows: [
        { name: "line 2", cells: ["sunny", "3"], values: Float64Array.of(1, 3) },
        { name: "line 3", cells: [undefined, undefined], values: Float64Array.of(Number.NaN, Number.NaN) },
      ],
    });
  });

  it("come from queries, where an attribute may be missing", () => {
    expect(queries("sky=rain", " wind = -2 , sky=?")).toEqual({
      notices: [],
      rows: [
        { name: "query 1", cells: ["rain", undefined], values: Float64Array.of(0, Number.NaN) },
        { name: "query 2", cells: [undefined, "-2"], values: Float64Array.of(Number.NaN, -2) },
      ],
    });
  });

  it("may have a category that training does not have: it is ignored, and a notice says where", () => {
    const { rows, notices } = file("sky,wind\nrain,1\nsnow,2\n");
    expect(rows[1].values).toEqual(Float64Array.of(-1, 2));
    expect(notices).toEqual(['new.csv: sky is ignored in 1 row whose value is not in training: "snow" (line 3)']);
    const notice = 'sky is ignored in 1 row whose value is not in training: "snow" (query 1)';
    expect(queries("sky=snow").notices).toEqual([notice]);
  });

  it("may lack columns or have others, with a notice", () => {
    expect(file("sky,moon,tide\nrain,new,low\n").notices).toEqual([
      "new.csv has no column wind, so it is missing in every row",
      "new.csv: column moon, tide was not in training and is ignored",
    ]);
  });

  it.each([
    ["sky,wind\n", "new.csv: there are column names but no rows"],
    ["moon\nnew\n", 'new.csv: the model has no column "moon"; its columns are "sky", "wind"'],
    ["sky,sky\nrain,rain\n", 'new.csv: two columns are named "sky": rename one of them'],
    ["sky,wind\nrain,1\nrain,strong\n", 'new.csv: line 3: "strong" in column "wind" is not a number; correct it, or'],
    ["sky,wind\nrain,Infinity\n", 'new.csv: line 2: "Infinity" in column "wind" is not a number'],
  ])("are refused in a file with %j", (text, message) => {
    expect(() => file(text)).toThrow(faultWith("DataError", message));
  });

  it.each([
    ["", "UsageError", 'query: "" is not NAME=VALUE; commas separate several, so give a value with a comma in a file'],
    ["sky", "UsageError", 'query: "sky" is not NAME=VALUE'],
    ["moon=new", "UsageError", 'query: there is no column "moon"; the columns are "sky", "wind"'],
    ["sky=rain,sky=sunny", "UsageError", 'query: "sky" is given twice'],
    ["wind=strong", "DataError", 'query 1: "strong" in column "wind" is not a number'],
    ["wind=NaN", "DataError", '"NaN" in column "wind" is not a number'],
  ] as const)("are refused in the query %j", (query, kind, message) => {
    expect(() => queries(query)).toThrow(faultWith(kind, message));
  });
});

const { table } = tableOf("a,b,class\nx,1,p\ny,2,q\nx,3,q\nx,2,p\n");
const tested = (text: string) => withTestRows(table, parseDelimited(text, "new.csv"), MISSING);

describe("withTestRows", () => {
  it("appends the rows of another table by column name", () => {
    const { table: both, split, notices } = tested("class,b,a\nq,7,x\no,?,z\n");
    expect(both).toEqual({
      ...table,
      labels: ["p", "q", "o"],
      y: Uint32Array.of(0, 1, 1, 0, 1, 2),
      rows: [...table.rows, Float64Array.of(0, 7), Float64Array.of(-1, Number.NaN)],
      lines: [2, 3, 4, 5, 2, 3],
    });
    expect(split).toEqual({ train: Uint32Array.of(0, 1, 2, 3), test: Uint32Array.of(4, 5) });
    expect(notices).toEqual(['new.csv: a is ignored in 1 row whose value is not in training: "z" (line 3)']);
  });

  it("leaves out rows without a class, with a notice", () => {
    const { split, notices } = tested("a,b,class\nx,1,?\ny,2,p\n");
    expect(split.test).toEqual(Uint32Array.of(4));
    expect(notices).toEqual(["new.csv: left out 1 row without a value of class: line 2"]);
  });

  it.each([
    ["a,b\nx,1\n", 'new.csv: there is no class column "class"; the columns are "a", "b"'],
    ["a,b,class\nx,1,?\n", 'new.csv: no row has a value of "class"'],
    ["a,b,class\nx,one,p\n", 'new.csv: line 2: "one" in column "b" is not a number'],
    ["c,class\nx,p\n", 'new.csv: the model has no column "c", "class"; its columns are "a", "b"'],
  ])("refuses %j", (text, message) => {
    expect(() => tested(text)).toThrow(faultWith("DataError", message));
  });
});
