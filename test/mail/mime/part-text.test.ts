import { expect, it } from "vitest";
import { readMessage } from "../../../src/mail/read-message.js";

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
