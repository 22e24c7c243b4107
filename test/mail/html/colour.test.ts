import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areNearlyEqual, attributeColour, CLEAR, cssColour, UNKNOWN } from "../../../src/mail/html/colour.js";

/** Each of the texts in a list, with the colour that it is. */
const all = (colour: number | undefined, list: string) =>
  list.split("|").map((text): [string, number | undefined] => [text, colour]);

describe("a colour of a style sheet", () => {
  it.each([
    ...all(0xffffff, "white|#fff|#ffffffff|hsla(0,0%,100%,1)"),
    ...all(0xff00aa, "#f0a|#f0a8"),
    ...all(0x010203, "rgb(1, 2, 3)|rgb(1 2 3 / 50%)"),
    ...all(0x00ff00, "hsl(120, 100%, 50%)|hsl(120deg 100 50)"),
    ["rebeccapurple", 0x663399],
    ["#12345678", 0x123456],
    ["rgb(100% 0% 50%)", 0xff0080],
    ["rgba(300,-5,3,.5)", 0xff0003],
    ...all(CLEAR, "transparent|#fff0|#ffffff05|rgba(0,0,0,0)|rgb(0 0 0 / 1%)"),
    ...all(UNKNOWN, "oklch(0 0 0)|hwb(0 100% 0%)|color-mix(in srgb, white, white)"),
    ...all(undefined, "var(--x)|#12345|#ggg|rgb(1,2)|rgb(a,b,c)|constructor|"),
  ])("%j is %d", (value, colour) => {
    expect(cssColour(value)).toBe(colour);
  });
});

describe("a colour of an attribute", () => {
  it.each([
    ...all(0xffffff, "white|#FFF|ffffff|#ffffff"),
    // The standard's own example, and one known from the wild.
    ["chucknorris", 0xc00000],
    ["sick", 0x00c000],
    ["f", 0x0f0000],
    ["#000000ffffff00000000ffff", 0x00ff00],
    ...all(undefined, "transparent|  "),
  ])("%j is %d", (value, colour) => {
    expect(attributeColour(value)).toBe(colour);
  });

  it("is some colour, whatever is written", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "binary" }), (value) => {
        for (const colour of [attributeColour(value), cssColour(value)]) {
          expect(colour ?? UNKNOWN).toBeGreaterThanOrEqual(UNKNOWN);
          expect(colour ?? UNKNOWN).toBeLessThanOrEqual(0xffffff);
        }
      }),
    );
  });
});

describe("two colours", () => {
  it("are nearly equal if no channel differs by more than a tenth", () => {
    for (const colour of [0xffffff, 0xe6ffff]) expect(areNearlyEqual(colour, 0xffffff)).toBe(true);
    expect(areNearlyEqual(0, 0)).toBe(true);
    for (const colour of [0xe5ffff, 0xffffe5, 0xffff00]) expect(areNearlyEqual(colour, 0xffffff)).toBe(false);
    for (const colour of [0, UNKNOWN]) expect(areNearlyEqual(colour, UNKNOWN)).toBe(false);
  });
});
