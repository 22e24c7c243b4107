import { describe, expect, it } from "vitest";
import { InvalidValue, listOf, number, oneOf, orAll, whole } from "../../../src/cli/options/parsers.js";

describe("a list as the value of an option", () => {
  it("has commas between its values, and optional spaces", () => {
    expect(listOf(number)("1,0.3, .1")).toEqual([1, 0.3, 0.1]);
    expect(listOf(orAll(whole(1)))("all,50")).toEqual([Number.POSITIVE_INFINITY, 50]);
    expect(listOf(oneOf(["a", "b"]))("b")).toEqual(["b"]);
  });

  it("keeps each value once, and those given before", () => {
    expect(listOf(oneOf(["a", "b"]))("b,a,b")).toEqual(["b", "a"]);
    expect(listOf(number)("2,3", [1, 2])).toEqual([1, 2, 3]);
  });

  it.each([
    [listOf(number), "", "give a number"],
    [listOf(number), "1,,2", '"" is wrong: give a number'],
    [listOf(number), "1,x", '"x" is wrong: give a number'],
    [listOf(oneOf(["a", "b"])), "a,c", '"c" is wrong: choose a or b'],
    [listOf(orAll(whole(1))), "all,0", '"0" is wrong: give a whole number of at least 1'],
  ])("is refused with the value that is wrong", (parse, text, message) => {
    expect(() => parse(text)).toThrow(InvalidValue);
    expect(() => parse(text)).toThrow(message);
  });

  it("does not hide a fault that has nothing to do with its values", () => {
    const fault = new Error("fault");
    const broken = () => {
      throw fault;
    };
    expect(() => listOf(broken)("1")).toThrow(fault);
  });
});
