import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { analyzerFor, isBinary, type TextSettings } from "../../src/features/analyzer.js";
import { DOCUMENT_FORMS, type DocumentForm, isMessage } from "../../src/mail/news.js";
import { DEFAULT_SETTINGS, type Settings, settingsFrom } from "../../src/model/settings.js";

/** The tokens of a document, as words. */
function tokens(document: string | Uint8Array, settings: Partial<TextSettings> = {}): string[] {
  const analyzer = analyzerFor({ ...DEFAULT_SETTINGS, ...settings });
  const found: string[] = [];
  analyzer.read(Buffer.from(document)).tokens((bytes, start, end) => {
    found.push(Buffer.from(bytes.subarray(start, end)).toString());
  });
  return found;
}

const MESSAGE = "From: me@a.example\nSubject: Hello\n\nSomebody writes:\n> old words\nnew words\n\n--\nsignature\n";
const LETTER = "Note: this is no message.\n\nnew words\n\n--\nsignature\n";

describe("an analyzer", () => {
  it("decodes, then finds words", () => {
    expect(tokens("Hello, World! a b2")).toEqual(["hello", "world", "b2"]);
    expect(tokens(Buffer.from("Caf\xe9", "latin1"))).toEqual(["café"]);
    expect(tokens(Buffer.from("Café"), { encoding: "latin1" })).toEqual(["cafã"]);
    expect(tokens(Buffer.from("Grüße", "utf16le"), { encoding: "utf-16le" })).toEqual(["grüße"]);
  });

  it("leaves nothing out by default", () => {
    for (const as of DOCUMENT_FORMS) {
      expect(tokens(MESSAGE, { as })).toContain("signature");
      // Of mail, the names of fields are no words.
      if (as !== "mail") expect(tokens(MESSAGE, { as })).toContain("subject");
    }
  });

  it("adds n-grams of raw mail with rawNgrams", () => {
    const mail = { as: "mail", rawNgrams: [4, 4] } as const;
    const added = tokens("X-Spam: Yes\nTo: Me\n\n<b>Hi", mail).filter((token) => token.startsWith("~"));
    expect(added).toEqual(["~To: ", "~o: M", "~: Me", "~ Me␊", "~Me␊␊", "~e␊␊<", "~␊␊<b", "~␊<b>", "~<b>H", "~b>Hi"]);
    expect(tokens(MESSAGE, { ...mail, strip: ["headers"] })).not.toContain("~Subj");
    expect(() => tokens("", { rawNgrams: [4, 4] })).toThrow('rawNgrams: only mail has them, so they need as "mail"');
    expect(() => tokens("", { ...mail, rawNgrams: [5, 4] })).toThrow("raw n-grams: 5-4 is not a range");
    expect(() => tokens("", { ...mail, rawNgrams: 4 as never })).toThrow("rawNgrams: 4 is not a pair of numbers");
  });

  it("leaves out of news what mail programs wrote into the header", () => {
    const message = "Subject: a note\nX-Mozilla-Keys: work\n\nwords";
    expect(tokens(message, { as: "news" })).toEqual(["subject", "note", "words"]);
    expect(tokens(message, { as: "text" })).toContain("mozilla");
  });

  it("leaves out the parts of a message that are named", () => {
    expect(tokens(MESSAGE, { strip: ["headers", "footers", "quotes"] })).toEqual(["new", "words"]);
    expect(tokens(MESSAGE, { strip: ["headers"] })).not.toContain("subject");
    expect(tokens(MESSAGE, { strip: ["footers"] })).not.toContain("signature");
    expect(tokens(MESSAGE, { strip: ["quotes"] })).not.toContain("old");
  });

  it.each(["auto", "text"] as const)("leaves a letter whole as %s, and takes a message for one", (as) => {
    expect(tokens(LETTER, { strip: ["headers", "footers", "quotes"], as })).toEqual(tokens(LETTER, { as }));
    expect(tokens(MESSAGE, { strip: ["headers"], as })).not.toContain("subject");
  });

  it("treats the first paragraph as a header only if all documents are news", () => {
    expect(tokens(LETTER, { strip: ["headers"], as: "news" })).not.toContain("note");
    expect(tokens(MESSAGE, { strip: ["headers"], as: "news" })).not.toContain("subject");
    expect(tokens(LETTER, { strip: ["footers"], as: "news" })).not.toContain("signature");
  });

  it("finds a header in UTF-16, and behind a byte-order mark", () => {
    const utf16 = Buffer.from(`\ufeff${MESSAGE}`, "utf16le");
    expect(tokens(utf16, { strip: ["headers", "footers", "quotes"] })).toEqual(["new", "words"]);
    expect(tokens(`\ufeff${MESSAGE}`, { strip: ["headers", "footers", "quotes"] })).toEqual(["new", "words"]);
  });

  it("takes mail apart, which has encodings of its own", () => {
    const message =
      "Subject: =?utf-8?q?gr=C3=BC=C3=9Fe?=\nContent-Transfer-Encoding: quoted-printable\n\ncaf=E9 news\n";
    expect(tokens(message, { as: "mail" })).toEqual(["café", "news"]);
    expect(tokens(message, { as: "mail", fields: ["subject"] })).toEqual(["subject:grüße", "café", "news"]);
    const other = () => tokens(message, { as: "mail", encoding: "latin1" });
    expect(other).toThrow(UsageError);
    expect(other).toThrow('encoding: each part of a mail names its own, so "latin1" cannot be chosen: leave it out');
    const unnamed = () => tokens(message, { as: "mail", fields: ["two words"] });
    expect(unnamed).toThrow(/^fields: "two words" is not a name of a header field/);
  });

  it("never treats a corpus as mail unless told to", () => {
    const message =
      "Received: by a.example\nReturn-Path: <b@c.example>\nMIME-Version: 1.0\nContent-Type: text/html\n\n<p>d";
    expect(tokens(message)).toEqual(tokens(message, { as: "text" }));
    expect(tokens(message)).toContain("mime");
  });

  it("treats every document as a message if the form says so, otherwise those with a header", () => {
    const form = (as: DocumentForm) => isMessage(Buffer.from("no header"), { as });
    expect(DOCUMENT_FORMS.map(form)).toEqual([false, false, true, true]);
  });

  it("leaves out stop words, then stems, then makes n-grams of the rest", () => {
    const settings = { stopWords: "en", stem: "porter", ngrams: [1, 2] } as const;
    expect(tokens("the running of the horses", settings)).toEqual(["run", "hors", "run hors"]);
  });

  it("obeys the limits of length", () => {
    expect(tokens("a bb ccc dddd", { tokenLength: [1, 3] })).toEqual(["a", "bb", "ccc"]);
  });

  it.each<[string, Partial<TextSettings>, RegExp]>([
    ["form", { as: "pdf" as "text" }, /^as must be one of auto, text, news, mail, not "pdf"$/],
    ["part to strip", { strip: ["tail" as "headers"] }, /^strip must be one of headers, footers, quotes, not "tail"$/],
    ["encoding", { encoding: "utf-9" }, /^encoding: "utf-9" is unknown; use auto, latin1 or /],
    ["length", { tokenLength: [2, 1] }, /^token length: 2-1 is not a range of whole numbers from 1 to 1000$/],
    ["n-gram", { ngrams: [1, 99] }, /^ngrams: 1-99 is not a range of whole numbers from 1 to 8$/],
    ["language", { stopWords: "__proto__" }, /^stop words: there is no list for "__proto__"; /],
    ["stemmer", { stem: "constructor" }, /^stem: there is no stemmer "constructor"; /],
  ])("refuses a wrong %s with a UsageError that names the legal ones", (_, settings, message) => {
    const make = () => analyzerFor({ ...DEFAULT_SETTINGS, ...settings });
    expect(make).toThrow(UsageError);
    expect(make).toThrow(message);
  });
});

describe("isBinary", () => {
  it("recognizes binary documents by a NUL byte", () => {
    expect(isBinary(Buffer.from(""))).toBe(false);
    expect(isBinary(Buffer.from("\u0001text\u007f\n"))).toBe(false);
    expect(isBinary(Buffer.from("text\0"))).toBe(true);
  });
});

/** The terms of a text that are not those of the words alone. */
function added(text: string, settings: Partial<Settings>): string[] {
  const { tokenizer } = analyzerFor({ ...DEFAULT_SETTINGS, ...settings });
  const found: string[] = [];
  tokenizer(Buffer.from(text), (bytes, start, end) => found.push(Buffer.from(bytes.subarray(start, end)).toString()));
  const { tokenizer: plain } = analyzerFor({ ...DEFAULT_SETTINGS, ...settings, fields: [] });
  let words = 0;
  plain(Buffer.from(text), () => words++);
  return found.slice(words);
}

describe("terms of header fields", () => {
  it("come after all others: words and pairs of the named fields, each after the name of its field", () => {
    const text = "From: Ann <ann@b.example>\nSubject: Re: The red\n  Harbour\nSubject: twice\n\nSubject: no more\n";
    expect(added(text, { fields: ["subject"] })).toEqual([
      "subject:re",
      "subject:the",
      "subject:re the",
      "subject:red",
      "subject:the red",
      "subject:harbour",
      "subject:red harbour",
      "subject:twice",
    ]);
    expect(added(text, { fields: ["from", "x-none"] })).toEqual([
      "from:ann",
      "from:ann",
      "from:ann ann",
      "from:example",
      "from:ann example",
    ]);
  });

  it("are made of decoded words, as short as those of the text", () => {
    const text = "Subject: =?utf-8?q?caf=C3=A9?= a\n\nx";
    expect(added(text, { fields: ["subject"] })).toEqual(["subject:café"]);
    expect(added(text, { fields: ["subject"], tokenLength: [1, 9] })).toEqual([
      "subject:café",
      "subject:a",
      "subject:café a",
    ]);
  });

  it("are every second word of a field with takeHalf", () => {
    expect(added("Subject: one two three\n\n", { fields: ["subject"], takeHalf: true })).toEqual([
      "subject:one",
      "subject:three",
      "subject:one three",
    ]);
  });

  it("do not exist for a text without a header, or whose header is left out", () => {
    expect(added("A letter.\nSubject: none\n", { fields: ["subject"] })).toEqual([]);
    const analyzer = analyzerFor({ ...DEFAULT_SETTINGS, fields: ["subject"], strip: ["headers"] });
    const found: string[] = [];
    analyzer
      .read("Subject: red\n\nbody text\n")
      .tokens((bytes, start, end) => found.push(Buffer.from(bytes.subarray(start, end)).toString()));
    expect(found).toEqual(["body", "text"]);
  });

  it("have room for a subject of any length", () => {
    const long = "न".repeat(900);
    const terms = added(`Subject: ${`${long} `.repeat(9)}\n\n`, { fields: ["subject"], tokenLength: [1, 1000] });
    expect(new Set(terms)).toEqual(new Set([`subject:${long}`, `subject:${long} ${long}`]));
  });

  it.each([[["Subject"]], [["sub ject"]], [["a:b"]], [[""]]])("refuse %j for names of fields", (fields) => {
    expect(() => settingsFrom({ fields })).toThrow(UsageError);
    expect(() => settingsFrom({ fields })).toThrow(/^fields: ".*" is not a name of a header field/);
  });

  it("refuse anything but a list of names", () => {
    expect(() => settingsFrom({ fields: "subject" as unknown as string[] })).toThrow(
      'fields must be an array of names, not "subject"',
    );
  });
});
