import { describe, expect, it } from "vitest";
import { optionName, requireBoolean, requireNumber, requireOneOf, requireWhole, shown } from "../../src/base/checks.js";
import { UsageError } from "../../src/base/errors.js";

it("shows values of any type in one line", () => {
  const endless: unknown[] = [];
  endless.push(endless);
  const values = ["a\nb", Number.NaN, undefined, [null], 5n, Symbol("s"), () => 1, endless];
  expect(values.map(shown)).toEqual([
    ...['"a\\nb"', "NaN", "undefined", "[null]", "5n", "Symbol(s)", "a function", "an object that is no JSON"],
  ]);
  expect(shown("x".repeat(1e6))).toBe(`"${"x".repeat(299)}…`);
});

describe("the checks of options", () => {
  it.each<[check: () => void, message: string]>([
    [() => requireNumber("alpha", -1, { from: 0, to: 1e100 }), "alpha must be a number from 0 to 1e+100, not -1"],
    [() => requireNumber("alpha", "1", { from: 0, to: 1e100 }), 'alpha must be a number from 0 to 1e+100, not "1"'],
    [() => requireNumber("share", 0, { above: 0, to: 1 }), "share must be a number above 0 and at most 1, not 0"],
    [() => requireNumber("share", 1, { above: 0, below: 1 }), "share must be a number above 0 and below 1, not 1"],
    [() => requireNumber("count", Number.NaN, { from: 0 }), "count must be a number of at least 0, not NaN"],
    [() => requireNumber("count", Number.POSITIVE_INFINITY, { from: 0 }), "a number of at least 0, not Infinity"],
    [() => requireWhole("k", 1.5, 1), "k must be a whole number of at least 1, not 1.5"],
    [() => requireWhole("k", undefined, 1), "k must be a whole number of at least 1, not undefined"],
    [() => requireBoolean("normalize", 1), "normalize must be true or false, not 1"],
    [() => requireOneOf("tf", "root", ["count", "log"]), 'tf must be one of count, log, not "root"'],
  ])("refuse what is out of range, with the value and what is allowed (%#)", (check, message) => {
    expect(check).toThrow(UsageError);
    expect(check).toThrow(message);
  });

  it("accept allowed values, including the ends of a range", () => {
    for (const alpha of [0, 1]) requireNumber("alpha", alpha, { from: 0, to: 1 });
    expect(() => requireNumber("share", 1e-300, { above: 0, below: 1 })).not.toThrow();
    expect(() => requireWhole("k", 1, 1)).not.toThrow();
  });
});

it("a setting is called as its option is", () => {
  const names = ["alpha", "minCount", "maxDocumentShare"].map(optionName);
  expect(names).toEqual(["alpha", "min-count", "max-document-share"]);
});
