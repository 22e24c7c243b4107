import { describe, expect, it } from "vitest";
import { analyzerFor, DOCUMENT_FORMS, isBinary, type TextSettings } from "../src/analyzer.js";
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
      expect(tokens(MESSAGE, { as })).toContain("subject");
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

  it("leaves out stop words, then stems, then makes n-grams of what is left", () => {
    const settings = { stopWords: "en", stem: "porter", ngrams: [1, 2] } as const;
    expect(tokens("the running of the horses", settings)).toEqual(["run", "hors", "run hors"]);
  });

  it("keeps what inner punctuation joins beside the words, if it is told to, out of stems and n-grams", () => {
    const settings = { tokens: "inner", stopWords: "en", stem: "porter", ngrams: [1, 2] } as const;
    expect(tokens("the over-running of horses' e-mails", settings)).toEqual([
      "run",
      "over-running",
      "hors",
      "run hors",
      "mail",
      "hors mail",
      "e-mails",
    ]);
  });

  it("makes terms of the characters of words beside the words, of those that stop and stem too", () => {
    const settings = { charNgrams: [4, 4], stopWords: "en", stem: "porter" } as const;
    expect(tokens("the cats", settings)).toEqual(["~|the", "~the|", "cat", "~|cat", "~cats", "~ats|"]);
  });

  it("makes sparse pairs of what stop words and stems leave, beside the n-grams", () => {
    const settings = { sparseBigrams: 3, stopWords: "en", stem: "porter", ngrams: [1, 2] } as const;
    expect(tokens("the cats of dogs", settings)).toEqual(["cat", "dog", "cat dog", "cat +1 dog"]);
  });

  it("makes terms of characters or of pairs alone, without the words", () => {
    expect(tokens("the cat", { tokens: "none", charNgrams: [4, 4] })).toEqual(["~|the", "~the|", "~|cat", "~cat|"]);
    expect(tokens("the cat", { tokens: "none", sparseBigrams: 2, stem: "porter" })).toEqual(["the +1 cat"]);
  });

  it("takes half of the words before anything is made of them, and half of what punctuation joins", () => {
    const text = "one two three four five";
    expect(tokens(text, { takeHalf: true })).toEqual(["one", "three", "five"]);
    expect(tokens(text, { takeHalf: true, ngrams: [2, 2] })).toEqual(["one three", "three five"]);
    expect(tokens("the dog and the cat", { takeHalf: true, stopWords: "en" })).toEqual(["cat"]);
    expect(tokens("a1.b1 c1.d1", { takeHalf: true, tokens: "inner" })).toEqual(["a1", "a1.b1", "c1"]);
  });

  it("makes no term that two kinds could have made", () => {
    const text = "the a-b running ~ing 1 +1 2 .net don't |a| over_the+1top e-mail";
    const kinds: Partial<TextSettings>[] = [
      { tokens: "words", ngrams: [1, 3] },
      { tokens: "none", charNgrams: [1, 8] },
      { tokens: "none", sparseBigrams: 10 },
    ];
    const made = kinds.map((kind) => new Set(tokens(text, { ...kind, tokenLength: [1, 256] })));
    const wholes = new Set(tokens(text, { tokens: "inner", tokenLength: [1, 256] }));
    for (const word of tokens(text, { tokenLength: [1, 256] })) wholes.delete(word);
    const sets = [...made, wholes];
    expect(sets.every((set) => set.size > 0)).toBe(true);
    expect(new Set(sets.flatMap((set) => [...set])).size).toBe(sets.reduce((sum, set) => sum + set.size, 0));
  });

  it("takes words of the lengths it is told", () => {
    expect(tokens("a bb ccc dddd", { tokenLength: [1, 3] })).toEqual(["a", "bb", "ccc"]);
  });

  it.each<[string, Partial<TextSettings>, RegExp]>([
    ["form", { as: "pdf" as "text" }, /^as: required one of auto, text, news, got "pdf"$/],
    [
      "part to strip",
      { strip: ["tail" as "headers"] },
      /^strip: required one of headers, footers, quotes, got "tail"$/,
    ],
    ["kind of token", { tokens: "lines" as "words" }, /^tokens: required one of words, inner, none, got "lines"$/],
    ["encoding", { encoding: "utf-9" }, /^encoding: required auto, latin1 or .*, got "utf-9"$/],
    [
      "choice of no terms",
      { tokens: "none" },
      /^tokens: required words or inner, or charNgrams or .*, got "none" alone$/,
    ],
    [
      "n-gram of no words",
      { tokens: "none", sparseBigrams: 5, ngrams: [1, 2] },
      /^ngrams: required tokens to make them of, words or inner, got 1-2 of "none"$/,
    ],
    [
      "list of stop words for characters",
      { tokens: "none", charNgrams: [3, 5], stopWords: "en" },
      /^stopWords: required terms of whole words, got "en" with characters alone$/,
    ],
    [
      "stemmer for characters",
      { tokens: "none", charNgrams: [3, 5], stem: "porter" },
      /^stem: required terms of whole words, got "porter" with characters alone$/,
    ],
    ["half", { takeHalf: 1 as unknown as boolean }, /^takeHalf: required true or false, got 1$/],
    [
      "pair of numbers",
      { charNgrams: [3] as unknown as [number, number] },
      /^charNgrams: required two numbers, \[from, to\], got \[3\]$/,
    ],
    ["number of characters", { charNgrams: [3, 99] }, /^character n-grams: required .*, got 3-99$/],
    ["window", { sparseBigrams: 1 }, /^sparse bigrams: required a window of 2 to 10 tokens, got 1$/],
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
