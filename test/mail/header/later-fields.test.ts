import { describe, expect, it } from "vitest";
import { FILTER_STYLES } from "../../../src/delivery/filter/filter-styles.js";
import { isLaterField, isLaterName, isVerdictField } from "../../../src/mail/header/later-fields.js";

const names = (text: string) => text.trim().toLowerCase().split(/\s+/);

describe("fields that filters write", () => {
  it("are those of every style, of other filters, of providers and of Exchange", () => {
    const own = Object.values(FILTER_STYLES).flatMap((style) => [...style.names]);
    const others = `
      X-Spam X-Spam-Report X-Spambayes-Classification X-POPFile-Link X-DSPAM-Result X-CRM114-Status X-Rspamd-Score
      X-MailScanner-SpamCheck X-Spamd-Result X-Bogosity X-SA-Exim-Scanned X-VR-SPAMSTATE X-Proofpoint-Virus-Version
      X-Barracuda-Connect X-IronPort-AV X-YMailISG X-Yahoo-Filtered-Bulk X-Microsoft-Antispam-Mailbox-Delivery
      X-MS-Exchange-Organization-SCL X-Forefront-Antispam-Report SpamDiagnosticOutput X-Junk-Score`;
    for (const name of [...names(own.join(" ")), ...names(others), "x-thresher-separator"]) {
      expect([name, isVerdictField(name), isLaterName(name)]).toEqual([name, true, true]);
    }
  });
});

describe("fields that teach nothing", () => {
  it("are also those of mailboxes, mail programs, and programs that copy mail", () => {
    const written = `
      X-Gmail-Labels X-GM-THRID Status X-Status X-Mozilla-Status X-Mozilla-Status2 X-Mozilla-Keys X-Keywords X-UID
      X-UIDL X-IMAP X-IMAPbase X-Folder X-Evolution X-Evolution-Source X-KMail-Filtered X-Sylpheed-Account-Id
      X-Claws-Account-Id X-Apple-Base-Url X-Account-Key X-MBOX-Line Delivered-To X-Delivered-To X-Original-To
      Envelope-To Delivery-Date X-TUID X-OfflineIMAP ARC-Seal ARC-Authentication-Results`;
    for (const name of names(written)) {
      expect([name, isLaterName(name), isVerdictField(name)]).toEqual([name, true, false]);
    }
  });

  it("are not those that the sender and the way to the reader have written", () => {
    const kept = `
      From To Subject Date Return-Path Received Message-ID X-Mailer User-Agent X-Priority List-Id Organization Keywords
      X-Virus-Scanned Authentication-Results Received-SPF DKIM-Signature Spam X-Thresher-List Constructor
      X-Message-Flag X-MSMail-Priority X-Face`;
    expect(names(kept).filter(isLaterName)).toEqual([]);
  });

  it.each([
    [true, "from [192.0.2.1] by localhost with IMAP (fetchmail-6.3) for me@localhost; date"],
    [true, "from pop.example by home.example with POP3-SSL; date"],
    [true, "from mail.example by mail.example (Dovecot) with LMTP id x for <me@mail.example>; date"],
    [true, "from a.prod.outlook.example by b.prod.outlook.example with HTTPS; date"],
    [true, "by 2002:a05:6a10:8c0c:0:0:0:0 with SMTP id x; date"],
    [false, "from a.example by b.example (Postfix) with ESMTPS id x for <me@b.example>; date"],
    [false, "from web.example by web.example with HTTP; date"],
    [false, "by mail.example (Postfix, from userid 1) id x; date"],
  ])("of Received: %j for %s", (isLater, value) => {
    expect(isLaterField("received", () => value)).toBe(isLater);
  });
});
