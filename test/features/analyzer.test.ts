import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { analyzerFor, isBinary, type TextSettings } from "../../src/features/analyzer.js";
import { RowBuilder } from "../../src/features/row-builder.js";
import { corpusTable } from "../../src/features/vocabulary.js";
import { DOCUMENT_FORMS, type DocumentForm, isMessage } from "../../src/mail/news.js";
import { DEFAULT_SETTINGS, type Settings } from "../../src/model/settings.js";
import type { TokenSink } from "../../src/text/words/tokens.js";

/** The tokens of a document, as words. */
function tokens(document: string | Uint8Array, settings: Partial<TextSettings> = {}): string[] {
  const { read } = analyzerFor({ ...DEFAULT_SETTINGS, ...settings });
  return collected((sink) => read(Buffer.from(document)).tokens(sink));
}

function collected(read: (sink: TokenSink) => void): string[] {
  const found: string[] = [];
  read((bytes, start, end) => found.push(Buffer.from(bytes.subarray(start, end)).toString()));
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

  it("reads the title and the visible text of a page of a web archive, in any form", () => {
    const html = "<title>Caf\xe9</title><style>p { margin: 0 }</style><p class=x>pri<b>ze</b><p hidden>unseen";
    const page = Buffer.from(`WARC-Type: response\nContent-Type: text/html; charset=iso-8859-1\n\n${html}`, "latin1");
    for (const as of ["auto", "text", "news"] as const) expect(tokens(page, { as })).toEqual(["café", "prize"]);
    expect(tokens(page, { as: "mail" })).toContain("prize");
    expect(tokens("WARC-Type: response\nContent-Type: text/html\n\n")).toEqual([]);
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
  });

  it("leaves out of news what mail programs wrote into the header", () => {
    const message = "Subject: a note\nX-Mozilla-Keys: work\n\nwords";
    expect(tokens(message, { as: "news" })).toEqual(["subject", "note", "words"]);
    expect(tokens(message, { as: "text" })).toContain("mozilla");
  });

  const ALL = ["headers", "footers", "quotes"] as const;

  it.each([
    ["headers", "subject"],
    ["footers", "signature"],
    ["quotes", "old"],
  ] as const)("leaves out %s of a message", (part, word) => {
    expect(tokens(MESSAGE, { strip: [part] })).not.toContain(word);
    expect(tokens(MESSAGE, { strip: ALL.filter((other) => other !== part) })).toContain(word);
  });

  it("finds a header in UTF-16, and behind a byte-order mark", () => {
    const forms = [Buffer.from(`\ufeff${MESSAGE}`, "utf16le"), `\ufeff${MESSAGE}`];
    for (const form of forms) expect(tokens(form, { strip: ALL })).toEqual(["new", "words"]);
  });

  it.each(["auto", "text"] as const)("leaves a letter whole as %s, and takes a message for one", (as) => {
    expect(tokens(LETTER, { strip: ALL, as })).toEqual(tokens(LETTER, { as }));
    expect(tokens(MESSAGE, { strip: ALL, as })).toEqual(["new", "words"]);
  });

  it("treats the first paragraph as a header only if all documents are news, or mail", () => {
    const form = (as: DocumentForm) => isMessage(Buffer.from("no header"), { as });
    expect(DOCUMENT_FORMS.map(form)).toEqual([false, false, true, true]);
    expect(tokens(LETTER, { strip: ["headers", "footers"], as: "news" })).toEqual(["new", "words"]);
  });

  it.each([
    ["a message", "From: a@b.example\nSubject: =?utf-8?q?Caf=C3=A9?= won't open\n\nNo mail. It's closed"],
    ["a text", "Subject to change: it's closed"],
  ])("finds the same terms of %s and its fields in a table of words", (_, text) => {
    const settings = { ...DEFAULT_SETTINGS, fields: ["subject"], tokens: "inner", ngrams: [1, 2] } as const;
    const read = analyzerFor({ ...settings, ngramBytes: 500 }).read(text);
    const [words, plain] = [corpusTable(true), corpusTable(false)].map((table) => new RowBuilder(table));
    words.add(read);
    plain.add({ tokens: read.tokens });
    expect(words.finishCounted()).toEqual(plain.finishCounted());
    expect(read.words?.pieces).toHaveLength(text.startsWith("From") ? 2 : 1);
  });

  it("takes mail apart, which has encodings of its own", () => {
    const message =
      "Subject: =?utf-8?q?gr=C3=BC=C3=9Fe?=\nContent-Transfer-Encoding: quoted-printable\n\ncaf=E9 news\n";
    expect(tokens(message, { as: "mail" })).toEqual(["café", "news"]);
    expect(tokens(message, { as: "mail", fields: ["subject"] })).toEqual(["subject:grüße", "café", "news"]);
  });

  it("never treats a corpus as mail unless told to", () => {
    expect(tokens("Return-Path: <b@c.example>\nMIME-Version: 1.0\nContent-Type: text/html\n\n<p>d")).toContain("mime");
  });

  it("leaves out stop words, then stems, then makes n-grams of the rest", () => {
    const settings = { stopWords: "en", stem: "porter", ngrams: [1, 2] } as const;
    expect(tokens("the running of the horses", settings)).toEqual(["run", "hors", "run hors"]);
  });

  it.each<[string, Partial<TextSettings>, RegExp]>([
    ["form", { as: "pdf" as "text" }, /^as must be one of auto, text, news, mail, not "pdf"$/],
    ["part to strip", { strip: ["tail" as "headers"] }, /^strip must be one of headers, footers, quotes, not "tail"$/],
    ["encoding", { encoding: "utf-9" }, /^encoding: "utf-9" is unknown; use auto, latin1 or /],
    ["length", { tokenLength: [2, 1] }, /^token length: 2-1 is not a range of whole numbers from 1 to 1000$/],
    [
      "encoding of mail",
      { as: "mail", encoding: "latin1" },
      /^encoding: each part of a mail names its own, so "latin1" /,
    ],
    ["field", { fields: ["Subject"] }, /^fields: "Subject" is not a name of a header field/],
    ["field", { as: "mail", fields: ["two words"] }, /^fields: "two words" is not a name of a header field/],
    ["field", { fields: ["a:b"] }, /^fields: "a:b" is not a name of a header field/],
    ["form for raw n-grams", { rawNgrams: [4, 4] }, /^rawNgrams: only mail has them, so they need as "mail"/],
    ["raw n-gram", { as: "mail", rawNgrams: [5, 4] }, /^raw n-grams: 5-4 is not a range/],
    ["raw n-gram", { as: "mail", rawNgrams: 4 as never }, /^rawNgrams: 4 is not a pair of numbers/],
    ["list of fields", { fields: "subject" as never }, /^fields must be an array of names, not "subject"$/],
  ])("refuses a wrong %s with a UsageError that names the legal ones", (_, settings, message) => {
    const make = () => analyzerFor({ ...DEFAULT_SETTINGS, ...settings });
    expect(make).toThrow(UsageError);
    expect(make).toThrow(message);
  });
});

it("takes documents with a NUL byte for binary", () => {
  expect(["", "\u0001text\u007f\n", "text\0"].map((text) => isBinary(Buffer.from(text)))).toEqual([false, false, true]);
});

/** The terms of a text that are not those of the words alone. */
function added(text: string, settings: Partial<Settings>): string[] {
  const [all, words] = [settings, { ...settings, fields: [] }].map((some) =>
    collected((sink) => analyzerFor({ ...DEFAULT_SETTINGS, ...some }).tokenizer(Buffer.from(text), sink)),
  );
  return all.slice(words.length);
}

describe("terms of header fields", () => {
  it("come after all others: words and pairs of the named fields, each after the name of its field", () => {
    const text = "From: Ann <ann@b.example>\nSubject: Re: The red\n  Harbour\nSubject: twice\n\nSubject: no more\n";
    expect(added(text, { fields: ["subject"] }).join(", ")).toBe(
      "subject:re, subject:the, subject:re the, subject:red, subject:the red, subject:harbour, subject:red harbour, subject:twice",
    );
    expect(added(text, { fields: ["from", "x-none"] }).join(", ")).toBe(
      "from:ann, from:ann, from:ann ann, from:example, from:ann example",
    );
  });

  it("are made of decoded words, as short as those of the text", () => {
    const text = "Subject: =?utf-8?q?caf=C3=A9?= a\n\nx";
    expect(added(text, { fields: ["subject"] })).toEqual(["subject:café"]);
    const all = ["subject:café", "subject:a", "subject:café a"];
    expect(added(text, { fields: ["subject"], tokenLength: [1, 9] })).toEqual(all);
  });

  it("are every second word of a field with takeHalf", () => {
    const half = ["subject:one", "subject:three", "subject:one three"];
    expect(added("Subject: one two three\n\n", { fields: ["subject"], takeHalf: true })).toEqual(half);
  });

  it("do not exist for a text without a header, or whose header is left out", () => {
    expect(added("A letter.\nSubject: none\n", { fields: ["subject"] })).toEqual([]);
    const settings = { fields: ["subject"], strip: ["headers"] } as const;
    expect(tokens("Subject: red\n\nbody text\n", settings)).toEqual(["body", "text"]);
  });

  it("have room for a subject of any length", () => {
    const long = "न".repeat(900);
    const terms = added(`Subject: ${`${long} `.repeat(9)}\n\n`, { fields: ["subject"], tokenLength: [1, 1000] });
    expect(new Set(terms)).toEqual(new Set([`subject:${long}`, `subject:${long} ${long}`]));
  });
});
