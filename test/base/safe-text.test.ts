import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapedText, safeJson, safeStack, safeText, withoutPasswords } from "../../src/base/safe-text.js";
import { EXAMPLES } from "../helpers/arbitraries.js";

const RUNS = { ...EXAMPLES, numRuns: 1000 };

/**
 * Characters that must never be printed: control characters, separators of lines and paragraphs,
 * marks of direction, what is invisible by its nature, and halves of characters.
 */
const UNSAFE =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u00ad\u200b-\u200d\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0001}\u{e0020}-\u{e007f}\p{Cs}]/u;

/** Strings with many dangerous characters, and with the characters of escapes. */
const part = fc.oneof(
  fc.constantFrom(...'\\nu\n\r\t\0\u007f\u009b\u202e\u2066\u2028\u2029\u200b\u200f\ufeff𝒜é"\u{e0041}\u061c'),
  fc.constantFrom("u0007", "\u001b[2J", "\ud800", "\udfff"),
  fc.string({ unit: "binary", maxLength: 3 }),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
);
const dangerous = fc.array(part, { maxLength: 10 }).map((parts) => parts.join(""));

describe("safeText", () => {
  it("leaves no control character, no mark of direction and nothing invisible", () => {
    fc.assert(
      fc.property(dangerous, (text) => {
        expect(safeText(text)).not.toMatch(UNSAFE);
        expect(escapedText(text)).not.toMatch(UNSAFE);
      }),
      RUNS,
    );
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (UNSAFE.test(character) && UNSAFE.test(safeText(character))) expect.fail(`U+${code.toString(16)} survives`);
    }
  });

  it("shows what was there as escapes, and leaves everything else as it is", () => {
    const escapes = "a\\nb\\r\\tc\\u0000\\u001b[31m\\u202e\\u2028\\ud800";
    expect(safeText("a\nb\r\tc\u0000\u001b[31m\u202e\u2028\ud800")).toBe(escapes);
    for (const text of ["", "plain", 'Grüße, 漢字 𝒜𝒷 é \\ " 🎉', "العربية עברית"]) expect(safeText(text)).toBe(text);
  });
});

describe("safeStack", () => {
  it("has the stacks of an error and of its cause, with no unsafe character and one line for each message", () => {
    const cause = new Error("no \u009b31m file\nthresher: all is well");
    const error = new TypeError("bad\u001b[31m\u202e name", { cause });
    const lines = safeStack(error).split("\n");
    expect(lines[0]).toBe("TypeError: bad\\u001b[31m\\u202e name");
    expect(lines.filter((line) => !/^ {4}at /.test(line)).slice(1)).toEqual([
      "caused by Error: no \\u009b31m file\\nthresher: all is well",
    ]);
    expect(safeStack("no\u001berror")).toBe("no\\u001berror");
  });
});

describe("withoutPasswords", () => {
  it("leaves out the user and the password of an address, with or without a scheme", () => {
    for (const [text, shown] of [
      ["redis://:secret@host:6379/mail", "redis://…@host:6379/mail"],
      ["rediss://me:sec@ret@host", "rediss://…@host"],
      ['leave out ":secret@host:6379"', 'leave out "…@host:6379"'],
      ["--share=me:se/cret@host", "--share=…@host"],
      ["no host in https://me:secret@host/x y", "no host in https://…@host/x y"],
    ]) {
      expect(withoutPasswords(text)).toBe(shown);
    }
    for (const text of ["redis://host:6379/mail", "ann@example.org", "a: b @c", "inbox.mbox#1"]) {
      expect(withoutPasswords(text)).toBe(text);
    }
  });
});

describe("escapedText", () => {
  it("gives different texts for different texts, and the original can be got back", () => {
    fc.assert(
      fc.property(dangerous, dangerous, (a, b) => {
        expect(unescaped(escapedText(a))).toBe(a);
        expect(escapedText(a) === escapedText(b)).toBe(a === b);
      }),
      RUNS,
    );
    expect(escapedText("a\\nb")).not.toBe(escapedText("a\nb"));
  });
});

describe("safeJson", () => {
  it("is JSON of the same value, with nothing unsafe in it", () => {
    // JSON has no -0.
    const value = fc.jsonValue().map((json) => JSON.parse(JSON.stringify(json)));
    const values = fc.oneof(value, dangerous, fc.dictionary(dangerous, dangerous), fc.array(dangerous));
    fc.assert(
      fc.property(values, fc.constantFrom(undefined, 2), (value, indent) => {
        const json = safeJson(value, indent);
        expect(JSON.parse(json)).toEqual(value);
        expect(json.replaceAll("\n", "")).not.toMatch(UNSAFE);
        if (indent === undefined) expect(json).not.toContain("\n");
      }),
      RUNS,
    );
  });

  it("is what JSON.stringify gives where nothing is unsafe, also of a property named __proto__", () => {
    const value = { list: [1, "é漢𝒜", null, true], nested: { "a b": "\n\t\\" } };
    for (const json of [JSON.stringify(value), '{"__proto__":1,"constructor":2}']) {
      expect(safeJson(JSON.parse(json))).toBe(json);
    }
  });

  it("with an indent has what holds others on lines of its own, and what holds none on one", () => {
    const json = `{
  "figure": 0.5,
  "matrix": [
    [1, 2],
    [3, null]
  ],
  "none": {
    "list": [],
    "object": {}
  },
  "items": [
    { "id": "a b", "run": 0 }
  ]
}`;
    const value = { absent: undefined, ...JSON.parse(json) };
    value.items[0].missing = undefined;
    expect(safeJson(value, 2)).toBe(json);
    for (const plain of [1, "é", null, [], {}]) expect(safeJson(plain, 2)).toBe(JSON.stringify(plain));
  });
});

/** The inverse of `escapedText`. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|(.))/gu, (_, code, letter) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return { n: "\n", r: "\r", t: "\t" }[letter as string] ?? letter;
  });
}
