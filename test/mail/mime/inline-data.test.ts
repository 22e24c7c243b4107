import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutData } from "../../../src/mail/mime/inline-data.js";

fc.configureGlobal({ seed: 98 });

function rest(text: string) {
  const { text: kept, files, hasDataLines: runs } = withoutData(Buffer.from(text, "latin1"));
  return {
    text: Buffer.from(kept).toString("latin1"),
    files: files.map(({ fileName, size }) => `${fileName} ${size}`),
    runs,
  };
}

const line = "QUJD".repeat(19);
const lines = (count: number, end = "\n") => `${line}${end}`.repeat(count);

describe("withoutData", () => {
  it.each([
    ["uuencode", "a\nbegin 644 c.txt\n#0V%T\n`\nend\nb", "a\nb", ["c.txt 3"]],
    ["uuencode without an end", "a\nbegin 644 c.txt\n#0V%T\nand so on\n", "a\nand so on\n", ["c.txt 3"]],
    ["uuencode before a line of small letters", "a\nbegin 644 c.txt\n#0V%T\ncat is\n", "a\ncat is\n", ["c.txt 3"]],
    ["uuencode that is cut", "begin 644 c.txt\n#0V%T", "", ["c.txt 3"]],
    ["uuencode with check digits", "begin 0644 c d.txt\n#0V%TX\n`\nend\n", "", ["c d.txt 3"]],
    ["uuencode without a name", "a\nbegin 644\n#0V%T\n`\nend\nb", "a\nb", ["undefined 3"]],
    ["uuencode with a blank for a name", "a\nbegin 644 \n#0V%T\n`\nend\nb", "a\nb", ["undefined 3"]],
    ["two files", "begin 644 c\n#0V%T\nend\nx\nbegin 644 d\n#0V%T\nend\n", "x\n", ["c 3", "d 3"]],
    ["yEnc", "a\n=ybegin line=128 size=9 name=c d.bin\nxyz\n=yend size=9\nb", "a\nb", ["c d.bin 9"]],
    ["yEnc that is cut", "a\n=ybegin line=128 size=9 name=c\nxyz", "a\n", ["c 9"]],
    ["one in the other", "=ybegin size=9 name=c\nbegin 644 d\n#0V%T\nend\n=yend\nb", "b", ["c 9"]],
  ])("takes out %s", (_, text, kept, files) => {
    const found = rest(text);
    expect(found.text).toBe(kept);
    expect(found.files.filter((file) => files.includes(file))).toEqual(files);
    expect(found.runs).toBe(false);
  });

  it.each(["\n", "\r\n", "\r"])("takes out lines of base64 that end with %j, and leaves the words around", (end) => {
    const text = `hello${end}world${end}${lines(20, end)}and more words`;
    expect(rest(text)).toEqual({ text: `hello${end}world${end}${end}and more words`, files: [], runs: true });
  });

  it("takes out each of several runs", () => {
    const text = `one.\n${lines(20)}\ntwo.\n${lines(30)}three.`;
    expect(rest(text)).toEqual({ text: "one.\n\n\ntwo.\n\nthree.", files: [], runs: true });
  });

  it.each([
    ["a key", `${lines(5)}\n`],
    ["a word of 1000 letters", "x".repeat(1000)],
    ["a list of words", "aardvark\nabacus\n".repeat(500)],
    ["a list of words with a long line", `${"abacus\n".repeat(500)}${line}\n${"abacus\n".repeat(500)}`],
    ["prose", "It was a dark and stormy night. ".repeat(500)],
    ["who begins with begin", "begin 644 years ago\nand so on\n"],
    ["a begin within a line", "we begin 644 x\n#0V%T\nend\n"],
    ["a yEnc that is none", "=ybegin nothing at all\n"],
    ["lines that are not as long as they say", "begin 644 c\nM123\nend\n"],
  ])("leaves %s alone", (_, text) => {
    expect(rest(text)).toEqual({ text, files: [], runs: false });
  });

  const bytes = fc.uint8Array({ minLength: 150, maxLength: 700 }).map((all) => Buffer.from(all).toString("base64"));
  const folded = (data: string, width: number, end: string) => data.match(new RegExp(`.{1,${width}}`, "g"))?.join(end);
  const wordsIn = (text: string) => text.replace(/<\/?[a-z]+>|&gt;/g, " ").match(/[A-Za-z\d/+]+/g);
  const PGP = "-----BEGIN PGP MESSAGE-----";
  const END = "-----END PGP MESSAGE-----";

  it.each([
    ["a signature of PGP", "-----BEGIN PGP SIGNATURE-----", "", 64, "\n", "\n=aBcd\n-----END PGP SIGNATURE-----"],
    ["a certificate", "-----BEGIN CERTIFICATE-----", "\r\n", 64, "\r\n", "\r\n-----END CERTIFICATE-----"],
    ["a quoted message", `> ${PGP}\n>`, "\n> ", 64, "\n> ", `\n> =aBcd\n> ${END}`],
    ["a key of SSH", "---- BEGIN SSH2 PUBLIC KEY ----", "\n", 70, "\n", "\n---- END SSH2 PUBLIC KEY ----"],
    ["a page with a line each", `<p>${PGP}`, "<br>\n", 64, "<br>\n", `<br>\n=aBcd<br>${END}`],
    ["a page with blocks", "<div>-----BEGIN X-----", "</div><div>", 64, "</div>\n<div>", "</div><div>-----END X-----"],
    ["a quoted page", "&gt; -----BEGIN X-----", "<br>&gt; ", 60, "<br>&gt; ", "<br>&gt; -----END X-----"],
    ["a picture in a business card", "PHOTO;TYPE=JPEG;ENCODING=b", ":/9j/4AAQ\n ", 74, "\n ", "\nEND:VCARD"],
    ["a picture in an address", '<img src="data:image/png;base64', ",", 9999, "", '">'],
  ])("takes out the digits of %s, and keeps the words around", (_, first, start, width, end, last) => {
    fc.assert(
      fc.property(bytes, (data) => {
        // Digits of two kinds only are a word, as far as anybody can see.
        fc.pre(/[a-z]/.test(data) && /[A-Z]/.test(data) && /\d/.test(data));
        const { text } = rest(`alpha beta\n${first}${start || "\n\n"}${folded(data, width, end)}${last}\ngamma`);
        expect(wordsIn(text)).toEqual(wordsIn(`alpha beta ${first} ${last.replace("=aBcd", "")} gamma`));
      }),
    );
  });

  it("takes out a key on a line of its own, and at the end of a page", () => {
    const key = "AAAAC3NzaC1lZDI1NTE5AAAAIEqm5Xb7rUq3Wb9lZkq1";
    expect(rest(`ssh-ed25519 ${key} me@host1`).text).toBe("ssh-ed25519  me@host1");
    expect(rest("<p>MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=</p>").text).toBe("<p></p>");
  });

  const digits = Buffer.from(Array.from({ length: 96 }, (_, i) => (i * 89) % 256)).toString("base64");

  it.each([
    ["a word after a block", `${digits}\nregards\nAnn5`],
    ["a word behind a blank line", `${digits}\n\nA4 paper`],
    ["an address", `see http://example.org/${digits.slice(0, 60)}?x or https://localhost/${digits.slice(0, 60)}`],
    ["a digest", "3f786850e387550fdab836ed7e6dc881de23001b"],
    ["a path", "a/rather/long/Path/With4/many/parts/to/a/file.ts"],
  ])("keeps %s", (_, text) => {
    expect(rest(text).text).toBe(text.startsWith(digits) ? text.slice(digits.length) : text);
  });

  it("finds a run of base64 wherever it stands, and nothing but it", () => {
    const words = fc.array(fc.constantFrom("word. ", "\n", "a b\n"), { maxLength: 300 }).map((all) => all.join(""));
    fc.assert(
      fc.property(words, fc.integer({ min: 15, max: 40 }), words, (before, count, after) => {
        const { text, runs } = rest(`${before}.\n${lines(count)}.${after}`);
        expect(runs).toBe(true);
        expect(text).toBe(`${before}.\n\n.${after}`);
      }),
    );
  });
});
