import { describe, expect, it } from "vitest";
import { everySecond } from "../../src/text/half.js";
import { words } from "../../src/text/words.js";
import { tokensOf } from "./tokens.js";

describe("half of the tokens", () => {
  it("are the first, the third and so on", () => {
    expect(tokensOf(everySecond(words()), "one two three four five")).toEqual(["one", "three", "five"]);
    expect(tokensOf(everySecond(words()), "")).toEqual([]);
  });

  it("are counted from the first of each text", () => {
    const half = everySecond(words());
    expect(["one two three", "four five"].map((text) => tokensOf(half, text))).toEqual([["one", "three"], ["four"]]);
  });
});
