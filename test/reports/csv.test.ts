import { describe, expect, it } from "vitest";
import { csvText } from "../../src/reports/csv.js";

describe("comma-separated values", () => {
  it("are quoted where they have to be, numbers and nothing as they are", () => {
    expect(csvText([["a", 'say "x"', "b, c", -1.5, undefined, 1e-7]])).toBe('a,"say ""x""","b, c",-1.5,,1e-7\n');
    expect(csvText([])).toBe("");
  });

  it("hold nothing that a spreadsheet computes", () => {
    for (const first of ["=", "+", "-", "@", "＝", "＋", "－", "＠"]) {
      expect(csvText([[`${first}cmd()`]])).toBe(`'${first}cmd()\n`);
    }
    expect(csvText([['=HYPERLINK("x","y")']])).toBe(`"'=HYPERLINK(""x"",""y"")"\n`);
    expect(csvText([["a=b", "\t=1", "\r=1"]])).toBe("a=b,\\t=1,\\r=1\n");
  });

  it("stay in their rows and cells", () => {
    expect(csvText([["a\nb", "\u202e", "c\\n"]])).toBe("a\\nb,\\u202e,c\\\\n\n");
  });
});
