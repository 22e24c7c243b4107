import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fraction, number, range, whole } from "../../../src/cli/options/parsers.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

/** Texts that are no values, whatever the kind of value. */
const NOTHING = ["", " ", "x", "1x", "0x", "one", "NaN", "Infinity", "-Infinity", "1e999", "１", "1 2", "--1"];

describe("the value of an option", () => {
  it("that is a whole number is digits, from its least value on, as far as numbers are exact", () => {
    expect(["1", "007", "9007199254740991"].map(whole(1))).toEqual([1, 7, 9007199254740991]);
    expect(whole(0)("0")).toBe(0);
    for (const text of [...NOTHING, "0", "-1", "1.5", "1e3", "+1", "9007199254740993"]) {
      expect(() => whole(1)(text), text).toThrow("give a whole number of at least 1");
    }
  });

  it("that is a number is finite", () => {
    expect(["0", "-1", ".5", "1e-3", " 2 ", "1_000"].map((text) => tried(() => number(text)))).toEqual([
      ...[0, -1, 0.5, 0.001, 2],
      "refused",
    ]);
    for (const text of NOTHING.filter((text) => text !== "１"))
      expect(() => number(text), text).toThrow("give a number");
  });

  it("that is a share is a decimal, a fraction or a percentage", () => {
    expect(["1/3", "0.25", ".5", "33%", "12.5%", "1", "0", "2", " 1/4 ", "1.5/3"].map(fraction)).toEqual([
      1 / 3,
      0.25,
      0.5,
      0.33,
      0.125,
      1,
      0,
      2,
      0.25,
      0.5,
    ]);
    for (const text of [...NOTHING, "-1/3", "1/", "/3", "1/2/3", "1/3%", "%", "1e-1"]) {
      expect(() => fraction(text), text).toThrow("give a share such as 1/3, 0.33 or 33%");
    }
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1 }), (a, b) => {
        expect(fraction(`${a}/${b}`)).toBe(a / b);
      }),
      EXAMPLES,
    );
  });

  it("that is a range has two ends, or one for both", () => {
    expect(["1-2", "2-256", "3", " 1-1 "].map(range)).toEqual([
      [1, 2],
      [2, 256],
      [3, 3],
      [1, 1],
    ]);
    for (const text of [...NOTHING.filter((text) => text !== "1 2"), "1-", "-2", "1-2-3", "1..2", "1.5-2"]) {
      expect(() => range(text), text).toThrow("give two whole numbers such as 1-2");
    }
  });
});

function tried<T>(call: () => T): T | "refused" {
  try {
    return call();
  } catch {
    return "refused";
  }
}
