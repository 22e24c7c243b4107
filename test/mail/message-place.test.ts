import { describe, expect, it } from "vitest";
import { filterMessage } from "../../src/delivery/filter/mail-filter.js";
import { firstValue, headerFields } from "../../src/mail/header/header.js";
import { decodeEncodedWords } from "../../src/mail/header/header-text.js";
import type { Message } from "../../src/mail/message.js";
import { messageFacts, messageHeading } from "../../src/mail/message-facts.js";
import { messageIn } from "../../src/mail/message-place.js";
import { beginsWithHeader, stripMessage } from "../../src/mail/news.js";
import { rawText } from "../../src/mail/raw-text.js";
import { readMessage } from "../../src/mail/read-message.js";
import { identityOf } from "../../src/mail/rewrite/identity.js";
import { markedMessage, unmarkedMessage } from "../../src/mail/rewrite/marked-message.js";

const MESSAGE = `Received: by mx.example; Mon, 1 Jan 2024 10:00:00 +0000
From: Eva <eva@a.example>
Date: Mon, 1 Jan 2024 10:00:00 +0000
Message-ID: <7@a.example>
Subject: orchard
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Gr=C3=BCn wie der Apfel
`;

const plist = (flags: number | string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
\t<key>date-received</key>
\t<integer>1704103200</integer>
\t<key>flags</key>
\t<integer>${flags}</integer>
</dict>
</plist>
`;
const emlx = (message: string, count: number | string = message.length, flags: number | string = 8590195713) =>
  `${String(count).padEnd(10)}\n${message}${plist(flags)}`;

const utf16 = (text: string) => Buffer.from(text, "utf16le");

const AROUND: readonly (readonly [what: string, document: string | Buffer])[] = [
  ["a byte-order mark", `\ufeff${MESSAGE}`],
  ["two byte-order marks", `\ufeff\ufeff${MESSAGE}`],
  ["a byte-order mark and CRLF", `\ufeff${MESSAGE}`.replaceAll("\n", "\r\n")],
  ["a mailbox line", `From eva@a.example Mon Jan  1 10:00:00 2024\n${MESSAGE}`],
  [
    "the mailbox lines of three hosts",
    `From eva@a.example Mon Jan  1 10:00:00 2024\n>From eva Mon Jan  1 09:59:00 2024 remote from far\n>From eva Mon Jan  1 09:58:00 2024 remote from farther\n${MESSAGE}`,
  ],
  [
    "two quoted mailbox lines and CRLF",
    `>From eva Mon Jan  1 2024\n>From eva Mon Jan  1 2024\n${MESSAGE}`.replaceAll("\n", "\r\n"),
  ],
  ["blank lines before a mailbox line", `\n\nFrom eva@a.example Mon Jan  1 10:00:00 2024\n${MESSAGE}`],
  ["a byte-order mark before a mailbox line", `\ufeffFrom eva@a.example Mon Jan  1 10:00:00 2024\n${MESSAGE}`],
  ["a byte-order mark after a mailbox line", `From eva@a.example Mon Jan  1 10:00:00 2024\n\ufeff${MESSAGE}`],
  ["a count and a property list", emlx(MESSAGE)],
  ["a count that is too small", emlx(MESSAGE, 20)],
  ["a count that is too large", emlx(MESSAGE, 2 ** 40)],
  ["a count of no end", emlx(MESSAGE, "9".repeat(30))],
  ["a count of 0", emlx(MESSAGE, 0)],
  ["a count, and a list that the disk was too full for", `${MESSAGE.length}\n${MESSAGE}`],
  ["the banner of Outlook", `Microsoft Mail Internet Headers Version 2.0\n${MESSAGE}`],
  ["a banner and a blank line", `Exported by Some Program 3.1\r\n\r\n${MESSAGE.replaceAll("\n", "\r\n")}`],
  ["the line of a news batch", `#! rnews 412\n${MESSAGE}`],
  ["the answer of a POP server", `+OK 412 octets\r\n${MESSAGE.replaceAll("\n", "\r\n")}`],
  ["the envelope of a queue", `*** ENVELOPE active/1A2 ***\nsender: eva@a.example\n*** CONTENTS ***\n${MESSAGE}`],
  ["blank lines", `\n\n${MESSAGE}`],
  ["UTF-16 with a byte-order mark", utf16(`\ufeff${MESSAGE}`)],
  ["UTF-16 without one", utf16(MESSAGE)],
  ["UTF-16, the high bytes first", utf16(`\ufeff${MESSAGE}`).swap16()],
  ["UTF-16, the high bytes first, without a mark", utf16(MESSAGE).swap16()],
];

const subjectOf = (bytes: Uint8Array) => decodeEncodedWords(firstValue(headerFields(bytes), "subject") ?? "");

describe.each(AROUND)("a message with %s around it", (_, document) => {
  const bytes = Buffer.from(document);
  const plain = Buffer.from(MESSAGE);

  it("is read as without", () => {
    const message = readMessage(bytes);
    const names = ({ header }: Message) => header.map(({ name }) => name).filter((name) => name !== "sender");
    expect(names(message)).toEqual(names(readMessage(plain)));
    const { notes, parts } = message;
    expect(notes).toEqual([]);
    expect(parts.map(({ text }) => text && Buffer.from(text).toString().trimEnd())).toEqual(["Grün wie der Apfel"]);
  });

  it("has the same heading, date and body in lists and measurements", () => {
    const settings = { as: "auto", encoding: "auto" } as const;
    expect(subjectOf(bytes)).toBe("orchard");
    expect(messageHeading(bytes, settings)).toEqual({ from: "eva@a.example", subject: "orchard" });
    expect(messageFacts(settings)(bytes)).toEqual(messageFacts(settings)(plain));
    const inner = messageIn(bytes);
    expect(beginsWithHeader(inner)).toBe(true);
    expect(String(Buffer.from(stripMessage(inner, ["headers"]))).trimEnd()).toBe("Gr=C3=BCn wie der Apfel");
  });

  it("is the same message to a model that learns, and has the same raw text", () => {
    expect(identityOf(bytes)).toEqual(identityOf(plain));
    const raw = Buffer.from(rawText(bytes, [])).toString();
    if (!raw.includes("sender:")) expect(raw).toBe(Buffer.from(rawText(plain, [])).toString());
  });

  it("gets fields in its header and loses them again, byte for byte", () => {
    const fields = [{ name: "X-Thresher", value: "label=ham" }];
    const marked = Buffer.from(markedMessage(bytes, fields));
    expect(Buffer.from(unmarkedMessage(marked, ["X-Thresher"])).equals(bytes)).toBe(true);
    expect(Buffer.from(markedMessage(marked, fields)).equals(marked)).toBe(true);
  });

  it("comes out of the filter with one header, or is refused", () => {
    const ranking = [0.9, 0.1].map((probability, i) => ({ label: ["ham", "spam"][i], probability }));
    const answer = { ranking, logOdds: 9, model: "1" };
    const filter = () => Buffer.concat(filterMessage(bytes, () => answer).parts);
    if (bytes.includes("<plist")) expect(filter).toThrow("states the length of its message");
    else if (bytes.includes(0)) expect(filter).toThrow("the message is in UTF-16: no field can be added to it");
    else {
      const names = headerFields(filter()).map(({ name }) => name);
      // Behind a byte-order mark it comes second.
      expect(names.slice(0, 2)).toContain("x-thresher");
      expect(names.filter((name) => name !== "x-thresher")).toEqual(headerFields(bytes).map(({ name }) => name));
      expect(filter().toString()).not.toContain("X-Thresher-Separator");
    }
  });
});

describe("a text", () => {
  it.each([
    ["that begins with a number", "42\nIs the answer.\n"],
    ["with a number before a field", "42\nNote: bring rope\n\nhello\n"],
    ["with a byte-order mark", "\ufeffhello\nworld\n"],
    ["that quotes a message", "See what Eva wrote:\n\nFrom: Eva\nDate: Monday\nTo: me\nSubject: orchard\n\nhello\n"],
    ["of a page with a header in it", `<pre>\n<b>\n${MESSAGE}</b></pre>\n`],
    ["of a program with a header in it", `const message = \`\n${MESSAGE}\`;\n`],
    ["with much before a header", `${"a line of text\n".repeat(9)}${MESSAGE}`],
    ["of blank lines", "\n\n\n"],
    ["of nothing", ""],
    ["that is a count alone", "137\n"],
    ["that is a property list", plist(1)],
  ])("%s stays whole", (_, text) => {
    const bytes = Buffer.from(text);
    expect(messageIn(bytes)).toBe(bytes);
    expect(firstValue(headerFields(bytes), "from")).toBeUndefined();
  });
});

it("finds a list at its place however often one is quoted in the message", () => {
  const message = `${MESSAGE}${plist(2)}${plist(2).repeat(3)}`;
  for (const count of [message.length, 5]) {
    const document = Buffer.from(emlx(message, count, 1));
    expect(Buffer.from(messageIn(document)).toString()).toBe(message);
  }
});
