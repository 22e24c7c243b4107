import { describe, expect, it } from "vitest";
import { isVerdictField, withoutVerdicts } from "../../src/email/verdict-fields.js";
import { FILTER_STYLES } from "../../src/reports/filter-styles.js";

describe("fields that filters write", () => {
  it("are those of every style that there is, and of filters that others use", () => {
    const own = Object.values(FILTER_STYLES).flatMap(({ names }) => names);
    const others =
      "X-Spam X-Spam-Report X-Spambayes-Classification X-POPFile-Link X-DSPAM-Result X-CRM114-Status X-Rspamd-Score X-MailScanner-SpamCheck";
    for (const name of [...own, ...others.split(" "), "X-Thresher-Separator"]) {
      expect(isVerdictField(name.toLowerCase()), name).toBe(true);
    }
  });

  it("are not what says what a message is", () => {
    const facts =
      "subject x-mailer x-virus-scanned authentication-results spam x-thresher-list list-id received constructor";
    expect(facts.split(" ").filter(isVerdictField)).toEqual([]);
  });

  it("are taken out of the header alone, with the lines that they go on in", () => {
    const message = "A: b\r\nX-Spam-Status: Yes,\r\n\tscore=9\r\nC: d\r\n\r\nX-Spam-Flag: YES\r\n";
    expect(Buffer.from(withoutVerdicts(Buffer.from(message))).toString()).toBe(
      "A: b\r\nC: d\r\n\r\nX-Spam-Flag: YES\r\n",
    );
    const clean = Buffer.from("A: b\n\nc\n");
    expect(withoutVerdicts(clean)).toBe(clean);
  });
});
