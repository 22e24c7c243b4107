import { describe, expect, it } from "vitest";
import { RAW_BYTES, rawText } from "../../src/mail/raw-text.js";

const raw = (message: string | Uint8Array, ...strip: Parameters<typeof rawText>[1]) =>
  Buffer.from(rawText(Buffer.from(message), strip)).toString();

describe("the raw text of a message", () => {
  it("is header and body as they came, with pictures for control characters", () => {
    expect(raw("Subject: =?utf-8?q?a=20b?=\n\n<b>Hi</b>\t=20\0")).toBe("Subject: =?utf-8?q?a=20b?=␊␊<b>Hi</b>␉=20␀");
  });

  it("has a character of Latin-1 for each byte", () => {
    expect(raw(Buffer.of(0x41, 0xe9, 0xff, 0x80))).toBe("Aéÿ\u0080");
  });

  it("is the same with other line ends and after a mailbox line", () => {
    const message = "From: a@b.example\nSubject: c\n\nd\n";
    expect(raw(message.replaceAll("\n", "\r\n"))).toBe(raw(message));
    const long = "a b c\n".repeat(RAW_BYTES);
    expect(raw(long.replaceAll("\n", "\r\n"))).toBe(raw(long));
    expect(raw(`From a@b.example Thu Aug 22 12:36:23 2002\n${message}`)).toBe(raw(message));
  });

  it("lacks what filters wrote, also where they wrote it before a bare text", () => {
    expect(raw("X-Spam-Status: Yes, score=9\n\thits=2\nSubject: a\nX-Thresher: spam\n\nb")).toBe("Subject: a␊␊b");
    expect(raw("X-Thresher: ham\nX-Thresher-Separator: added\n\nonly text")).toBe("only text");
  });

  it("lacks what the reader's own programs wrote, and the tags of filters in the subject", () => {
    const written = "Status: RO\nX-Mozilla-Keys: work\nX-Gmail-Labels: Work,\n Opened\nDelivered-To: me@b.example\n";
    expect(raw(`${written}Subject: [SPAM] a\n\nb`)).toBe("Subject: a␊␊b");
    expect(raw("Subject: [spam-l] a\n\nSubject: [SPAM] b")).toBe("Subject: [spam-l] a␊␊Subject: [SPAM] b");
    expect(raw("Subject: [SPAM]\n\nb")).toBe("Subject: ␊␊b");
  });

  it("is the beginning alone, after other parts were left out", () => {
    expect(raw("a".repeat(2 * RAW_BYTES))).toBe("a".repeat(RAW_BYTES));
    expect(raw(`Subject: ${"a".repeat(RAW_BYTES)}\n\n> quoted\nbody\n`, "headers", "quotes")).toBe("body␊");
    expect(raw("")).toBe("");
  });
});
