import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutData } from "../../../src/mail/mime/inline-data.js";

fc.configureGlobal({ seed: 98 });

function rest(text: string) {
  const { text: kept, files, hasDataLines: runs } = withoutData(Buffer.from(text, "latin1"));
  return {
    text: Buffer.from(kept).toString("latin1"),
    files: files.map(({ fileName, size }) => `${fileName} ${size}`),
    runs,
  };
}

const line = "QUJD".repeat(19);
const lines = (count: number, end = "\n") => `${line}${end}`.repeat(count);

describe("withoutData", () => {
  it.each([
    ["uuencode", "a\nbegin 644 c.txt\n#0V%T\n`\nend\nb", "a\nb", ["c.txt 3"]],
    ["uuencode without an end", "a\nbegin 644 c.txt\n#0V%T\nand so on\n", "a\nand so on\n", ["c.txt 3"]],
    ["uuencode before a line of small letters", "a\nbegin 644 c.txt\n#0V%T\ncat is\n", "a\ncat is\n", ["c.txt 3"]],
    ["uuencode that is cut", "begin 644 c.txt\n#0V%T", "", ["c.txt 3"]],
    ["uuencode with check digits", "begin 0644 c d.txt\n#0V%TX\n`\nend\n", "", ["c d.txt 3"]],
    ["uuencode without a name", "a\nbegin 644\n#0V%T\n`\nend\nb", "a\nb", ["undefined 3"]],
    ["uuencode with a blank for a name", "a\nbegin 644 \n#0V%T\n`\nend\nb", "a\nb", ["undefined 3"]],
    ["two files", "begin 644 c\n#0V%T\nend\nx\nbegin 644 d\n#0V%T\nend\n", "x\n", ["c 3", "d 3"]],
    ["yEnc", "a\n=ybegin line=128 size=9 name=c d.bin\nxyz\n=yend size=9\nb", "a\nb", ["c d.bin 9"]],
    ["yEnc that is cut", "a\n=ybegin line=128 size=9 name=c\nxyz", "a\n", ["c 9"]],
    ["one in the other", "=ybegin size=9 name=c\nbegin 644 d\n#0V%T\nend\n=yend\nb", "b", ["c 9"]],
  ])("takes out %s", (_, text, kept, files) => {
    const found = rest(text);
    expect(found.text).toBe(kept);
    expect(found.files.filter((file) => files.includes(file))).toEqual(files);
    expect(found.runs).toBe(false);
  });

  it.each(["\n", "\r\n", "\r"])("takes out lines of base64 that end with %j, and leaves the words around", (end) => {
    const text = `hello${end}world${end}${lines(20, end)}and more words`;
    expect(rest(text)).toEqual({ text: `hello${end}world${end}${end}and more words`, files: [], runs: true });
  });

  it("takes out each of several runs", () => {
    const text = `one.\n${lines(20)}\ntwo.\n${lines(30)}three.`;
    expect(rest(text)).toEqual({ text: "one.\n\n\ntwo.\n\nthree.", files: [], runs: true });
  });

  it.each([
    ["a key", `${lines(5)}\n`],
    ["a word of 1000 letters", "x".repeat(1000)],
    ["a list of words", "aardvark\nabacus\n".repeat(500)],
    ["a list of words with a long line", `${"abacus\n".repeat(500)}${line}\n${"abacus\n".repeat(500)}`],
    ["prose", "It was a dark and stormy night. ".repeat(500)],
    ["who begins with begin", "begin 644 years ago\nand so on\n"],
    ["a begin within a line", "we begin 644 x\n#0V%T\nend\n"],
    ["a yEnc that is none", "=ybegin nothing at all\n"],
    ["lines that are not as long as they say", "begin 644 c\nM123\nend\n"],
  ])("leaves %s alone", (_, text) => {
    expect(rest(text)).toEqual({ text, files: [], runs: false });
  });

  it("finds a run of base64 wherever it stands, and nothing but it", () => {
    const words = fc.array(fc.constantFrom("word. ", "\n", "a b\n"), { maxLength: 300 }).map((all) => all.join(""));
    fc.assert(
      fc.property(words, fc.integer({ min: 15, max: 40 }), words, (before, count, after) => {
        const { text, runs } = rest(`${before}.\n${lines(count)}.${after}`);
        expect(runs).toBe(true);
        expect(text).toBe(`${before}.\n\n.${after}`);
      }),
    );
  });
});
