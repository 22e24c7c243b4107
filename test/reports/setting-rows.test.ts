import { describe, expect, it } from "vitest";
import { settingRows } from "../../src/reports/setting-rows.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";

describe("the rows of settings", () => {
  it("name what is set as the command does, ranges and lists in one word", () => {
    const rows = settingRows({ ...DEFAULT_SETTINGS, strip: ["headers", "quotes"], minCount: 3 });
    expect(rows).toContainEqual(["token-length", "2-256"]);
    expect(rows).toContainEqual(["ngrams", "1-1"]);
    expect(rows).toContainEqual(["strip", "headers,quotes"]);
    expect(rows).toContainEqual(["min-count", "3"]);
  });

  it("name the kinds of terms that are chosen, none among them", () => {
    const rows = settingRows({ ...DEFAULT_SETTINGS, tokens: "none", charNgrams: [3, 5], takeHalf: true });
    expect(rows).toContainEqual(["tokens", "none"]);
    expect(rows).toContainEqual(["char-ngrams", "3-5"]);
    expect(rows).toContainEqual(["take-half", "true"]);
    expect(settingRows({ intercept: false, takeHalf: false })).toEqual([["intercept", "false"]]);
  });

  it("leave out what is not set", () => {
    const names = settingRows({ ...DEFAULT_SETTINGS, other: undefined }).map(([name]) => name);
    expect(names).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:max-terms|stem|strip|take-half|char-ngrams|idf|other)$/)]),
    );
    expect(names).toContain("alpha");
  });
});
