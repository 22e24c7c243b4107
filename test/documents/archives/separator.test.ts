import { describe, expect, it } from "vitest";
import { isSeparator, isSureSeparator } from "../../../src/documents/archives/mailbox-header.js";

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

  it("is sure where both a date and a known field are there", () => {
    const date = "From a@example.org Fri Jul  8 12:08:34 2011\n";
    const sure = [`${date}Subject: x\n`, "From - \nTo: x\n"];
    const others = [`${date}Time: x\n`, date, "From a@example.org\nSubject: x\n"];
    expect([...sure, ...others].filter((text) => isSureSeparator(Buffer.from(text)))).toEqual(sure);
  });
});
