import { describe, expect, it } from "vitest";
import { analyzerFor, asItStands, DOCUMENT_FORMS, isBinary, isMessage, type TextSettings } from "../src/analyzer.js";
import { UsageError } from "../src/errors.js";
import { DEFAULT_SETTINGS } from "../src/settings.js";

/** The tokens of a document, as words. */
function tokens(document: string | Uint8Array, settings: Partial<TextSettings> = {}): string[] {
  const analyzer = analyzerFor({ ...DEFAULT_SETTINGS, ...settings });
  const found: string[] = [];
  analyzer.tokenizer(analyzer.text(Buffer.from(document)), (bytes, start, end) => {
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

  it("leaves nothing out unless it is told to", () => {
    for (const as of DOCUMENT_FORMS) {
      expect(tokens(MESSAGE, { as })).toContain("signature");
      // Of mail, the names of fields are no words.
      if (as !== "mail") expect(tokens(MESSAGE, { as })).toContain("subject");
    }
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

  it("takes the first paragraph of a text for a header only if it is told that all documents are news", () => {
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
    expect(other).toThrow(
      'encoding: required auto with mail, whose parts each name their own, got "latin1": leave it out',
    );
    const unnamed = () => tokens(message, { as: "mail", fields: ["two words"] });
    expect(unnamed).toThrow(/^fields: required names of header fields in lower case, such as subject, got "two words"/);
  });

  it("never takes a corpus for mail by itself", () => {
    const message =
      "Received: by a.example\nReturn-Path: <b@c.example>\nMIME-Version: 1.0\nContent-Type: text/html\n\n<p>d";
    expect(tokens(message)).toEqual(tokens(message, { as: "text" }));
    expect(tokens(message)).toContain("mime");
  });

  it("shows mail as it stands in its file, nothing left out", () => {
    const settings = { ...DEFAULT_SETTINGS, as: "mail", strip: ["quotes"], fields: [] } as const;
    expect(asItStands(settings)).toEqual({ ...settings, as: "news", strip: [] });
    expect(asItStands(DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS);
    expect(isMessage(Buffer.from("no header"), { as: "mail" })).toBe(true);
    expect(isMessage(Buffer.from("no header"), { as: "text" })).toBe(false);
  });

  it("leaves out stop words, then stems, then makes n-grams of what is left", () => {
    const settings = { stopWords: "en", stem: "porter", ngrams: [1, 2] } as const;
    expect(tokens("the running of the horses", settings)).toEqual(["run", "hors", "run hors"]);
  });

  it("takes words of the lengths it is told", () => {
    expect(tokens("a bb ccc dddd", { tokenLength: [1, 3] })).toEqual(["a", "bb", "ccc"]);
  });

  it.each<[string, Partial<TextSettings>, RegExp]>([
    ["form", { as: "pdf" as "text" }, /^as: required one of auto, text, news, mail, got "pdf"$/],
    [
      "part to strip",
      { strip: ["tail" as "headers"] },
      /^strip: required one of headers, footers, quotes, got "tail"$/,
    ],
    ["encoding", { encoding: "utf-9" }, /^encoding: required auto, latin1 or .*, got "utf-9"$/],
    ["length", { tokenLength: [2, 1] }, /^token length: required .*, got 2-1$/],
    ["n-gram", { ngrams: [1, 99] }, /^ngrams: required .*, got 1-99$/],
    ["language", { stopWords: "__proto__" }, /^stop words: required a language of .*, got "__proto__"$/],
    ["stemmer", { stem: "constructor" }, /^stem: required one of .*, got "constructor"$/],
  ])("refuses a wrong %s with a UsageError that names the legal ones", (_, settings, message) => {
    const make = () => analyzerFor({ ...DEFAULT_SETTINGS, ...settings });
    expect(make).toThrow(UsageError);
    expect(make).toThrow(message);
  });
});

describe("isBinary", () => {
  it("is what no text has: a NUL", () => {
    expect(isBinary(Buffer.from(""))).toBe(false);
    expect(isBinary(Buffer.from("\u0001text\u007f\n"))).toBe(false);
    expect(isBinary(Buffer.from("text\0"))).toBe(true);
  });
});
