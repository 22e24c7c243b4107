import { describe, expect, it } from "vitest";
import { MAX_CSS_DEPTH, parseSheet } from "../../../../src/mail/html/css/css.js";

function depthOf(value: unknown): number {
  return value instanceof Object ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
}

describe("parsing a style sheet", () => {
  it("leaves out rules nested deeper than the limit, whatever brackets close nothing", () => {
    const css = "b{&a;<i>]]>";
    const deepest = depthOf(parseSheet(css.repeat(MAX_CSS_DEPTH)));
    expect(depthOf(parseSheet(css.repeat(10 * MAX_CSS_DEPTH)))).toBeLessThanOrEqual(deepest);
  });
});
