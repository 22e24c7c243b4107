import { truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../../src/base/errors.js";
import { MAX_TABLE_BYTES, parseDelimited, readTableBytes } from "../../../src/documents/archives/delimited.js";
import { SEPARATORS, type Separator } from "../../../src/documents/archives/dialect.js";
import { folderWith } from "../../helpers/folder.js";

describe("parseDelimited", () => {
  it("gives the cells of each row, and the line that the row ends on", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const text = 'a,b\n1,2\n\n"x\ny",""""\n3,4\n'.replaceAll("\n", end);
      const { header, rows, lines } = parseDelimited(text, "t.csv");
      expect([header, ...rows].join(" | ")).toBe('a,b | 1,2 | x\ny," | 3,4');
      expect(lines).toEqual([2, 5, 6]);
    }
  });

  it("leaves out a byte-order mark and the spaces around cells, not those in quotes", () => {
    const { header, rows } = parseDelimited('\ufeff a , b \n 1 ," 2 "\n', "t.csv");
    expect([header, rows]).toEqual([["a", "b"], [["1", " 2 "]]]);
  });

  it("finds what parts cells by the first line, which may have one column, and takes it by name", () => {
    for (const [name, separator] of Object.entries(SEPARATORS)) {
      const text = `a${separator}"b,;|\t,;|\t"${separator}c\n1${separator}2${separator}3\n`;
      for (const records of [parseDelimited(text, "t"), parseDelimited(text, "t", name as Separator)]) {
        expect([records.header.length, records.rows], name).toEqual([3, [["1", "2", "3"]]]);
      }
    }
    expect(parseDelimited("play\nyes\nno\n", "t").rows).toEqual([["yes"], ["no"]]);
  });

  it.each([
    ["a row with fewer cells", "a,b\n1,2\n3\n", "t.csv: line 3 has 1 cell, but the first line has 2"],
    ["a row with more cells", "a,b\n\n1,2,3\n", "t.csv: line 3 has 3 cells, but the first line has 2"],
    ["a quote that is never closed", 'a,b\n1,2\n3,"4\n5,6\n', "t.csv: line 3: a quote is opened and never closed"],
    ["one in the first line", 'a,"b\n1,2\n', "t.csv: line 1: a quote is opened and never closed"],
    ["a quote within a cell", 'a,b\n1,x"y"\n', "t.csv: line 2: a quote in the middle of a cell: quote the whole cell"],
    ["text after a quote", 'a,b\n1,"x"y\n', "t.csv: line 2: a quote in the middle of a cell: quote the whole cell"],
    ["nothing", "", "t.csv: the table is empty: it needs a line with the column names"],
    ["nothing but empty lines", "\n\n", "t.csv: the table is empty: it needs a line with the column names"],
  ])("refuses %s, and says where", (_, text, message) => {
    expect(() => parseDelimited(text, "t.csv")).toThrow(DataError);
    expect(() => parseDelimited(text, "t.csv")).toThrow(message);
  });

  it("refuses a separator that there is not", () => {
    const refusal = new UsageError('separator: there is no "constructor"; use comma, semicolon, tab, bar');
    expect(() => parseDelimited("a\n", "t", "constructor" as Separator)).toThrow(refusal);
  });
});

describe("readTableBytes", () => {
  it("gives the bytes of a file, and refuses what is no file or too large before it is read", () => {
    const folder = folderWith({ inner: {}, "t.csv": "a\n1\n", large: "" });
    truncateSync(join(folder, "large"), MAX_TABLE_BYTES + 1);
    expect(Buffer.from(readTableBytes(join(folder, "t.csv"))).toString()).toBe("a\n1\n");
    for (const [path, found] of [
      [join(folder, "nowhere"), "cannot be read as a table: no such file or folder"],
      [join(folder, "inner"), "cannot be read as a table: it is a folder"],
      ["/dev/null", "cannot be read as a table: it is not a regular file"],
      [join(folder, "large"), `too large for a table: ${MAX_TABLE_BYTES + 1} bytes, the limit is 256 MiB`],
    ]) {
      expect(() => readTableBytes(path)).toThrow(new DataError(`${path}: ${found}`));
    }
  });
});
