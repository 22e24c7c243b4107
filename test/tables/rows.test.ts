import { describe, expect, it } from "vitest";
import { parseDelimited } from "../../src/documents/delimited.js";
import { DataError, UsageError } from "../../src/errors.js";
import { MISSING } from "../../src/tables/read-table.js";
import { rowsFrom, rowsOfQueries } from "../../src/tables/rows.js";
import type { Attribute } from "../../src/tables/table.js";

const attributes: Attribute[] = [
  { kind: "categorical", name: "sky", categories: ["rain", "sunny"] },
  { kind: "numeric", name: "wind" },
];
const file = (text: string) => rowsFrom(parseDelimited(text, "new.csv"), attributes, "class", MISSING);
const queries = (...texts: string[]) => rowsOfQueries(texts, attributes, MISSING);

describe("rows to classify", () => {
  it("come from a file by the names of its columns, in any order, the class not looked at", () => {
    expect(file("class,wind,sky\n?,3,sunny\nyes,NA,\n")).toEqual({
      notices: [],
      rows: [
        { name: "line 2", cells: ["sunny", "3"], values: Float64Array.of(1, 3) },
        { name: "line 3", cells: [undefined, undefined], values: Float64Array.of(Number.NaN, Number.NaN) },
      ],
    });
  });

  it("come from queries, in which an attribute may be left out or missing", () => {
    expect(queries("sky=rain", " wind = -2 , sky=?")).toEqual({
      notices: [],
      rows: [
        { name: "query 1", cells: ["rain", undefined], values: Float64Array.of(0, Number.NaN) },
        { name: "query 2", cells: [undefined, "-2"], values: Float64Array.of(Number.NaN, -2) },
      ],
    });
  });

  it("may have a category that training has not: said with row and column, and out of the product", () => {
    const { rows, notices } = file("sky,wind\nrain,1\nsnow,2\n");
    expect(rows[1].values).toEqual(Float64Array.of(-1, 2));
    expect(notices).toEqual(['new.csv: line 3: sky is "snow", which no training row has: it leaves the product']);
    expect(queries("sky=snow").notices).toEqual([
      'query 1: sky is "snow", which no training row has: it leaves the product',
    ]);
  });

  it("may all have such categories: one notice a column, that names a few", () => {
    const rows = Array.from({ length: 1000 }, (_, i) => `fog${i},1\n`).join("");
    expect(file(`sky,wind\n${rows}`).notices).toEqual([
      'new.csv: sky leaves the product of 1000 rows, which have what no training row has: "fog0" (line 2), "fog1" (line 3), "fog2" (line 4) and 997 more',
    ]);
    expect(queries("sky=fog", "sky=snow").notices).toEqual([
      'sky leaves the product of 2 rows, which have what no training row has: "fog" (query 1), "snow" (query 2)',
    ]);
  });

  it("may lack columns or have others, which is said", () => {
    expect(file("sky,moon,tide\nrain,new,low\n").notices).toEqual([
      "new.csv has no column wind: missing in every row, and so out of the product",
      "new.csv: training knows no column moon, tide: not looked at",
    ]);
  });

  it.each([
    ["sky,wind\n", "new.csv: required rows, found the names of columns alone"],
    ["moon\nnew\n", 'new.csv: required some of the columns "sky", "wind", found "moon"'],
    ["sky,sky\nrain,rain\n", 'new.csv: required a name for each column, found "sky" twice'],
    [
      "sky,wind\nrain,1\nrain,strong\n",
      'new.csv: line 3: column "wind": required a finite number or a missing value, found "strong"',
    ],
    [
      "sky,wind\nrain,Infinity\n",
      'new.csv: line 2: column "wind": required a finite number or a missing value, found "Infinity"',
    ],
  ])("are refused in a file with %j", (text, message) => {
    expect(() => file(text)).toThrow(DataError);
    expect(() => file(text)).toThrow(message);
  });

  it.each([
    ["", UsageError, 'query: required NAME=VALUE once for some of "sky", "wind", with commas between, got ""'],
    ["sky", UsageError, 'got "sky"'],
    ["moon=new", UsageError, 'got "moon"'],
    ["sky=rain,sky=sunny", UsageError, 'got "sky=sunny"'],
    ["wind=strong", DataError, 'query 1: column "wind": required a finite number or a missing value, found "strong"'],
    ["wind=NaN", DataError, 'found "NaN"'],
  ])("are refused in the query %j", (query, kind, message) => {
    expect(() => queries(query)).toThrow(kind);
    expect(() => queries(query)).toThrow(message);
  });
});
