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
const mixed = (boundary: string) => `Content-Type: multipart/mixed; boundary=${boundary}\n`;
const numbered = (count: number, one: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => one(i)).join("");

/** Messages that grow with a size: deep nesting, starts without an end, and long searches that find nothing. */
const SHAPES: readonly (readonly [name: string, shape: (size: number) => string])[] = [
  ["nested multiparts", (n) => HEAD + numbered(n * 5, (i) => `${mixed(`b${i}`)}\n--b${i}\n`)],
  ["nested messages", (n) => HEAD + "Content-Type: message/rfc822\n\nSubject: a\n".repeat(n * 5)],
  [
    "nested multiparts with a missing boundary",
    (n) => `${HEAD}${mixed("b")}\n${`--b\n${mixed("zz")}\na\n`.repeat(n)}${"--q\ny\n".repeat(n * 50)}`,
  ],
  ["junk between fields", (n) => `${HEAD}${"junk\nA: b\n".repeat(n * 50)}\nhello`],
  ["fields of Thresher", (n) => `${"X-Thresher: a\nA: b\n".repeat(n * 20)}\nhello`],
  ["a field of many lines", (n) => `Subject: a${"\n b".repeat(n * 300)}\n\nhello`],
  ["unterminated encoded words", (n) => `Subject: ${"=?a*".repeat(n * 60)}\nFrom: ${"=?a?q?".repeat(n * 60)}\n\nhello`],
  ["unterminated comments", (n) => `From: ${'"('.repeat(n * 50)}\nTo: ${"((a)".repeat(n * 50)}\n\nhello`],
  ["unterminated parameters", (n) => `Content-Type: text/plain; ${`;a*${n}="\\`.repeat(n * 50)}\n\nhello`],
  ["malformed trace fields", (n) => `Received: ${" for \t".repeat(n * 50)}\nDate: ${"+123 1:".repeat(n * 50)}\n\na`],
  ["pieces of base64 between text", (n) => encoded("base64", "QUJDRA==\n!!\n".repeat(n * 50))],
  ["soft line breaks", (n) => encoded("quoted-printable", `=${" ".repeat(500)}=`.repeat(n))],
  ["unterminated uuencode", (n) => body("begin 644 a\n#0V%T\n".repeat(n * 5))],
  ["unterminated yEnc", (n) => body(`=ybegin ${" size=11111111111111".repeat(49)}\n`.repeat(n / 4))],
  ["nested links", (n) => body(numbered(n, (i) => `http://a.example/?u=${"http://b.example/".repeat(9)}${i} `))],
  ["brackets after addresses", (n) => body("http://a((((".repeat(n * 30))],
  ["spaced letters", (n) => body(`a${" F".repeat(n * 50)} ${"v i a g r a F.R.E.E ".repeat(n * 5)}`)],
  ["punctuation inside words", (n) => body(`v1a${"!?".repeat(n * 50)} ${"v1a!".repeat(n * 50)}`)],
  ["combining marks out of order", (n) => encoded("8bit", `a${"\u0316\u0301".repeat(n * 50)}`)],
  ["right-to-left overrides", (n) => encoded("8bit", `${"\u202e".repeat(n * 20)}${"\u202eab".repeat(n * 20)}`)],
  ["links whose text is an address", (n) => html(`<a href="http://a.example">${"a.".repeat(140)}com</a>`.repeat(n))],
];

function countTerms(bytes: Uint8Array): number {
  const analyzer = analyzerFor(settingsFrom({ ...PRESETS.mail, fields: ["all"] }));
  let terms = 0;
  analyzer.read(bytes).tokens(() => {
    terms++;
  });
  return terms;
}

describe.each(SHAPES)("a hostile message: %s", (_, shape) => {
  // Tens of thousands of pieces: code that takes quadratic time hangs here.
  const bytes = Buffer.from(shape(400));

  it("has some terms, but no more than bytes", () => {
    const terms = countTerms(bytes);
    expect(terms).toBeGreaterThan(0);
    expect(terms).toBeLessThanOrEqual(bytes.length);
  });

  it("keeps its identity when it is marked, and can be unmarked", () => {
    const marked = markedMessage(bytes, [{ name: "X-Thresher", value: "label=ham" }]);
    expect(identityOf(marked)).toEqual(identityOf(bytes));
    const unmarked = unmarkedMessage(marked, ["X-Thresher"]);
    expect(Buffer.from(unmarked).equals(unmarkedMessage(bytes, ["X-Thresher"]))).toBe(true);
  });
});
