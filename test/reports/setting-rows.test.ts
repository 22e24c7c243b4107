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

  it("leave out what is not set", () => {
    const names = settingRows({ ...DEFAULT_SETTINGS, other: undefined }).map(([name]) => name);
    expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:max-terms|stem|strip|other)$/)]));
    expect(names).toContain("alpha");
  });
});
