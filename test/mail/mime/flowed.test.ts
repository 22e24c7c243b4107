import { describe, expect, it } from "vitest";
import { unflowed } from "../../../src/mail/mime/flowed.js";

const joined = (text: string) => Buffer.from(unflowed(Buffer.from(text))).toString();

describe("unflowed", () => {
  it.each([
    ["a word that was cut", "over \nture\nend\n", "overture\nend\n"],
    ["a paragraph of CRLF lines", "one  \r\ntwo  \r\nthree\r\n", "one two three\n"],
    ["text without blanks", "京 \n都\n", "京都\n"],
    ["quotations, each depth for itself", "> a \n> b\n>> c \n> d\n", "> ab\n>> c\n> d\n"],
    ["a line that was stuffed", " From here \n on\n", "From hereon\n"],
    ["no signature", "bye \n-- \nAnn\n", "bye\n-- \nAnn\n"],
    ["nothing", "", ""],
  ])("joins %s", (_, text, result) => {
    expect(joined(text)).toBe(result);
  });
});
