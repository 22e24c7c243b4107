import { describe, expect, it } from "vitest";
import { readMessage } from "../../../src/mail/read-message.js";

const read = (charset: string, body: Buffer, type = "text/plain") => {
  const header = Buffer.from(`A: b\nContent-Type: ${type}; charset=${charset}\n\n`);
  const { notes, parts } = readMessage(Buffer.concat([header, body]));
  return [Buffer.from(parts[0].text ?? "").toString(), notes];
};
const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("a charset that contradicts the bytes", () => {
  it.each([
    ["UTF-8 for windows-1252", "utf-8", latin1("caf\xe9 and cr\xe8me \x80 5"), "café and crème € 5"],
    ["ISO-2022-JP for Shift_JIS", "iso-2022-jp", latin1("\x93\x8c\x8b\x9e"), "東京"],
    ["ISO-2022-JP for EUC-JP", "iso-2022-jp", latin1("\xc5\xec\xb5\xfe"), "東京"],
    ["ISO-2022-JP for UTF-8", "iso-2022-jp", Buffer.from("東京"), "東京"],
    ["UTF-16 that ends in half a character", "utf-16le", latin1("h\0e\0l\0l\0o"), "hello"],
  ])("is noted, and the text is read in the right charset: %s", (_, charset, body, text) => {
    expect(read(charset, body)).toEqual([text, ["wrong-charset"]]);
  });

  it("is believed if only a few characters are wrong, or the text itself contains the replacement character", () => {
    expect(read("utf-8", Buffer.concat([Buffer.from("grüße für öl "), latin1("\xe9")]))).toEqual([
      "grüße für öl \ufffd",
      [],
    ]);
    expect(read("utf-8", Buffer.from("\ufffd\ufffd"))).toEqual(["\ufffd\ufffd", []]);
  });
});
