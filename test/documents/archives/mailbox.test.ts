import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ArchiveEntry } from "../../../src/documents/archives/archive.js";
import { messagesOf } from "../../../src/documents/archives/mailbox.js";
import { MAX_DOCUMENT_BYTES } from "../../../src/documents/document.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";
import { mailboxOf, SEPARATOR } from "../containers.js";
import { windowOf } from "../pieces.js";

function textsOf(mailbox: string, size?: number): string[] {
  return [...messagesOf(windowOf(mailbox, size))].map(textOf);
}

function textOf(entry: ArchiveEntry): string {
  return "bytes" in entry ? Buffer.from(entry.bytes).toString() : entry.problem;
}

/** Lines as mail has them, those that stumble a reader of mailboxes among them. */
const line = fc.constantFrom(
  ..."hello||From here|>From there|>>From far|From: a@example.org|> From|Content-Length: 5|漢字".split("|"),
);
const message = fc
  .array(line, { maxLength: 8 })
  .map((lines) => `Subject: x\n\n${lines.map((one) => `${one}\n`).join("")}`);
const messages = fc.array(message, { minLength: 1, maxLength: 5 });
const sizes = fc.integer({ min: 1, max: 40 });

const crlf = (text: string) => text.replaceAll("\n", "\r\n");
/** A message with the length of its body. */
const counted = (text: string) => {
  const [header, ...rest] = text.split("\n\n");
  const body = rest.join("\n\n").replace(/^>+From /gm, "From ");
  return `${header}\nContent-Length: ${Buffer.byteLength(body)}\n\n${body}`;
};

describe("a mailbox", () => {
  it.each([
    ["mboxrd format", mailboxOf, (text: string) => text],
    ["mboxrd format with CRLF", (texts: readonly string[]) => crlf(mailboxOf(texts)), crlf],
    [
      "mboxcl2 format, which quotes nothing and counts instead,",
      (texts: readonly string[]) => texts.map((text) => `${SEPARATOR}${counted(text)}\n`).join(""),
      counted,
    ],
  ])("of the %s gives back what was put in, whatever pieces it comes in", (_, written, read) => {
    fc.assert(
      fc.property(messages, sizes, (texts, size) => {
        expect(textsOf(written(texts), size)).toEqual(texts.map(read));
      }),
      EXAMPLES,
    );
  });

  it("of the mboxcl format counts what is quoted, and is unquoted", () => {
    const body = ">From here\n\nFrom\n";
    const one = `Subject: x\nContent-Length: ${body.length}\n\n`;
    const unquoted = [`${one}From here\n\nFrom\n`, "Subject: y\n"];
    expect(textsOf(`${SEPARATOR}${one}${body}\n${SEPARATOR}Subject: y\n\n`)).toEqual(unquoted);
  });

  it("of the mboxo format has one sign of quotation taken off", () => {
    const unquoted = "A: b\n\nFrom me\n> From you\nx >From z\n";
    expect(textsOf(`${SEPARATOR}A: b\n\n>From me\n> From you\nx >From z\n`)).toEqual([unquoted]);
  });

  it.each([0, 3, 100, 99_999_999, 999_999_999])("loses no message by a Content-Length of %d that lies", (length) => {
    const texts = [`A: b\nContent-Length: ${length}\n\nFrom me\nto you\n`, "C: d\n\nsecond\n", "E: f\n\nthird\n"];
    expect(textsOf(mailboxOf(texts))).toEqual(texts);
  });

  it("is not split by a line of prose that begins with From, or by a separator within a paragraph", () => {
    const text = `A: b\n\nFrom dusk till dawn,\n\nFrom Monday to Friday\nTime: 10\n\nand\n${SEPARATOR}in a paragraph\n`;
    expect(textsOf(`${SEPARATOR}${text}`)).toEqual([text]);
  });

  it("may have messages without a body, without a blank line after them, and blank lines between", () => {
    expect(textsOf(`\n\r\n${SEPARATOR}A: b\n\n\n\n${SEPARATOR}\n${SEPARATOR}C: d`)).toEqual(["A: b\n\n\n", "", "C: d"]);
    expect(textsOf(`${SEPARATOR}${SEPARATOR}A: b\n`)).toEqual([`${SEPARATOR}A: b\n`]);
    const first = ["Subject: no separator\n\nx\n", "Subject: second\n"];
    expect(textsOf(first.join(`\n${SEPARATOR}`))).toEqual(first);
    expect(textsOf(SEPARATOR.trimEnd())).toEqual([""]);
    expect(["", "\n\n\r\n"].flatMap((text) => textsOf(text))).toEqual([]);
  });

  it("needs no blank line before a separator with a date and a header field behind it", () => {
    const texts = ["Subject: a\n\nfirst\n", "X-Mozilla-Status: 0001\n\n", "From: c@example.org\n\nthird\n"];
    const netscape = texts.map((text) => `From - Fri Mar  7 02:51:22 1997\n${text}`).join("");
    expect(textsOf(netscape)).toEqual(texts.map((text, i) => (i === 1 ? text.slice(0, -1) : text)));
    expect(textsOf(netscape.replaceAll("\n", "\r\n"))).toHaveLength(3);
  });

  it("does not take the length of the next message for that of one whose header has no end", () => {
    const messages = ["Subject: a\n", "Content-Length: 2\n\nb\n"];
    expect(textsOf(`${SEPARATOR}${messages.join(SEPARATOR)}\n`)).toEqual(messages);
  });

  it("leaves out messages that are marked as deleted, and keeps the numbers of the others", () => {
    const headers = [
      "X-Mozilla-Status: 0009",
      "X-Mozilla-Status: 0011\nX-Mozilla-Status2: 00000000",
      "X-Mozilla-Status2: 00200000",
      "Status: RO\nX-Status: AD",
      "Status: Done",
      "Subject: X-Status: D",
      "X-IMAPbase: 1 2\nSubject: DON'T DELETE THIS MESSAGE -- FOLDER INTERNAL DATA",
      "X-IMAPbase: 1 2\nSubject: hello",
      "Subject: DON'T DELETE THIS MESSAGE",
    ];
    const mailbox = mailboxOf(headers.map((header) => `${header}\n\nX-Status: D\n`));
    const entries = [...messagesOf(windowOf(mailbox))];
    const left = entries.filter((entry) => "problem" in entry);
    const ofServer = { place: "7", problem: "deleted", detail: "data of a mail server" };
    expect(left).toEqual([...["1", "3", "4"].map((place) => ({ place, problem: "deleted" })), ofServer]);
    expect(entries.map(({ place }) => place)).toEqual(headers.map((_, i) => String(i + 1)));
  });

  it("gives the beginning of a message above the limit, and those after it", () => {
    const half = "x".repeat(MAX_DOCUMENT_BYTES / 2);
    const huge = `A: b\n\n>From me\n${half}\n\nFrom you\n${half}${half}\n`;
    const entries = [...messagesOf(windowOf(`${SEPARATOR}${huge}\n${SEPARATOR}C: d\n\nsecond\n`))];
    expect(entries).toMatchObject([{ isTruncated: true }, { isTruncated: false }]);
    expect("bytes" in entries[0] && entries[0].bytes.length).toBe(MAX_DOCUMENT_BYTES - 1);
    expect(textOf(entries[0]).startsWith("A: b\n\nFrom me\nxx")).toBe(true);
    expect(textOf(entries[1])).toBe("C: d\n\nsecond\n");
  });
});
