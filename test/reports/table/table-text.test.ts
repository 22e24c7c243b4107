import { describe, expect, it } from "vitest";
import { terminalText } from "../../../src/reports/blocks.js";
import { classifiedRowLine, numberOfLog } from "../../../src/reports/table/table-rows-text.js";
import { type TableOutcome, tableSections } from "../../../src/reports/table/table-text.js";
import { MISSING } from "../../../src/tables/read-table.js";
import { rowsOfQueries } from "../../../src/tables/rows.js";
import { fitTable, type TableModelOptions } from "../../../src/tables/table-model.js";
import { tableOf } from "../../tables/sample-tables.js";

/** A report on a table and some queries. */
function reportOf(text: string, queries: readonly string[], options: TableModelOptions = {}): TableOutcome {
  const { table } = tableOf(text);
  const model = fitTable(table, options);
  const { rows } = rowsOfQueries(queries, table.attributes, MISSING);
  const classified = rows.map((row) => ({ row, classification: model.classify(row.values) }));
  return { model, rows: classified, protocol: { kind: "training" }, lines: table.lines };
}

const tableText = (outcome: TableOutcome) => terminalText(tableSections(outcome), {});

describe("a table for people", () => {
  const mixed = "sky,wind,class\nsunny,1,p\nrain,2.5,q\n?,3,q\nsunny,NA,p\nsunny,7,p\n";

  it("shows rows as they are worked by hand, and why an attribute is not in the product", () => {
    const outcome = reportOf(mixed, ["sky=sunny,wind=2", "sky=snow"], { mEstimate: 2, variance: "unbiased" });
    expect(tableText(outcome)).toMatchInlineSnapshot(`
      "class: 2 classes from 5 rows of 2 attributes
      categorical, m-estimate 2, m-prior uniform: sky (2)
      numeric, unbiased variance: wind

      query 1             p         q
      prior             0.6       0.4
      sky = sunny       0.8   0.33333
      wind = 2     0.084143   0.11893
      product      0.040389  0.015857
      posterior     0.71807   0.28193
      p: log odds 0.9349 against q

      query 2      p    q
      prior      0.6  0.4
      product    0.6  0.4
      posterior  0.6  0.4
      not in the product: sky = snow (not in training); wind (missing)
      p: log odds 0.4055 against q
      "
    `);
  });

  it("shows the likeliest of many classes, and says how many there are besides", () => {
    const letters = [..."abcdefgh"];
    const many = `sky,class\n${letters.map((c, i) => `s${i % 2},${c}\n`.repeat(i + 1)).join("")}`;
    const text = tableText(reportOf(many, ["sky=s1"]));
    expect(text).toMatch(/^query 1( +[a-h]){6}$/m);
    expect(text).toMatch(/^query 1.* h$/m);
    expect(text).toContain("and 2 less probable classes");
    const seven = many.replace("s1,h\n".repeat(8), "");
    expect(tableText(reportOf(seven, ["sky=s1"]))).toContain("and 1 less probable class");
  });

  it("says that nothing can be said where every class is impossible", () => {
    const text = tableText(reportOf("a,b,class\nx,u,p\ny,v,q\n", ["a=x,b=v", "a=x"], { alpha: 0 }));
    expect(text).toContain("every class has probability 0, so there is no answer");
    expect(text).toContain("p: log odds ∞ against q");
  });
});

it("a row in a line has tabs between its fields, and none within", () => {
  const { model, rows } = reportOf("a,class\nx,p\ny,q\n", ["a=x"]);
  const { logPosterior, margin } = rows[0].classification;
  expect(classifiedRowLine(model, rows[0])).toBe(`query 1\tp\t${Math.exp(logPosterior[0])}\t${margin}\n`);
});

it.each([
  [Number.NEGATIVE_INFINITY, "0"],
  [0, "1"],
  [Math.log(0.0205714), "0.020571"],
  [Math.log(12345.678), "12346"],
  [Math.log(6.197071843878083e-9), "6.1971e-9"],
  [Math.log(2.5e7), "2.5000e+7"],
  [-2302.585092994046, "1.0000e-1000"],
  [-1000, "5.0760e-435"],
  [1000, "1.9701e+434"],
  // Rounding must not give ten of anything.
  [Math.log(9.99999) - 400 * Math.LN10, "1.0000e-399"],
])("numberOfLog shows the number whose logarithm is %d as %s", (log, text) => {
  expect(numberOfLog(log)).toBe(text);
});
