import { describe, expect, it } from "vitest";
import {
  fraction,
  InvalidValue,
  listOf,
  number,
  oneOf,
  orAll,
  range,
  whole,
} from "../../../src/cli/options/parsers.js";

/** Texts that are no values, whatever the kind of value. */
const NOTHING = ["", " ", "x", "1x", "0x", "one", "NaN", "Infinity", "-Infinity", "1e999", "１", "1 2", "--1"];
const words = listOf(oneOf(["a", "b"]));

describe("the value of an option", () => {
  it.each<[string, (text: string) => unknown, Readonly<Record<string, unknown>>, string[], string]>([
    [
      "a whole number of digits, from its least value on, as far as numbers are exact",
      whole(1),
      { "1": 1, "007": 7, "9007199254740991": 9007199254740991 },
      [...NOTHING, "0", "-1", "1.5", "1e3", "+1", "9007199254740993"],
      "give a whole number of at least 1",
    ],
    [
      "a finite number",
      number,
      { "0": 0, "-1": -1, ".5": 0.5, "1e-3": 0.001, " 2 ": 2 },
      [...NOTHING.filter((text) => text !== "１"), "1_000"],
      "give a number",
    ],
    [
      "a share as a decimal, a fraction or a percentage",
      fraction,
      { "0.25": 0.25, ".5": 0.5, "33%": 0.33, "12.5%": 0.125, "1": 1, "0": 0, "2": 2, " 1/4 ": 0.25, "1.5/3": 0.5 },
      [...NOTHING, "-1/3", "1/", "/3", "1/2/3", "1/3%", "%", "1e-1"],
      "give a share such as 1/3, 0.33 or 33%",
    ],
    [
      "a range with two ends, or one for both",
      range,
      { "1-2": [1, 2], "2-256": [2, 256], "3": [3, 3], " 1-1 ": [1, 1] },
      [...NOTHING, "1-", "-2", "1-2-3", "1..2", "1.5-2"],
      "give two whole numbers such as 1-2",
    ],
  ])("is %s", (_, parse, values, others, message) => {
    for (const [text, value] of Object.entries(values)) expect(parse(text), text).toEqual(value);
    for (const text of others) expect(() => parse(text), text).toThrow(new InvalidValue(message));
  });
});

describe("a list as the value of an option", () => {
  it("has commas between its values, and optional spaces", () => {
    expect(listOf(number)("1,0.3, .1")).toEqual([1, 0.3, 0.1]);
    expect(listOf(orAll(whole(1)))("all,50")).toEqual([Number.POSITIVE_INFINITY, 50]);
  });

  it("keeps each value once, and those given before", () => {
    expect(words("b,a,b")).toEqual(["b", "a"]);
    expect(listOf(number)("2,3", [1, 2])).toEqual([1, 2, 3]);
  });

  it("is refused with the value that is wrong", () => {
    expect(() => listOf(number)("")).toThrow(new InvalidValue("give a number"));
    expect(() => listOf(number)("1,,2")).toThrow(new InvalidValue('"" is wrong: give a number'));
    expect(() => words("a,c")).toThrow(new InvalidValue('"c" is wrong: choose a or b'));
    const least = new InvalidValue('"0" is wrong: give a whole number of at least 1');
    expect(() => listOf(orAll(whole(1)))("all,0")).toThrow(least);
  });

  it("does not hide a fault that has nothing to do with its values", () => {
    const broken = listOf(() => {
      throw new Error("fault");
    });
    expect(() => broken("1")).toThrow(new Error("fault"));
  });
});
