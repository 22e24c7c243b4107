import { describe, expect, it } from "vitest";
import { tileColumns } from "../../../src/reports/html/measures.js";

describe("the columns of tiles", () => {
  it("are as many as fit without one tile alone in the last row", () => {
    expect([6, 7, 8, 9, 12].map((tiles) => tileColumns(tiles, 4))).toEqual([4, 4, 4, 3, 4]);
    expect([6, 8, 9, 12].map((tiles) => tileColumns(tiles, 3))).toEqual([3, 3, 3, 3]);
  });

  it("are two where nothing else avoids it: the first tile is as wide as both", () => {
    expect([tileColumns(7, 3), tileColumns(9, 2), tileColumns(13, 4)]).toEqual([2, 2, 2]);
  });
});
