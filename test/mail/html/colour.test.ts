import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attributeColour, CLEAR, cssColour, nearlyEqual, UNKNOWN } from "../../../src/mail/html/colour.js";

describe("a colour of a style sheet", () => {
  it.each([
    ["White", 0xffffff],
    [" rebeccapurple ", 0x663399],
    ["#F0a", 0xff00aa],
    ["#F0a8", 0xff00aa],
    ["#12345678", 0x123456],
    ["rgb(1, 2, 3)", 0x010203],
    ["rgb(100% 0% 50%)", 0xff0080],
    ["rgba(300,-5,3,.5)", 0xff0003],
    ["rgb(1 2 3 / 50%)", 0x010203],
    ["hsl(120, 100%, 50%)", 0x00ff00],
    ["hsl(120deg 100 50)", 0x00ff00],
    ["hsl(0 0 1 / 1)", 0x030303],
    ["hsla(0,0%,100%,1)", 0xffffff],
    ["transparent", CLEAR],
    ["#fff0", CLEAR],
    ["#ffffff05", CLEAR],
    ["rgba(0,0,0,0)", CLEAR],
    ["rgb(0 0 0 / 1%)", CLEAR],
    ["var(--x)", UNKNOWN],
    ["#12345", UNKNOWN],
    ["#ggg", UNKNOWN],
    ["rgb(1,2)", UNKNOWN],
    ["rgb(a,b,c)", UNKNOWN],
    ["constructor", UNKNOWN],
    ["", UNKNOWN],
  ])("%j is %d", (value, colour) => {
    expect(cssColour(value)).toBe(colour);
  });
});

describe("a colour of an attribute", () => {
  it.each([
    ["white", 0xffffff],
    ["#FFF", 0xffffff],
    ["ffffff", 0xffffff],
    ["#ffffff", 0xffffff],
    // The standard's own example, and one known from the wild.
    ["chucknorris", 0xc00000],
    ["sick", 0x00c000],
    ["f", 0x0f0000],
    ["#000000ffffff00000000ffff", 0x00ff00],
    ["transparent", CLEAR],
    ["  ", UNKNOWN],
  ])("%j is %d", (value, colour) => {
    expect(attributeColour(value)).toBe(colour);
  });

  it("is some colour, whatever is written", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "binary" }), (value) => {
        for (const colour of [attributeColour(value), cssColour(value)]) {
          expect(colour).toBeGreaterThanOrEqual(UNKNOWN);
          expect(colour).toBeLessThanOrEqual(0xffffff);
        }
      }),
    );
  });
});

describe("two colours", () => {
  it("are nearly equal if no channel differs by more than a tenth", () => {
    expect(nearlyEqual(0xffffff, 0xffffff)).toBe(true);
    expect(nearlyEqual(0xe6ffff, 0xffffff)).toBe(true);
    expect(nearlyEqual(0, 0)).toBe(true);
    expect(nearlyEqual(0xe5ffff, 0xffffff)).toBe(false);
    expect(nearlyEqual(0xffffff, 0xffffe5)).toBe(false);
    expect(nearlyEqual(0xffff00, 0xffffff)).toBe(false);
    expect(nearlyEqual(UNKNOWN, UNKNOWN)).toBe(false);
    expect(nearlyEqual(CLEAR, 0)).toBe(false);
    expect(nearlyEqual(0, UNKNOWN)).toBe(false);
  });
});
