import { describe, expect, it } from "vitest";
import { csvText, tsvLine } from "../../src/reports/csv.js";

describe("comma-separated values", () => {
  it("are quoted where they have to be, numbers and nothing as they are", () => {
    expect(csvText([["a", 'say "x"', "b, c", -1.5, undefined, 1e-7]])).toBe('a,"say ""x""","b, c",-1.5,,1e-7\n');
    expect(csvText([])).toBe("");
  });

  it("stay in their rows and cells", () => {
    expect(csvText([["a\nb", "\u202e", "c\\n"]])).toBe("a\\nb,\\u202e,c\\\\n\n");
  });
});

describe("tab-separated values", () => {
  it("are texts and numbers as they are, in one line", () => {
    expect(tsvLine(["a", 'say "x"', "b, c", -1.5, undefined, 1e-7])).toBe('a\tsay "x"\tb, c\t-1.5\t\t1e-7\n');
    expect(tsvLine(["a\tb\nc", "\u202e", "c\\n"])).toBe("a\\tb\\nc\t\\u202e\tc\\\\n\n");
  });

  it("hold nothing that a spreadsheet computes, in quotes or not, and leave negative numbers alone", () => {
    for (const first of ["=", "+", "-", "@", "＝", "＋", "－", "＠", '"=', '""@', "'=", "''-"]) {
      expect(tsvLine([`${first}cmd()`, -2, "b"])).toBe(`'${first}cmd()\t-2\tb\n`);
    }
    expect(tsvLine(["a=b", '"a"=', -Infinity])).toBe('a=b\t"a"=\t-Infinity\n');
  });
});
