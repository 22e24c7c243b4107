import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstValue } from "../../src/mail/header/header.js";
import { decodeEncodedWords } from "../../src/mail/header/header-text.js";
import { MESSAGE_LIMITS } from "../../src/mail/message.js";
import { readMessage } from "../../src/mail/read-message.js";
import { slowRuns } from "../helpers/arbitraries.js";
import { writtenMessages } from "./written-messages.js";

fc.configureGlobal({ seed: 93 });

const read = (text: string) => readMessage(Buffer.from(text));
/** A message of parts, each with its header. */
const multipart = (parts: readonly string[], type = "mixed", boundary = "b") =>
  `Content-Type: multipart/${type}; boundary=${boundary}\n\n${parts.map((part) => `--${boundary}\n${part}\n`).join("")}--${boundary}--\n`;
const shown = (text: Uint8Array | undefined) => text && Buffer.from(text).toString();
/** Each part as its type and its text, if it has one. */
const texts = (message: string) =>
  read(message).parts.map(({ type, text }) => (text === undefined ? type : `${type}: ${shown(text)}`));

describe("readMessage", () => {
  it("finds the parts of any valid message", () => {
    fc.assert(
      fc.property(writtenMessages, ({ bytes, subject, parts }) => {
        const message = readMessage(bytes);
        expect(message.notes).toEqual([]);
        expect(decodeEncodedWords(firstValue(message.header, "subject") ?? "")).toBe(subject);
        const shape = message.parts.map(({ type, fileName, disposition }) => ({ type, fileName, disposition }));
        expect(shape).toEqual(parts.map(({ type, fileName, disposition }) => ({ type, fileName, disposition })));
        const read = message.parts.map(({ text }) => shown(text)?.replaceAll("\r\n", "\n"));
        expect(read).toEqual(parts.map(({ text }) => text));
      }),
      { numRuns: slowRuns(300) },
    );
  });

  it("returns a view of the message if nothing has to be decoded", () => {
    const bytes = Buffer.from("A: b\n\nhello\n");
    expect(readMessage(bytes).parts[0].text?.buffer).toBe(bytes.buffer);
  });

  it("tells type, charset, encoding, disposition, file name and size of a part", () => {
    const [part] = read(
      'Content-Type: TEXT/Plain; charset="UTF-8"; name=old.txt\nContent-Transfer-Encoding: Base64\n' +
        'Content-Disposition: attachment; filename="a/b.txt"\n\nw6Q=\n',
    ).parts;
    expect({ ...part, text: shown(part.text) }).toEqual({
      type: "text/plain",
      charset: "utf-8",
      encoding: "base64",
      disposition: "attachment",
      fileName: "b.txt",
      size: 2,
      text: "ä",
    });
  });

  it.each([
    ["", "text/plain", "inline"],
    ["Content-Type: text", "text/plain", "inline"],
    ["Content-Type: image/gif", "image/gif", "inline"],
    ["Content-Type: application/pdf", "application/pdf", "attachment"],
    ["Content-Type: application/pdf\nContent-Disposition: inline", "application/pdf", "inline"],
    ["Content-Type: text/plain\nContent-Disposition: x-shown", "text/plain", "attachment"],
    ["Content-Type: text/html charset=utf-8", "text/html", "inline"],
  ])("reads a part with %j as %s, %s", (header, type, disposition) => {
    const { parts } = read(`A: b\n${header}${header === "" ? "" : "\n"}\nx\n`);
    expect(parts.map((part) => [part.type, part.disposition])).toEqual([[type, disposition]]);
  });

  it("gives the header of an attached message, and its parts after it", () => {
    const inner = `Subject: inner\n${multipart(["\none", "\ntwo"], "mixed", "c")}`;
    const message = multipart(["\nlook", `Content-Type: message/rfc822\n\n${inner}`]);
    expect(texts(message)).toEqual(["text/plain: look", "message/rfc822", "text/plain: one", "text/plain: two"]);
    expect(firstValue(read(message).parts[1].header ?? [], "subject")).toBe("inner");
  });

  it("reads the parts of a digest as messages", () => {
    expect(texts(multipart(["\nSubject: inner\n\nhello"], "digest"))).toEqual(["message/rfc822", "text/plain: hello"]);
  });

  it("reads a bounce: its text, the status and the header of the returned message", () => {
    const status = "Content-Type: message/delivery-status\n\nAction: failed";
    const { parts } = read(
      multipart(["\nsorry", status, "Content-Type: text/rfc822-headers\n\nSubject: hello"], "report"),
    );
    expect(parts.map(({ type, text, header }) => [type, shown(text), header])).toEqual([
      ["text/plain", "sorry", undefined],
      ["message/delivery-status", "Action: failed", undefined],
      ["text/rfc822-headers", undefined, [{ name: "subject", value: "hello" }]],
    ]);
  });

  it("uses the charset that a page names only if the message names none", () => {
    const page = Buffer.from('<meta http-equiv=x content="text/html; charset=koi8-r">\xf0\xd2', "latin1");
    const read = (type: string) =>
      shown(readMessage(Buffer.concat([Buffer.from(`Content-Type: ${type}\n\n`), page])).parts[0].text)?.slice(-2);
    expect(read("text/html")).toBe("Пр");
    expect(read("text/html; charset=iso-8859-1")).toBe("ðÒ");
    expect(read("text/plain")).toBe("ðÒ");
    const wide = readMessage(Buffer.from('Content-Type: text/html\n\n<meta charset="utf-16le">caf\xe9', "latin1"));
    expect(shown(wide.parts[0].text)).toBe('<meta charset="utf-16le">café');
  });

  it("cuts text at the limit, at a blank", () => {
    const { textBytes } = MESSAGE_LIMITS;
    const { parts, notes } = read(multipart(Array(3).fill(`\n${"word ".repeat(textBytes / 8)}`)));
    const sizes = parts.map(({ size }) => size);
    expect(sizes[0]).toBe((textBytes / 8) * 5);
    expect(sizes[0] + sizes[1] + sizes[2]).toBeLessThanOrEqual(textBytes);
    expect(textBytes - sizes[0] - sizes[1]).toBeLessThanOrEqual(5);
    expect(shown(parts[1].text)).toMatch(/word ?$/);
    expect(notes).toEqual(["text-bytes"]);
  });

  it("drops a word that does not fit into the limit", () => {
    const { textBytes } = MESSAGE_LIMITS;
    const { parts, notes } = read(multipart([`\n${"word ".repeat(textBytes / 5 - 100)}`, `\n${"x".repeat(5000)}`]));
    expect(parts[1].size).toBe(0);
    expect(notes).toEqual(["text-bytes"]);
  });

  it("counts files in a text as parts, up to the limit", () => {
    const { parts, notes } = read(`A: b\n\n${"begin 644 a\n#0V%T\nend\n".repeat(MESSAGE_LIMITS.parts + 10)}`);
    expect(parts).toHaveLength(MESSAGE_LIMITS.parts);
    expect(notes).toEqual(["inline-file", "parts"]);
  });

  it("notes duplicates of fields that must be unique, and too many recipients", () => {
    const received = "Received: by a.example\nReceived: by b.example\nX-A: b\nX-A: b\n\n";
    expect(read(received).notes).toEqual([]);
    expect(read("To: a\nTo: b\n\n").notes).toEqual(["duplicate-field"]);
    const to = (count: number) => Array.from({ length: count }, (_, i) => `r${i}@a.example`).join(", ");
    const { recipients } = MESSAGE_LIMITS;
    expect(read(`To: ${to(recipients)}\n\n`).notes).toEqual([]);
    expect(read(`To: ${to(recipients - 1)}\nCc: ${to(2)}\n\n`).notes).toEqual(["recipients"]);
  });

  it.each(["message/rfc822", "message/global", "message/news"])("splits a part of type %s", (type) => {
    expect(texts(`Content-Type: ${type}\n\nSubject: inner\n\nhello`)).toEqual([type, "text/plain: hello"]);
  });

  it("counts text for the limit before it becomes UTF-8", () => {
    const length = MESSAGE_LIMITS.textBytes - 100;
    const first = `Content-Type: text/plain; charset=latin1\n\n${"\x93".repeat(length)}`;
    const { parts } = readMessage(Buffer.from(multipart([first, `\n${"word ".repeat(100)}`]), "latin1"));
    expect(parts.map(({ size, text }) => `${size} ${text?.length}`)).toEqual([`${length} ${length * 3}`, "99 99"]);
  });

  it("gives the same sizes with LF and with CRLF", () => {
    const parts = ["text/plain", "application/pdf"].flatMap((type) =>
      ["8bit", "quoted-printable", "base64"].map(
        (encoding) =>
          `Content-Type: ${type}\nContent-Disposition: attachment\nContent-Transfer-Encoding: ${encoding}\n\na=3Db\n\nc`,
      ),
    );
    const message = multipart(parts);
    const sizes = (text: string) => read(text).parts.map(({ size }) => size);
    expect(sizes(message)).toEqual([8, 6, 3, 8, 6, 3]);
    expect(sizes(message.replaceAll("\n", "\r\n"))).toEqual(sizes(message));
  });

  it("ignores what follows the size limit of a message", () => {
    const message = multipart([`Content-Type: image/png\n\n${"x".repeat(MESSAGE_LIMITS.bytes)}`, "\nhello"]);
    const { parts, notes } = read(message);
    const size = MESSAGE_LIMITS.bytes - message.indexOf("xx");
    expect(parts).toMatchObject([{ type: "image/png", size }]);
    expect(notes).toEqual(["bytes", "unclosed"]);
  });
});
