import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_TERM, MarkedText, markedTerms, unmarkedText } from "../../src/text/marked-text.js";
import type { Tokenizer } from "../../src/text/tokenizer.js";
import { words } from "../../src/text/words.js";

fc.configureGlobal({ seed: 31 });

const terms = words({ minLength: 1 });

function tokensOf(text: Uint8Array, tokenizer: Tokenizer = markedTerms(terms)): string[] {
  const found: string[] = [];
  tokenizer(text, (bytes, start, end) => {
    found.push(Buffer.from(bytes.subarray(start, end)).toString());
  });
  return found;
}

function built(build: (text: MarkedText) => void): Uint8Array {
  const text = new MarkedText();
  build(text);
  return text.finish();
}

describe("a marked text", () => {
  it("gives the terms of each piece its mark, and those of what has none as they are", () => {
    const text = built((pieces) => {
      pieces.addText("subject", "Hello you");
      pieces.addText("", "hello world");
      pieces.addTerms("link", ["a.example", "two words"]);
      pieces.addText("", Buffer.from("again"));
    });
    expect(tokensOf(text)).toEqual([
      ...["subject:hello", "subject:you", "hello", "world"],
      ...["link:a.example", "link:two words", "again"],
    ]);
  });

  it("begins anew with every text", () => {
    const pieces = new MarkedText();
    pieces.addText("", "one");
    const first = pieces.finish();
    pieces.addText("", "two");
    expect(tokensOf(pieces.finish())).toEqual(["two"]);
    expect(tokensOf(first)).toEqual(["one"]);
  });

  it("has no pieces of nothing", () => {
    const text = built((pieces) => {
      pieces.addText("a", "");
      pieces.addTerms("b", []);
      pieces.addTerms("c", ["", "x".repeat(MAX_TERM + 1)]);
    });
    expect(text.length).toBe(0);
  });

  it("leaves out terms that are longer than any, and no shorter ones", () => {
    const longest = "x".repeat(MAX_TERM);
    expect(tokensOf(built((pieces) => pieces.addTerms("c", [longest, `${longest}x`])))).toEqual([`c:${longest}`]);
  });

  it("keeps a term in one line, and has no NUL", () => {
    const text = built((pieces) => {
      pieces.addTerms("fact", ["a\r\nb", "c\0d"]);
      pieces.addText("", "e\0f");
      pieces.addText("", Buffer.from("\0g\0"));
    });
    expect(tokensOf(text)).toEqual(["fact:a b", "fact:c d", "e", "f", "g"]);
    expect(text.includes(0)).toBe(false);
  });

  it("is a text without a mark if it has no pieces", () => {
    expect(tokensOf(Buffer.from("subject:\nplain words"))).toEqual(["subject", "plain", "words"]);
    expect(tokensOf(new Uint8Array())).toEqual([]);
  });

  it("tells what has no mark from the rest", () => {
    const text = built((pieces) => {
      pieces.addText("subject", "hello");
      pieces.addText("", "one");
      pieces.addTerms("link", ["a.example"]);
      pieces.addText("", "two");
    });
    expect(Buffer.from(unmarkedText(text)).toString()).toBe("one\ntwo\n");
  });

  it("has the terms of its pieces, whatever is in them", () => {
    const content = fc.oneof(
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.string({ unit: fc.constantFrom("a", "b", ":", "\n", "\0", "\u00ff", "\u00fe", " ", "é") }),
      fc.constantFrom("a".repeat(5000), "a b ".repeat(10_000)),
    );
    const piece = fc.record({ isText: fc.boolean(), mark: fc.constantFrom("", "a", "from", "x-y"), content });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = built((marked) => {
          for (const { isText, mark, content } of pieces) {
            if (isText) marked.addText(mark, content);
            else marked.addTerms(mark, [content]);
          }
        });
        const expected = pieces.flatMap(({ isText, mark, content }) => {
          const plain = Buffer.from(content.replaceAll("\0", " "));
          const own = isText ? tokensOf(plain, terms) : linesOf(content);
          return own.map((term) => (mark === "" ? term : `${mark}:${term}`));
        });
        expect(tokensOf(text)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });
});

function linesOf(term: string): string[] {
  if (term === "" || term.length > MAX_TERM) return [];
  return [Buffer.from(term.replace(/[\r\n]+/g, " ").replaceAll("\0", " ")).toString()];
}
