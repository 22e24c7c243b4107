import { describe, expect, it } from "vitest";
import { widthClass, widthRules } from "../../../src/reports/html/widths.js";

describe("widths of elements", () => {
  it("have a class for each width, and a rule for each class", () => {
    expect([0, 1e-9, 0.5, 1, 7].map(widthClass)).toEqual(["w0", "w1", "w20", "w40", "w40"]);
    for (const name of ["w0", "w1", "w20", "w40"]) expect(widthRules()).toContain(`.${name}{`);
    expect(widthRules()).toContain(".w20{--w:50%}");
  });
});
