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

describe("the terms of mail", () => {
  it.each<[field: string, message: string, terms: readonly string[]]>([
    ["subject", "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= 2\n\n", ["subject:grüße", "subject:2"]],
    ["subject", "Subject: V1AGRA for you\n\n", ["subject:viagra", "subject:for", "subject:you"]],
    ["from", "From: Jo Doe <jo@a.example>\n\n", ["from:jo", "from:doe", "from:jo", "from:a", "from:example"]],
    ["from", "From: =?utf-8?q?J=C3=B6?= <j@b.example>\n\n", ["from:jö", "from:j", "from:b", "from:example"]],
    ["to", "To: a@b.example, c@d.example\n\n", ["to:a", "to:b", "to:example", "to:c", "to:d", "to:example"]],
    ["reply-to", "Reply-To: x@y.example\n\n", ["reply-to:x", "reply-to:y", "reply-to:example"]],
    ["list-id", "List-Id: <all.lists.example>\n\n", ["list-id:all", "list-id:lists", "list-id:example"]],
    [
      "received",
      "Received: from a.example ([192.0.2.1])\n by b.example with SMTP; Mon, 2 Sep 2002 10:00:00 +0200\n\n",
      [..."from a example 192 0 2 1 by b example with smtp".split(" ").map((word) => `received:${word}`)],
    ],
    ["received", "Received: by c.example\n\n", ["received:by", "received:c", "received:example"]],
    ["date", "Date: Mon, 2 Sep 2002 09:10:11 +0200\n\n", ["date:+0200", "date:9 h"]],
    ["date", "Date: some day\n\n", ["date:no zone"]],
    ["agent", "X-Mailer: Mutt\nUser-Agent: Pine\n\n", ["agent:mutt", "agent:pine"]],
    ["header", "Subject: a\nX-Odd: b\nSubject: c\n\n", ["header:subject", "header:x-odd"]],
    ["x-odd", "X-Odd: b c\n\n", ["x-odd:b", "x-odd:c"]],
    ["link", "\nsee http://www.a.example/b and http://www.a.example/b.", ["link:www.a.example", "link:a.example"]],
    ["link", `Content-Type: text/html\n\n${PAGE}`, ["link:i.example", "link:shop.spam.example", "link:spam.example"]],
    ["html", `Content-Type: text/html\n\n${PAGE}`, ["html:offer", "html:a", "html:picture"]],
    ["hidden", `Content-Type: text/html\n\n${PAGE}`, ["hidden:poem"]],
    ["disguised", "\nCheap v1agra, V.I.A.G.R.A and Vi\u200bagra", ["disguised:viagra"]],
    [
      "attachment",
      `Content-Type: application/pdf; name="Bill 7.PDF"\nContent-Transfer-Encoding: base64\n\n${"QUJD".repeat(341)}\n`,
      ["attachment:application/pdf", "attachment:size 10", "attachment:bill 7.pdf", "attachment:.pdf"],
    ],
    ["attachment", "Content-Type: image/png\n\nabc", ["attachment:image/png", "attachment:size 2"]],
    [
      "attachment",
      "Content-Type: image/png; name=.x\n\n",
      ["attachment:image/png", "attachment:size 0", "attachment:.x"],
    ],
    [
      "fact",
      "Content-Type: text/plain; charset=KOI8-R\nContent-Transfer-Encoding: 8bit\n\nhello",
      ["fact:type text/plain", "fact:charset koi8-r", "fact:encoding 8bit", "fact:parts 1"],
    ],
    [
      "fact",
      `Content-Type: text/html\n\n<form>v1agra http://192.0.2.1/ ${"x".repeat(41)} ${"y".repeat(40)}`,
      ["type text/html", "html form", "html unclosed", "disguise leet", "link numeric", "parts 1", "long words 1"].map(
        (fact) => `fact:${fact}`,
      ),
    ],
    ["fact", "hello", ["fact:type text/plain", "fact:no-header", "fact:parts 1"]],
  ])("have those of the field %s", (field, message, terms) => {
    expect(fieldTerms(field, message)).toEqual(terms);
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
    const pairs = termsOf(`\n${body}`, { ngrams: [1, 2], fields: ["none"] }).filter((term) => term.includes(" "));
    expect(pairs.length).toBe(15);
    expect(pairs.at(-1)).toBe("w14 w15");
    const words = termsOf(`\n${body}`, { ngrams: [1, 2], fields: ["none"] }).filter((term) => !term.includes(" "));
    expect(words.length).toBe(40);
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
    const written =
      "Status: RO\nX-Keywords: work\nDelivered-To: me@b.example\nReceived: from b.example by b.example with LMTP; c\n";
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
