import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../../src/documents/archives/archive.js";
import { isSeparator, messagesOf } from "../../../src/documents/archives/mailbox.js";
import { MAX_DOCUMENT_BYTES } from "../../../src/documents/document.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";
import { mailboxOf, SEPARATOR } from "../containers.js";
import { windowOf } from "../pieces.js";

function textsOf(mailbox: string, size?: number): string[] {
  return [...messagesOf(windowOf(mailbox, size))].map(textOf);
}

function textOf(entry: Entry): string {
  return "bytes" in entry ? Buffer.from(entry.bytes).toString() : entry.problem;
}

/** Lines as mail has them, those that stumble a reader of mailboxes among them. */
const line = fc.constantFrom(
  "hello",
  "",
  "From here",
  ">From there",
  ">>From far",
  "From: a@example.org",
  "> From",
  "Content-Length: 5",
  "漢字",
);
const message = fc
  .array(line, { maxLength: 8 })
  .map((lines) => `Subject: x\n\n${lines.map((one) => `${one}\n`).join("")}`);
const messages = fc.array(message, { minLength: 1, maxLength: 5 });
const sizes = fc.integer({ min: 1, max: 40 });

describe("a mailbox", () => {
  it("of the mboxrd format gives back what was put in, whatever pieces it comes in", () => {
    fc.assert(
      fc.property(messages, sizes, (texts, size) => {
        expect(textsOf(mailboxOf(texts), size)).toEqual(texts);
      }),
      EXAMPLES,
    );
  });

  it("of the mboxrd format with CRLF does so, too", () => {
    fc.assert(
      fc.property(messages, sizes, (texts, size) => {
        const crlf = (text: string) => text.replaceAll("\n", "\r\n");
        expect(textsOf(crlf(mailboxOf(texts)), size)).toEqual(texts.map(crlf));
      }),
      EXAMPLES,
    );
  });

  it("of the mboxcl2 format, which quotes nothing and counts instead, gives back what was put in", () => {
    fc.assert(
      fc.property(messages, sizes, (texts, size) => {
        const counted = texts.map((text) => {
          const [header, ...rest] = text.split("\n\n");
          const body = rest.join("\n\n").replace(/^>+From /gm, "From ");
          return `${header}\nContent-Length: ${Buffer.byteLength(body)}\n\n${body}`;
        });
        const mailbox = counted.map((text) => `${SEPARATOR}${text}\n`).join("");
        expect(textsOf(mailbox, size)).toEqual(counted);
      }),
      EXAMPLES,
    );
  });

  it("of the mboxcl format counts what is quoted, and is unquoted", () => {
    const body = ">From here\n\nFrom\n";
    const one = `Subject: x\nContent-Length: ${body.length}\n\n`;
    expect(textsOf(`${SEPARATOR}${one}${body}\n${SEPARATOR}Subject: y\n\n`)).toEqual([
      `${one}From here\n\nFrom\n`,
      "Subject: y\n",
    ]);
  });

  it("of the mboxo format has one sign of quotation taken off", () => {
    expect(textsOf(`${SEPARATOR}A: b\n\n>From me\n> From you\nx >From z\n`)).toEqual([
      "A: b\n\nFrom me\n> From you\nx >From z\n",
    ]);
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
    expect(textsOf(SEPARATOR.trimEnd())).toEqual([""]);
    expect(textsOf("")).toEqual([]);
    expect(textsOf("\n\n\r\n")).toEqual([]);
  });

  it("may begin with a message that has no separator", () => {
    expect(textsOf(`Subject: first\n\nx\n\n${SEPARATOR}Subject: second\n`)).toEqual([
      "Subject: first\n\nx\n",
      "Subject: second\n",
    ]);
  });

  it("numbers its messages from 1", () => {
    expect(Array.from(messagesOf(windowOf(mailboxOf(["a\n", "b\n"]))), ({ place }) => place)).toEqual(["1", "2"]);
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

  it("reads any bytes to the end", () => {
    const parts = fc.constantFrom("From ", "\n", "\r", ">", SEPARATOR, "Content-Length: 9\n", "x: y\n", "\0", " ");
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), sizes, (pieces, size) => {
        const mailbox = pieces.join("");
        const texts = textsOf(mailbox, size);
        expect(texts).toEqual(textsOf(mailbox));
        expect(texts.join("").length).toBeLessThanOrEqual(mailbox.length);
      }),
      EXAMPLES,
    );
  });
});

describe("a line that separates messages", () => {
  it.each([
    "From MAILER-DAEMON Fri Jul  8 12:08:34 2011\n",
    "From a@example.org Fri Jul 8 12:08 2011\r\n",
    "From a!b!c Thu Aug 22 12:36:23 CEST 2002\n",
    "From a@example.org  Thu Aug 22 12:36:23 +0200 2002 remote from b\n",
    "From - Thu Aug 22 12:36:23 2002",
    "From  Thu Aug 22 12:36:23 2002\n",
    "From a@example.org 22 Aug 2002\nReceived: from b\n",
    "From nobody\nX-Mailer : z\n",
  ])("ends in a date, or a field follows it: %j", (text) => {
    expect(isSeparator(Buffer.from(text))).toBe(true);
  });

  it.each([
    "",
    "From",
    "From: a@example.org\n",
    "from a@example.org Fri Jul  8 12:08:34 2011\n",
    ">From a@example.org Fri Jul  8 12:08:34 2011\n",
    "From Monday to Friday\n",
    "From Monday to Friday\nTime: ten\n",
    "From the desk of\n\nSubject: x\n",
    "From Fri Jul  8 on\n",
    `From ${"a ".repeat(500)}\nhello\n`,
  ])("is no other line: %j", (text) => {
    expect(isSeparator(Buffer.from(text))).toBe(false);
  });
});
