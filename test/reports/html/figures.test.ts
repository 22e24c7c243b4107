import { describe, expect, it } from "vitest";
import { bar, odds, probability, widthClass, widthRules } from "../../../src/reports/html/figures.js";

describe("figures of the page", () => {
  it("do not round to certainty what is not certain", () => {
    expect([1, 0.99951, 0.9994, 0.5].map(probability)).toEqual(["100.0 %", "> 99.9 %", "99.9 %", "50.0 %"]);
  });

  it("say odds that anybody can read", () => {
    expect([Math.log(37), 42 * Math.LN10, 2800 * Math.LN10, Number.POSITIVE_INFINITY].map(odds).map(String)).toEqual([
      "odds 37 to 1",
      "odds 10<sup>42</sup> to 1",
      "odds 10<sup>2,800</sup> to 1",
      "the right class ruled out",
    ]);
  });

  it("have a class for each width, and a rule for each class", () => {
    expect([0, 1e-9, 0.5, 1, 7].map(widthClass)).toEqual(["w0", "w1", "w20", "w40", "w40"]);
    for (const name of ["w0", "w1", "w20", "w40"]) expect(widthRules()).toContain(`.${name}{`);
    expect(widthRules()).toContain(".w20{--w:50%}");
  });

  it("draw a bar with an interval only where there is one", () => {
    expect(String(bar(0.25, "plain"))).not.toContain("interval");
    expect(String(bar(0.25, "best", [0.2, 0.3]))).toContain('<rect class="interval" x="20.00" y="3.5" width="10.00"');
  });
});
