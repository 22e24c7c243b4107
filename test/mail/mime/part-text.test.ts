import { describe, expect, it } from "vitest";
import { fileName, MAX_FILE_NAME } from "../../../src/mail/mime/part-text.js";
import { readMessage } from "../../../src/mail/read-message.js";

describe("fileName", () => {
  it.each([
    ["a.txt", "a.txt"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\ann\\a.txt", "a.txt"],
    ["=?utf-8?Q?..=2F=C3=A4.txt?=", "ä.txt"],
    [" a\0\x1b[31m.txt\n", "a[31m.txt"],
    ["Minutes of\tMay.pdf", "Minutes of May.pdf"],
    ["Minutes of \tMay.pdf", "Minutes of May.pdf"],
    ["..", undefined],
    ["a/..", undefined],
    ["folder/", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("makes of %j %j", (parameter, name) => {
    expect(fileName(parameter)).toBe(name);
  });

  it("cuts a name that no file system can hold", () => {
    expect(fileName("x".repeat(1e6))?.length).toBe(MAX_FILE_NAME);
  });
});

it.each([
  ["joins a word that was cut", "over \nture\nend\n", "overture\nend\n"],
  ["joins a paragraph of CRLF lines", "one  \r\ntwo  \r\nthree\r\n", "one two three\n"],
  ["joins text without spaces", "京 \n都\n", "京都\n"],
  ["joins quotations only if they have the same depth", "> a \n> b\n>> c \n> d\n", "> ab\n>> c\n> d\n"],
  ["removes the space before a stuffed line", " From here \n on\n", "From hereon\n"],
  ["keeps the line that begins a signature", "bye \n-- \nAnn\n", "bye\n-- \nAnn\n"],
])("flowed text with DelSp %s", (_, text, result) => {
  const message = `Content-Type: text/plain; format=flowed; delsp=yes; charset=utf-8\n\n${text}`;
  const { text: read = "" } = readMessage(Buffer.from(message)).parts[0];
  expect(Buffer.from(read).toString()).toBe(result);
});
