import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_MAIL_FIELDS, MAIL_FIELDS, mailFields } from "../../../src/mail/fields/fields.js";
import { markedMessage } from "../../../src/mail/rewrite/marked-message.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { termsOf } from "./mail-terms.js";

fc.configureGlobal({ seed: 73 });

const only = (...fields: string[]): TrainOptions => ({ fields });

/** The terms of one field alone. */
function fieldTerms(field: string, message: string): string[] {
  return termsOf(message, only(field)).filter((term) => term.includes(":"));
}

const PAGE = `<title>Offer</title><p>Buy <b>n</b>ow</p><p style="display:none">poem</p><img src="http://i.example/x.gif" alt="a picture">
<a href="http://shop.spam.example:8080/a?b">here</a>`;

const HTML = "Content-Type: text/html\n\n";
const PDF = 'Content-Type: application/pdf; name="Bill 7.PDF"\nContent-Transfer-Encoding: base64\n';
const KOI8 = "Content-Type: text/plain; charset=KOI8-R\nContent-Transfer-Encoding: 8bit\n";

describe("the terms of mail", () => {
  it.each<[field: string, message: string, terms: string]>([
    ["subject", "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= 2\n\n", "grüße, 2"],
    ["subject", "Subject: V1AGRA for you\n\n", "viagra, for, you"],
    ["from", "From: Jo Doe <jo@a.example>\n\n", "jo, doe, jo, a, example"],
    ["from", "From: =?utf-8?q?J=C3=B6?= <j@b.example>\n\n", "jö, j, b, example"],
    ["to", "To: a@b.example, c@d.example\n\n", "a, b, example, c, d, example"],
    ["reply-to", "Reply-To: x@y.example\n\n", "x, y, example"],
    ["list-id", "List-Id: <all.lists.example>\n\n", "all, lists, example"],
    ["received", "Received: from a ([192.0.2.1])\n by b; Mon, 2 Sep\n\n", "from, a, 192, 0, 2, 1, by, b"],
    ["received", "Received: by c.example\n\n", "by, c, example"],
    ["date", "Date: Mon, 2 Sep 2002 09:10:11 +0200\n\n", "+0200, 9 h"],
    ["date", "Date: some day\n\n", "no zone"],
    ["agent", "X-Mailer: Mutt\nUser-Agent: Pine\n\n", "mutt, pine"],
    ["header", "Subject: a\nX-Odd: b\nSubject: c\n\n", "subject, x-odd"],
    ["x-odd", "X-Odd: b c\n\n", "b, c"],
    ["link", "\nsee http://www.a.example/b and http://www.a.example/b.", "www.a.example, a.example"],
    ["link", `${HTML}${PAGE}`, "i.example, shop.spam.example, spam.example"],
    ["html", `${HTML}${PAGE}`, "offer, a, picture"],
    ["hidden", `${HTML}${PAGE}`, "poem"],
    ["disguised", "\nCheap v1agra, V.I.A.G.R.A and Vi\u200bagra", "viagra"],
    ["attachment", `${PDF}\n${"QUJD".repeat(341)}\n`, "application/pdf, size 10, bill 7.pdf, .pdf"],
    ["attachment", "Content-Type: image/png\n\nabc", "image/png, size 2"],
    ["attachment", "Content-Type: image/png; name=.x\n\n", "image/png, size 0, .x"],
    ["fact", `${KOI8}\nhello`, "type text/plain, charset koi8-r, encoding 8bit, parts 1"],
    ["fact", `${HTML}<form>v1agra`, "type text/html, html form, html unclosed, disguise leet, parts 1"],
    ["fact", "\nhttp://192.0.2.1", "type text/plain, no-header, link numeric, parts 1"],
    ["fact", `${"x".repeat(41)} ${"y".repeat(40)}`, "type text/plain, no-header, parts 1, long words 1"],
    ["fact", "hello", "type text/plain, no-header, parts 1"],
  ])("have those of the field %s", (field, message, terms) => {
    expect(fieldTerms(field, message)).toEqual(terms.split(", ").map((term) => `${field}:${term}`));
  });

  it.each([
    ["V<!-- x -->iagra", "html comment-in-word"],
    ["V<xyz>iagra", "html unknown-tag-in-word"],
    ['V<b style="display:none">x</b>iagra', "html hidden-in-word"],
    ["V<b></b>i<i>a</i>gra", "type text/html"],
    ["V&shy;&shy;iagra", "disguise soft-hyphen"],
    ["V&#8203;iagra", "disguise zero-width"],
    ["V&nbsp;I&nbsp;A&nbsp;G&nbsp;R&nbsp;A", "disguise spaced"],
    ["V<br>I<br>A<br>G<br>R<br>A", "disguise spaced"],
    ["<table><td>V<td>I<td>A<td>G<td>R<td>A", "disguise spaced"],
    ["V1&#65;GRA", "disguise leet"],
    ["V&#1110;agra", "disguise homoglyph"],
    ["&#65334;&#65353;agra", "disguise styled"],
    ["&#8238;argaiv&#8236;", "disguise bidirectional"],
  ])("have a word that tags, entities and signs disguise: %s", (html, fact) => {
    const terms = termsOf(`Content-Type: text/html; charset=utf-8\n\n${html}`, only("fact"));
    expect(terms.filter((term) => !term.startsWith("fact:"))).toEqual(["viagra"]);
    expect(terms).toContain(`fact:${fact}`);
  });

  it("have the subject of an attached message", () => {
    const message = "Content-Type: message/rfc822\n\nSubject: inner\nFrom: a@b.example\n\nits text\n";
    expect(termsOf(message, only("none"))).toEqual(["inner", "its", "text"]);
    expect(fieldTerms("attachment", message)).toEqual([]);
  });

  it("are of the chosen kinds in texts and fields alike; pairs do not cross pieces", () => {
    const message = "Subject: two words\nFrom: a@b.example\n\none more\n";
    const terms = termsOf(message, { ngrams: [1, 2], tokens: "inner", fields: ["subject", "from"] });
    expect(terms).toEqual([
      ...["subject:two", "subject:words", "subject:two words"],
      ...["from:a", "from:b", "from:a b", "from:example", "from:b example", "from:a@b.example"],
      ...["one", "more", "one more"],
    ]);
  });

  it("have pairs of the first words of each piece only", () => {
    const body = Array.from({ length: 40 }, (_, i) => `w${i}`).join(" ");
    const terms = termsOf(`\n${body}`, { ngrams: [1, 2], fields: ["none"] });
    const pairs = terms.filter((term) => term.includes(" "));
    expect([pairs.length, pairs.at(-1), terms.length]).toEqual([15, "w14 w15", 40 + 15]);
    expect(termsOf(`\n${body}`, { ngrams: [2, 2], fields: ["none"] })).toEqual(pairs);
  });

  it("leave out headers, quotes and footers if asked to", () => {
    const message =
      "Subject: greeting\nX-Mailer: Mutt\n\nAnn writes:\n> old http://old.example/\nnew http://new.example/\n--\nbye\n";
    const terms = (...strip: ("headers" | "quotes" | "footers")[]) =>
      termsOf(message, { strip, fields: ["subject", "agent", "link"] });
    expect(terms()).toEqual(
      expect.arrayContaining(["subject:greeting", "agent:mutt", "old", "link:old.example", "bye"]),
    );
    expect(terms("headers").filter((term) => /subject|agent/.test(term))).toEqual([]);
    expect(terms("headers")).toContain("link:new.example");
    expect(terms("quotes").filter((term) => /old/.test(term))).toEqual([]);
    expect(terms("footers")).not.toContain("bye");
    expect(terms("headers", "quotes", "footers")).toEqual(["new", "http", "new", "example", "link:new.example"]);
  });

  it("are the same whatever filters wrote, also if a filter made the header", () => {
    const verdicts = "X-Thresher: label=spam\nX-Spam-Status: Yes,\n score=9\nX-Bogosity: Spam\n";
    const message = "Subject: a\nX-Odd: b\n\nbody\n";
    const all = { fields: ["all", "x-odd"] };
    expect(termsOf(message.replace("X-Odd", `${verdicts}X-Odd`), all)).toEqual(termsOf(message, all));
    const bare = "no header, as broken as mail can be\n";
    const filtered = markedMessage(Buffer.from(bare), [{ name: "X-Bogosity", value: "Spam" }]);
    expect(termsOf(filtered, all)).toEqual(termsOf(bare, all));
  });

  it("are the same whatever mail programs wrote, unless somebody chose such a field by name", () => {
    const message = "Subject: a\nX-Odd: b\n\nbody\n";
    const written = "Status: RO\nX-Keywords: work\nDelivered-To: me@b.example\nReceived: from b by b with LMTP; c\n";
    const all = { fields: ["all", "x-odd"] };
    expect(termsOf(`${written}${message.replace("a", "[SPAM] a")}`, all)).toEqual(termsOf(message, all));
    expect(termsOf(`${written}${message}`, only("x-keywords"))).toContain("x-keywords:work");
    expect(termsOf(`${written.repeat(500)}${message}`, all)).toEqual(termsOf(message, all));
  });

  it("refuse a field that filters write", () => {
    expect(() => termsOf("", only("subject", "x-spam-status"))).toThrow(
      /^fields: spam filters write "x-spam-status", so a model would learn what they said: leave it out$/,
    );
  });

  it("are those of the fields that count, by default the measured ones", () => {
    const message = "Subject: a\nCc: b@c.example\nList-Id: d\n\ne";
    expect(mailFields(undefined)).toEqual(DEFAULT_MAIL_FIELDS);
    expect(mailFields(["all"])).toEqual(MAIL_FIELDS);
    expect(mailFields(["none"])).toEqual([]);
    expect(termsOf(message)).not.toContain("list-id:d");
    expect(termsOf(message, only("all"))).toContain("list-id:d");
    expect(termsOf(message, only("none"))).toEqual(["e"]);
    expect(settingsFrom({ as: "mail", fields: ["none", "cc"] }).fields).toEqual(["cc"]);
  });
});

describe("other text parts", () => {
  const part = (type: string, text: string) => `--b\nContent-Type: ${type}\n\n${text}\n`;
  const message = (...parts: string[]) =>
    `From: a@b.example\nContent-Type: multipart/alternative; boundary=b\n\n${parts.join("")}--b--\n`;
  const words = (text: string) => termsOf(text, only());

  it.each([
    ["text/x-amp-html", "<html amp4email><p class=x>or<b>chard</b></p>"],
    ["text/enriched", "<bold>or</bold>chard"],
    ["text/calendar", "BEGIN:VEVENT\nUID:9\nSUMMARY:orch\n ard\nEND:VEVENT"],
  ])("give words without markup and codes: %s", (type, text) => {
    expect(words(message(part(type, text)))).toEqual(["orchard"]);
  });

  it("that repeat the HTML for some programs are left out, and stay as facts", () => {
    for (const type of ["text/x-amp-html", "text/watch-html"]) {
      const both = message(part(type, "<p>meadow</p>"), part("text/html", "<p>orchard</p>"));
      expect(words(both)).toEqual(["orchard"]);
      expect(fieldTerms("fact", both)).toContain(`fact:type ${type}`);
    }
  });

  it("of flowed lines are joined as their DelSp says", () => {
    const flowed = (parameters: string) => words(message(part(`text/plain; ${parameters}`, "orch \nard")));
    expect(flowed("format=flowed; delsp=yes")).toEqual(["orchard"]);
    expect(flowed("Format=Flowed; DelSp=Yes")).toEqual(["orchard"]);
    expect(flowed("format=flowed")).toEqual(["orch", "ard"]);
    expect(flowed("delsp=yes")).toEqual(["orch", "ard"]);
  });
});
