import { describe, expect, it } from "vitest";
import { isLikelyWord } from "../../../src/text/disguise/leet.js";

describe("a likely word", () => {
  it.each(["viagra", "mortgage", "strength", "yes", "psycho", "queen", "rhythm", "schnapps", "knights"])(
    "is %s",
    (word) => {
      expect(isLikelyWord(word)).toBe(true);
    },
  );

  it.each(["bcdf", "aeiou", "mpe", "abbbc", "axbcdfg", "nejxp", "iraq", "watkgx", "lgtm"])("is not %s", (word) => {
    expect(isLikelyWord(word)).toBe(false);
  });
});
