import { describe, expect, it } from "vitest";
import { fittedTable } from "../../src/reports/fitted-table.js";
import { textTable } from "../../src/reports/table.js";

const ROWS = [
  ["comp.os.ms-windows.misc", "77.3 %", "as evaluated"],
  ["rec.autos", "9.1 %", ""],
];

describe("a table for a terminal", () => {
  it("is any table where there is room", () => {
    expect(fittedTable(ROWS, "lrl", 80)).toEqual(textTable(ROWS, "lrl"));
    expect(fittedTable(ROWS, "lrl", Number.POSITIVE_INFINITY)).toEqual(textTable(ROWS, "lrl"));
  });

  it("shortens the broadest names first, and no number", () => {
    const lines = fittedTable(ROWS, "lrl", 40);
    expect(lines).toEqual(["comp.os.m…ows.misc  77.3 %  as evaluated", "rec.autos            9.1 %"]);
  });

  it("stays too broad rather than without its numbers or with names of nothing", () => {
    expect(fittedTable(ROWS, "lrl", 10)).toEqual(["comp…isc  77.3 %  as e…ted", "rec.…tos   9.1 %"]);
  });
});
