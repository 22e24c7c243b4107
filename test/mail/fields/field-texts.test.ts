import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FieldTexts, fieldTokens, MAX_TERM } from "../../../src/mail/fields/field-texts.js";
import { longWords } from "../../../src/mail/fields/part-fields.js";
import { tokenizer } from "../../../src/text/words/terms.js";

const terms = tokenizer({ tokenLength: [1, 256] });

function tokensOf(add: (texts: FieldTexts) => void): string[] {
  const texts = new FieldTexts();
  add(texts);
  const found: string[] = [];
  fieldTokens(terms)(texts.pieces, (bytes, start, end) => {
    found.push(Buffer.from(bytes.subarray(start, end)).toString());
  });
  return found;
}

describe("the pieces of a message", () => {
  it("give terms with the name of their field, and those of its texts without one", () => {
    const found = tokensOf((texts) => {
      texts.addText("subject", "Hello you");
      texts.addText("", "hello world");
      texts.addTerms("link", ["a.example", "two words"]);
      texts.addText("", Buffer.from("again"));
    });
    expect(found).toEqual([
      ...["subject:hello", "subject:you", "hello", "world"],
      ...["link:a.example", "link:two words", "again"],
    ]);
  });

  it("are none where there is nothing to add", () => {
    const texts = new FieldTexts();
    texts.addText("a", "");
    texts.addTerms("b", []);
    texts.addTerms("c", ["", "x".repeat(MAX_TERM + 1)]);
    expect(texts.pieces).toEqual([]);
  });

  it("leave out terms of more than MAX_TERM characters, and keep shorter ones", () => {
    const longest = "x".repeat(MAX_TERM);
    expect(tokensOf((texts) => texts.addTerms("c", [longest, `${longest}x`]))).toEqual([`c:${longest}`]);
  });

  it("have terms without line ends and NULs, and texts without NULs", () => {
    const texts = new FieldTexts();
    texts.addTerms("fact", ["a\r\nb", "c\0d"]);
    texts.addText("", "e\0f");
    texts.addText("", Buffer.from("\0g\0"));
    expect(texts.pieces.map(({ terms, text }) => terms ?? Buffer.from(text ?? "").toString())).toEqual([
      ["a b", "c d"],
      "e f",
      " g ",
    ]);
  });
});

it("counts the words of more than 40 bytes, wherever they stand", () => {
  const words = fc.array(fc.integer({ min: 0, max: 90 }).map((length) => "x".repeat(length)));
  fc.assert(
    fc.property(words, fc.constantFrom(" ", "\n", "\r\n", " \0 "), (words, blank) => {
      const expected = words.filter(({ length }) => length > 40).length;
      expect(longWords(Buffer.from(words.join(blank)))).toBe(expected);
    }),
  );
});
