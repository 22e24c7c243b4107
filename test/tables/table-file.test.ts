import { describe, expect, it } from "vitest";
import { DataError } from "../../src/base/errors.js";
import { tableModelFrom, tableModelJson } from "../../src/tables/table-file.js";
import { fitTable } from "../../src/tables/table-model.js";
import { tableOf } from "./sample-tables.js";

const { table } = tableOf("a,b,class\nx,1,p\ny,2.5,q\nx,3,q\nx,?,p\nz,7,p\n");
const model = fitTable(table, { mEstimate: 2, variance: "unbiased", prior: "uniform" });
const json = tableModelJson({ model, missing: ["?"] });

describe("the file of a model of a table", () => {
  it("is read back bit for bit, with the texts that stand for missing values", () => {
    const again = tableModelFrom(json);
    expect(again.missing).toEqual(["?"]);
    expect(again.model.parts).toEqual({
      ...model.parts,
      options: { mEstimate: 2, variance: "unbiased", prior: "uniform" },
    });
    for (const row of [
      [0, 1],
      [2, Number.NaN],
      [-1, 9],
    ]) {
      expect(again.model.classify(Float64Array.from(row))).toEqual(model.classify(Float64Array.from(row)));
    }
    expect(tableModelJson(again)).toBe(json);
  });

  it.each([
    ["no JSON", "weather", "this is not a model of a table: it is not JSON"],
    ["other JSON", "[1]", 'this is not a model of a table: its format is not "thresher table"'],
    ["another format", '{"format":"thresher"}', 'this is not a model of a table: its format is not "thresher table"'],
  ])("is refused if it is %s", (_, text, message) => {
    expect(() => tableModelFrom(text)).toThrow(DataError);
    expect(() => tableModelFrom(text)).toThrow(message);
  });

  it.each(["2", '{"valueOf":1,"toString":2}', '"1\\n2"'])("is refused if it has the version %s", (version) => {
    const reading = () => tableModelFrom(`{"format":"thresher table","version":${version}}`);
    expect(reading).toThrow(DataError);
    expect(reading).toThrow(`the model has version ${version}, but this Thresher reads version 1; update`);
  });

  const { attributes } = model.parts;
  const [category, number] = attributes;
  const withCounts = (...counts: number[][]) => ({ attributes: [{ ...category, counts }] });
  it.each([
    ["missing", { missing: [1] }],
    ["target", { target: 1 }],
    ["labels", { labels: ["p"] }],
    ["labels", { labels: [1, 2] }],
    ["labels", { labels: undefined }],
    ["sizes", { sizes: [1] }],
    ["sizes", { sizes: [1, -1] }],
    ["attributes", { attributes: {} }],
    ["attributes", { attributes: [null] }],
    ["attributes", { attributes: [{ ...number, means: [1e308, -1e308] }] }],
    ["attributes", { attributes: [{ ...category, name: 1 }] }],
    ["attributes", { attributes: [{ ...category, kind: "word" }] }],
    ["attributes", { attributes: [{ ...category, categories: [1, 2, 3] }] }],
    ["attributes", withCounts([1, 2, 3])],
    ["attributes", withCounts([1, 2], [3, 4])],
    ["attributes", withCounts([1, 2, 3], [1, 2, 0.5])],
    ["attributes", { attributes: [{ ...number, counts: [1] }] }],
    ["attributes", { attributes: [{ ...number, means: [1, null] }] }],
    ["attributes", { attributes: [{ ...number, squares: [1, -1] }] }],
    ["options", { options: [] }],
    ["options", { options: { alpha: "1" } }],
    ["options", { options: { mEstimate: "1" } }],
    ["options", { options: { variance: "n" } }],
    ["options", { options: { prior: [1] } }],
  ])("is refused if its %s is invalid: %j", (what, change) => {
    const text = JSON.stringify({ ...JSON.parse(json), ...change });
    expect(() => tableModelFrom(text)).toThrow(DataError);
    expect(() => tableModelFrom(text)).toThrow(`the model of a table is damaged: ${what} is not valid`);
  });
});
