import { describe, expect, it } from "vitest";
import {
  firstValue,
  headerFields,
  MAX_HEADER_BYTES,
  MAX_HEADER_FIELDS,
  readHeader,
} from "../../../src/mail/header/header.js";

const fields = (text: string) =>
  headerFields(new Uint8Array(Buffer.from(text))).map(({ name, value }) => `${name}: ${value}`);

describe("headerFields", () => {
  it.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["a bare CR", "\r"],
  ])("takes lines that end with %s, up to the first blank one", (_, end) => {
    const text = ["From: ann@alpha.example", "Subject: one", "\ttwo", "  three", "", "Date: no field", ""].join(end);
    expect(fields(text)).toEqual(["from: ann@alpha.example", "subject: one\ttwo  three"]);
  });

  it("keeps both of two fields with one name, and finds the first", () => {
    const twice = headerFields(Buffer.from("Received: b\nX: 1\nReceived: a\n\n"));
    expect(twice.map(({ name }) => name)).toEqual(["received", "x", "received"]);
    expect(firstValue(twice, "received")).toBe("b");
    expect(firstValue(twice, "date")).toBeUndefined();
  });

  it("takes names in any case, with white space before the colon, and values without any", () => {
    expect(fields("SUBJECT : a : b\nX-Empty:\nx:y\n\n")).toEqual(["subject: a : b", "x-empty: ", "x: y"]);
  });

  it("finds none in a text that does not begin with one", () => {
    for (const text of ["", "\n", "Dear Bob\nDate: today\n\n", " folded\nDate: today\n\n", "\nDate: today\n"]) {
      expect(fields(text), text).toEqual(text.startsWith(" ") ? ["date: today"] : []);
    }
  });

  it("ignores what is beyond the limit", () => {
    const found = fields(`To: ${"x".repeat(MAX_HEADER_BYTES)}\nB: y\n\n`);
    expect(found.map(({ length }) => length)).toEqual([MAX_HEADER_BYTES]);
  });
});

describe("readHeader", () => {
  const read = (text: string, ends?: (line: number) => boolean) => {
    const { fields, end, ...rest } = readHeader(Buffer.from(text, "latin1"), 0, ends);
    return { names: fields.map(({ name }) => name).join(" "), body: text.slice(end), ...rest };
  };
  const sound = { isSeparated: true, isTooLong: false, hasTooManyFields: false };

  /** Messages, each with a bar where its body is to begin, and the names of their fields. */
  const SEPARATED = [
    ["A: b\n\n|hello\n", "a"],
    ["A: b\r\n\r\n|hello", "a"],
    ["A: b\r\r|hello", "a"],
    ["\n|hello", ""],
    ["To: b\n|", "to"],
    ["A: b\njunk\n folded\nC: d\n\n|hello", "a c"],
    ["From ann\nA: b\n\n|hello", "a"],
    ["A: b\nFrom ann\nC: d\n\n|hello", "a c"],
  ];
  const NOT_SEPARATED = [
    ["|hello\n\nhow are you", ""],
    ["To: b\n|hello\n\nthere", "to"],
    ["To: b\n|hello\n", "to"],
    ["To: b\n|hello\nthere\nC: d\n\n", "to"],
    ["Subject: a\n|hello Bob\nNote: bring rope\nsee you\nthen\n", "subject"],
    ["Subject: a\n|hello Bob\nDate: today\n", "subject"],
    ["Subject: a\n|Note: bring rope\nand more\n", "subject"],
    ["Subject: a\n|Note: bring rope\n", "subject"],
    ["Subject: a\n|http://a.example/\n", "subject"],
    ["Subject: a\n folded\nX-Trace: b\nLines: 1\n|hello\nthere", "subject x-trace lines"],
    ["|Note: bring rope\nand more\nand so on\n", ""],
    ["|From here on\nit is dark\nTo: no\none\ntwo", ""],
    ["From ann Tue\nTo: bob\n|hello\nthere", "to"],
    ["|  Once upon\na time\nit rained", ""],
    ["Subject: a\r\n|hello\r\nthere\r\n\r\nend", "subject"],
    ["|Dear Ann,\nhow are you?\n\nBob", ""],
  ];

  it.each(SEPARATED)("finds the body behind a blank line: %j", (marked, names) => {
    expect(read(marked.replace("|", ""))).toEqual({ ...sound, names, body: marked.split("|")[1] });
  });

  it.each(NOT_SEPARATED)("ends at the first line that is no usual field if no blank line is: %j", (marked, names) => {
    const expected = { ...sound, names, body: marked.split("|")[1], isSeparated: false };
    expect(read(marked.replace("|", ""))).toEqual(expected);
  });

  it("ends at the boundary of an outer multipart, and only there", () => {
    const text = "A: b\n--x: y\n--c\nD: e\n\n";
    const ends = (line: number) => text.startsWith("--c", line);
    expect(read(text, ends)).toEqual({ ...sound, names: "a --x", body: "--c\nD: e\n\n" });
    const junk = { ...sound, isSeparated: false, names: "to", body: "junk\n--c\n" };
    expect(read("To: b\njunk\n--c\n", (line) => line === 11)).toEqual(junk);
  });

  it("finds the body however long the header is", () => {
    const long = read(`A: ${"x".repeat(MAX_HEADER_BYTES)}\nB: c\nno field\n\nhello`);
    expect(long).toEqual({ ...sound, names: "a", body: "hello", isTooLong: true });
    const many = read(`${"A: b\n".repeat(MAX_HEADER_FIELDS)}C: d\n e\n\nhello`);
    const names = "a ".repeat(MAX_HEADER_FIELDS).trim();
    expect(many).toEqual({ ...sound, names, body: "hello", hasTooManyFields: true });
  });
});

describe("a field that is not UTF-8", () => {
  const subject = (message: string) =>
    headerFields(Buffer.from(message, "latin1")).find(({ name }) => name === "subject")?.value;
  const russian = "Subject: \xd3\xc1\xc4\n";
  const type = (charset: string) => `Content-Type: text/plain; charset=${charset}\n`;

  it.each([
    ["its own text", `${russian}${type("koi8-r")}\nx\n`, "сад"],
    ["the first part", `${russian}Content-Type: multipart/mixed; boundary=b\n\n--b\n${type('"koi8-r"')}\nx\n`, "сад"],
    ["the first part that is not ASCII", `${russian}\n--b\n${type("us-ascii")}\n--b\n${type("koi8-r")}`, "сад"],
    ["windows-1252, if no charset is named", `${russian}\nx\n`, "ÓÁÄ"],
    ["windows-1252, if the text is UTF-8", `${russian}${type("utf-8")}\nx\n`, "ÓÁÄ"],
    ["windows-1252 otherwise", `Subject: caf\xe9\n${type("gb18030")}\nx\n`, "café"],
    ["UTF-8, if it is", `Subject: caf\xc3\xa9\n${type("koi8-r")}\nx\n`, "café"],
  ])("is read in the charset of %s", (_, message, value) => {
    expect(subject(message)).toBe(value);
  });

  it("is read in the charset of the message around it, in the header of a part", () => {
    const part = "Content-Disposition: inline; filename=\xd3\xc1\xc4\n\nx";
    const bytes = Buffer.from(`${type("koi8-r")}\n${"x".repeat(1 << 15)}\n${part}`, "latin1");
    const start = bytes.indexOf("Content-Disposition");
    expect(readHeader(bytes, start).fields[0].value).toBe("inline; filename=сад");
  });
});

describe("a header that runs into the first boundary of its own parts", () => {
  const header = 'Subject: x\nContent-Type: multipart/mixed; boundary="b b"\n';
  it.each(["", " \n", "\t\n", "X-Other: y\n"])("ends there, after %j", (last) => {
    const { fields, end, isSeparated } = readHeader(Buffer.from(`${header}${last}--b b \nA: b\n\nhello\n`), 0);
    expect(fields.map(({ name }) => name).slice(0, 2)).toEqual(["subject", "content-type"]);
    expect(fields.some(({ name }) => name === "a")).toBe(false);
    expect([end, isSeparated]).toEqual([header.length + last.length, false]);
  });

  it("ends there if a second type names the boundary", () => {
    const { fields } = readHeader(Buffer.from(`Content-Type: a/b; boundary=other\n${header}--b b\nA: b\n\nhello\n`), 0);
    expect(fields.some(({ name }) => name === "a")).toBe(false);
  });

  it("does not end at another line of dashes", () => {
    const { fields } = readHeader(Buffer.from(`${header}--b bc\nA: b\n\nhello\n`), 0);
    expect(fields.map(({ name }) => name)).toEqual(["subject", "content-type", "a"]);
  });
});
