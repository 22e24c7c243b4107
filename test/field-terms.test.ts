import { describe, expect, it } from "vitest";
import { analyzerFor } from "../src/analyzer.js";
import { UsageError } from "../src/errors.js";
import { DEFAULT_SETTINGS, type Settings, settingsFrom } from "../src/settings.js";

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
  it("are the words and pairs of the fields that are named, marked, after all others", () => {
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

  it("are those of decoded words, and of words as short as the text's", () => {
    const text = "Subject: =?utf-8?q?caf=C3=A9?= a\n\nx";
    expect(added(text, { fields: ["subject"] })).toEqual(["subject:café"]);
    expect(added(text, { fields: ["subject"], tokenLength: [1, 9] })).toEqual([
      "subject:café",
      "subject:a",
      "subject:café a",
    ]);
  });

  it("are every second word of a field where half of the words are taken", () => {
    expect(added("Subject: one two three\n\n", { fields: ["subject"], takeHalf: true })).toEqual([
      "subject:one",
      "subject:three",
      "subject:one three",
    ]);
  });

  it("are none of a text that begins with no header, or whose header is left out", () => {
    expect(added("A letter.\nSubject: none\n", { fields: ["subject"] })).toEqual([]);
    const { text, tokenizer } = analyzerFor({ ...DEFAULT_SETTINGS, fields: ["subject"], strip: ["headers"] });
    const found: string[] = [];
    tokenizer(text(Buffer.from("Subject: red\n\nbody text\n")), (bytes, start, end) =>
      found.push(Buffer.from(bytes.subarray(start, end)).toString()),
    );
    expect(found).toEqual(["body", "text"]);
  });

  it("have room for a subject of any length", () => {
    const long = "語".repeat(900);
    const terms = added(`Subject: ${`${long} `.repeat(9)}\n\n`, { fields: ["subject"], tokenLength: [1, 1000] });
    expect(new Set(terms)).toEqual(new Set([`subject:${long}`, `subject:${long} ${long}`]));
  });

  it.each([[["Subject"]], [["sub ject"]], [["a:b"]], [[""]]])("refuse %j for names of fields", (fields) => {
    expect(() => settingsFrom({ fields })).toThrow(UsageError);
    expect(() => settingsFrom({ fields })).toThrow(
      /^fields: required names of header fields in lower case, such as subject, got "/,
    );
  });

  it("refuse what is no list of names", () => {
    expect(() => settingsFrom({ fields: "subject" as unknown as string[] })).toThrow(
      'fields: required an array of names, got "subject"',
    );
  });
});
