import { describe, expect, it } from "vitest";
import { parseDelimited } from "../../src/documents/delimited.js";
import { DataError } from "../../src/errors.js";
import { evaluateTable } from "../../src/tables/evaluate-table.js";
import { MISSING } from "../../src/tables/read-table.js";
import { rowOf } from "../../src/tables/table.js";
import { fitTable } from "../../src/tables/table-model.js";
import { withTestRows } from "../../src/tables/test-rows.js";
import { tableOf } from "./sample-tables.js";

const { table } = tableOf("a,b,class\nx,1,p\ny,2,q\nx,3,q\nx,2,p\n");
const tested = (text: string) => withTestRows(table, parseDelimited(text, "new.csv"), MISSING);

describe("withTestRows", () => {
  it("puts the rows of another table behind those of the first, by the names of columns", () => {
    const { table: both, split, notices } = tested("class,b,a\nq,7,x\no,?,z\n");
    expect(both).toEqual({
      ...table,
      labels: ["p", "q", "o"],
      y: Uint32Array.of(0, 1, 1, 0, 1, 2),
      values: [Float64Array.of(0, 1, 0, 0, 0, -1), Float64Array.of(1, 2, 3, 2, 7, Number.NaN)],
      lines: [2, 3, 4, 5, 2, 3],
    });
    expect(split).toEqual({ train: Uint32Array.of(0, 1, 2, 3), test: Uint32Array.of(4, 5) });
    expect(notices).toEqual(['new.csv: line 3: a is "z", which no training row has: it leaves the product']);
  });

  it("changes nothing that is learned from the first", () => {
    const { table: both, split } = tested("a,b,class\ny,9,p\nw,1,o\n");
    const { predictions } = evaluateTable(both, [split]);
    const model = fitTable(table);
    expect(predictions.map(({ predicted }) => predicted)).toEqual(
      Array.from(split.test, (row) => model.classify(rowOf(both, row)).predicted),
    );
  });

  it("leaves out rows without a class, and says so", () => {
    const { split, notices } = tested("a,b,class\nx,1,?\ny,2,p\n");
    expect(split.test).toEqual(Uint32Array.of(4));
    expect(notices).toEqual(["new.csv: left out 1 row without a value of class: line 2"]);
  });

  it.each([
    ["a,b\nx,1\n", 'new.csv: required a column "class", the class, found "a", "b"'],
    ["a,b,class\nx,1,?\n", 'new.csv: required rows with a value of "class", found none'],
    ["a,b,class\nx,one,p\n", 'new.csv: line 2: column "b": required a finite number or a missing value, found "one"'],
    ["c,class\nx,p\n", 'new.csv: required some of the columns "a", "b", found "c", "class"'],
  ])("refuses %j", (text, message) => {
    expect(() => tested(text)).toThrow(DataError);
    expect(() => tested(text)).toThrow(message);
  });
});
