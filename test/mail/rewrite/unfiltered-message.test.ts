import { describe, expect, it } from "vitest";
import { withoutLaterFields } from "../../../src/mail/rewrite/marked-message.js";

describe("fields that are written when a message arrives or later", () => {
  const without = (message: string) => Buffer.from(withoutLaterFields(Buffer.from(message))).toString();

  it("are removed from the header only, with their continuation lines", () => {
    const message = "A: b\r\nX-Spam-Status: Yes,\r\n\tscore=9\r\nStatus: RO\r\nC: d\r\n\r\nX-Spam-Flag: YES\r\n";
    expect(without(message)).toBe("A: b\r\nC: d\r\n\r\nX-Spam-Flag: YES\r\n");
    const clean = Buffer.from("A: b\n\nc\n");
    expect(withoutLaterFields(clean)).toBe(clean);
  });

  it("include lines of Received that tell how a message came into a mailbox, folded or not", () => {
    const fetched =
      "Received: from mail.example\n\tby home.example with IMAP (fetchmail-6.4)\n\tfor <me@home.example>; date\n";
    const sent = "Received: from a.example by b.example with ESMTP id 7; date\n";
    expect(without(`${fetched}${sent}Subject: with IMAP\n\n${fetched}`)).toBe(
      `${sent}Subject: with IMAP\n\n${fetched}`,
    );
  });
});
