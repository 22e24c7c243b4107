import { describe, expect, it } from "vitest";
import { unflowed } from "../../../src/mail/mime/flowed.js";

const unflow = (text: string) => Buffer.from(unflowed(Buffer.from(text))).toString();

describe("unflowed", () => {
  it.each([
    ["joins a word that was cut", "over \nture\nend\n", "overture\nend\n"],
    ["joins a paragraph of CRLF lines", "one  \r\ntwo  \r\nthree\r\n", "one two three\n"],
    ["joins text without spaces", "京 \n都\n", "京都\n"],
    ["joins quotations only if they have the same depth", "> a \n> b\n>> c \n> d\n", "> ab\n>> c\n> d\n"],
    ["removes the space before a stuffed line", " From here \n on\n", "From hereon\n"],
    ["keeps the line that begins a signature", "bye \n-- \nAnn\n", "bye\n-- \nAnn\n"],
    ["returns an empty text for an empty text", "", ""],
  ])("%s", (_, text, result) => {
    expect(unflow(text)).toBe(result);
  });
});
