import { describe, expect, it } from "vitest";
import { FieldTexts, fieldTokens, MAX_TERM } from "../../../src/mail/fields/field-texts.js";
import { tokenizer } from "../../../src/text/words/terms.js";
import type { TokenSink } from "../../../src/text/words/tokens.js";

const terms = tokenizer({ tokenLength: [1, 256] });

/** The tokens that are found, as strings. */
function collected(find: (sink: TokenSink) => void): string[] {
  const found: string[] = [];
  find((bytes, start, end) => {
    found.push(Buffer.from(bytes.subarray(start, end)).toString());
  });
  return found;
}

function tokensOf(add: (texts: FieldTexts) => void): string[] {
  const texts = new FieldTexts();
  add(texts);
  return collected((sink) => fieldTokens(terms)(texts.pieces, sink));
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
