import { describe, expect, it } from "vitest";
import { analyzerFor } from "../../../src/features/analyzer.js";
import { identityOf } from "../../../src/mail/rewrite/identity.js";
import { markedMessage, unmarkedMessage } from "../../../src/mail/rewrite/marked-message.js";
import { PRESETS } from "../../../src/model/presets.js";
import { settingsFrom } from "../../../src/model/settings.js";

const HEAD = "From: ann@alpha.example\nSubject: greeting\n";
const body = (text: string) => `${HEAD}\n${text}`;
const html = (text: string) => `${HEAD}Content-Type: text/html\n\n${text}`;
const encoded = (encoding: string, text: string) => `${HEAD}Content-Transfer-Encoding: ${encoding}\n\n${text}`;
const numbered = (count: number, one: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => one(i)).join("");

/** Each with a size of its own: what begins and does not end, what is nested, what has to be looked for, over and over. */
const SHAPES: readonly (readonly [what: string, shape: (size: number) => string])[] = [
  [
    "multiparts in each other",
    (n) => HEAD + numbered(n * 5, (i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`),
  ],
  ["messages in each other", (n) => HEAD + "Content-Type: message/rfc822\n\nSubject: a\n".repeat(n * 5)],
  [
    "multiparts whose boundary is to be found",
    (n) =>
      `${HEAD}Content-Type: multipart/mixed; boundary=b\n\n${"--b\nContent-Type: multipart/mixed; boundary=zz\n\na\n".repeat(n)}${"--q\ny\n".repeat(n * 50)}`,
  ],
  ["junk between fields", (n) => `${HEAD}${"junk\nA: b\n".repeat(n * 50)}\nhello`],
  ["our own fields", (n) => `${"X-Thresher: a\nA: b\n".repeat(n * 20)}\nhello`],
  ["words of one field", (n) => `Subject: a${"\n b".repeat(n * 300)}\n\nhello`],
  ["encoded words without end", (n) => `Subject: ${"=?a*".repeat(n * 60)}\nFrom: ${"=?a?q?".repeat(n * 60)}\n\nhello`],
  ["comments that do not end", (n) => `From: ${'"('.repeat(n * 50)}\nTo: ${"((a)".repeat(n * 50)}\n\nhello`],
  ["parameters", (n) => `Content-Type: text/plain; ${`;a*${n}="\\`.repeat(n * 50)}\n\nhello`],
  ["ways of a message", (n) => `Received: ${" for \t".repeat(n * 50)}\nDate: ${"+123 1:".repeat(n * 50)}\n\nhello`],
  ["base64 in pieces, with text between", (n) => encoded("base64", "QUJDRA==\n!!\n".repeat(n * 50))],
  ["soft line breaks", (n) => encoded("quoted-printable", `=${" ".repeat(500)}=`.repeat(n))],
  ["beginnings of uuencode", (n) => body("begin 644 a\n#0V%T\n".repeat(n * 5))],
  ["beginnings of yEnc", (n) => body(`=ybegin ${" size=11111111111111".repeat(49)}\n`.repeat(n / 4))],
  ["links in links", (n) => body(numbered(n, (i) => `http://a.example/?u=${"http://b.example/".repeat(9)}${i} `))],
  ["brackets behind addresses", (n) => body("http://a((((".repeat(n * 30))],
  ["letters that stand apart", (n) => body(`a${" F".repeat(n * 50)} ${"v i a g r a F.R.E.E ".repeat(n * 5)}`)],
  ["signs between letters", (n) => body(`v1a${"!?".repeat(n * 50)} ${"v1a!".repeat(n * 50)}`)],
  ["marks in no order", (n) => encoded("8bit", `a${"\u0316\u0301".repeat(n * 50)}`)],
  ["letters that are turned round", (n) => encoded("8bit", `${"\u202e".repeat(n * 20)}${"\u202eab".repeat(n * 20)}`)],
  ["tags that do not end", (n) => html(`${"<font><p>".repeat(n * 10)}${"</i>".repeat(n * 20)}`)],
  ["rules", (n) => html(`<style>${"a,".repeat(n * 50)}{color:red}${numbered(n * 5, (i) => `.a${i}{color:red}`)}`)],
  [
    "styles",
    (n) =>
      html(numbered(n / 4, (i) => `<p style="left:${"1".repeat(900)}x;transform:${" translate(".repeat(90)}${i}">`)),
  ],
  ["links that show addresses", (n) => html(`<a href="http://a.example">${"a.".repeat(140)}com</a>`.repeat(n))],
];

/** How many terms come of a message; what else reads it is content with it. */
function termsIn(bytes: Uint8Array): number {
  const analyzer = analyzerFor(settingsFrom({ ...PRESETS.mail, fields: ["all"] }));
  let terms = 0;
  analyzer.read(bytes).tokens(() => {
    terms++;
  });
  identityOf(bytes);
  const marked = markedMessage(bytes, [{ name: "X-Thresher", value: "label=ham" }]);
  expect(unmarkedMessage(marked, ["X-Thresher"]).length).toBeLessThanOrEqual(bytes.length);
  return terms;
}

describe("a hostile message", () => {
  /** Each shape has tens of thousands of pieces: quadratic time would take longer than a test may. */
  it.each(SHAPES)("has no more terms than bytes, and is read in seconds: %s", (_, shape) => {
    const bytes = Buffer.from(shape(400));
    expect(termsIn(bytes)).toBeLessThanOrEqual(bytes.length);
  });
});
