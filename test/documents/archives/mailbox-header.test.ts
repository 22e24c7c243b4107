import { describe, expect, it } from "vitest";
import {
  hasField,
  isSeparator,
  isSureSeparator,
  labelsInField,
} from "../../../src/documents/archives/mailbox-header.js";

const of = (field: string, name = "X-Gmail-Labels") =>
  labelsInField(Buffer.from(`Subject: x\r\n${field}\r\nTo: y\r\n\r\nX-Gmail-Labels: body\r\n`), name);

describe("the labels of a message", () => {
  it("are those between commas, some in quotes, each once", () => {
    const labels = ["Work", "Bills, paid", 'a "b"', "Lists/node"];
    expect(of('X-Gmail-Labels: Work,"Bills, paid", Work ,"a \\"b\\"",Lists/node')).toEqual(labels);
    expect(of("x-gmail-labels:Work,\r\n Home and\r\n\tgarden")).toEqual(["Work", "Home and\tgarden"]);
  });

  it("are decoded from encoded words, of which neighbours belong together", () => {
    expect(of("X-Gmail-Labels: =?UTF-8?Q?Inbox,R=C3=A9union,=22a,_b=22?=")).toEqual(["Réunion", "a, b"]);
    const bytes = Buffer.from("Wörk,Häuser").toString("base64");
    expect(of(`X-Gmail-Labels: =?utf-8?B?${bytes}?=`)).toEqual(["Wörk", "Häuser"]);
    expect(of("X-Gmail-Labels: =?UTF-8?Q?W=C3?=\r\n =?UTF-8?Q?=B6rk?= ,Home")).toEqual(["Wörk", "Home"]);
    expect(of("X-Gmail-Labels: =?iso-8859-1?Q?R=E9union?=,=?none-such?Q?a?=")).toEqual(["Réunion", "a"]);
    expect(of("X-Gmail-Labels: =?cp437?Q?Caf=82?=,=?KOI8-R?Q?=F2=C1=C2=CF=D4=C1?=")).toEqual(["Café", "Работа"]);
    expect(of("X-Gmail-Labels: Réunion")).toEqual(["Réunion"]);
  });

  it("are not those that Gmail sets by itself", () => {
    const system = "Inbox,Unread,Opened,Important,Starred,Archived,Sent,Drafts,Trash,Chat,Category Promotions";
    expect(of(`X-Gmail-Labels: ${system},Spam`)).toEqual(["Spam"]);
    expect(of("X-Gmail-Labels: Posteingang,Ungelesen,Gesendet,Kategorie: Werbung,Rechnungen")).toEqual(["Rechnungen"]);
    expect(of("X-Gmail-Labels: Notes,Tasks,Inbox")).toEqual(["Notes", "Tasks"]);
    expect(of("X-Gmail-Labels:")).toEqual([]);
  });

  it("are divided by blanks in the fields of other programs, and missing where the field is missing", () => {
    expect(of("X-Keywords: Work  Home", "x-keywords")).toEqual(["Work", "Home"]);
    expect(of("X-Other: Work")).toEqual([]);
    const message = Buffer.from("Subject: x\n\nX-Gmail-Labels: a\n");
    expect(["Subject", "X-Gmail-Labels", "S.*"].filter((name) => hasField(message, name))).toEqual(["Subject"]);
  });
});

describe("a line that separates messages", () => {
  it("ends in a date, or a field follows it, and is no other line", () => {
    const dates = ["Fri Jul  8 12:08:34 2011", "Thu Aug 22 12:36:23 2002"];
    const separators = [
      ...[`MAILER-DAEMON ${dates[0]}\n`, "a@example.org Fri Jul 8 12:08 2011\r\n", `- ${dates[1]}`, ` ${dates[1]}\n`],
      ...["a!b!c Thu Aug 22 12:36:23 CEST 2002\n", "a@example.org  Thu Aug 22 12:36:23 +0200 2002 remote from b\n"],
      ...["a@example.org 22 Aug 2002\nReceived: from b\n", "nobody\nX-Mailer : z\n"],
    ].map((text) => `From ${text}`);
    const others = [
      ...["", "From", "From: a@example.org\n", `from a@example.org ${dates[0]}\n`, `>From a@example.org ${dates[0]}\n`],
      ...["From Monday to Friday\n", "From Monday to Friday\nTime: ten\n", "From the desk of\n\nSubject: x\n"],
      ...["From Fri Jul  8 on\n", `From ${"a ".repeat(500)}\nhello\n`],
    ];
    expect([...separators, ...others].filter((text) => isSeparator(Buffer.from(text)))).toEqual(separators);
  });

  it("is sure where both a date and a known field are there", () => {
    const date = "From a@example.org Fri Jul  8 12:08:34 2011\n";
    const sure = [`${date}Subject: x\n`, "From - \nTo: x\n"];
    const others = [`${date}Time: x\n`, date, "From a@example.org\nSubject: x\n"];
    expect([...sure, ...others].filter((text) => isSureSeparator(Buffer.from(text)))).toEqual(sure);
  });
});
