import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEncodedWords } from "../../../src/mail/header/header-text.js";
import { formatParameter, formatText, joinParameters } from "../../../src/mail/header/header-value.js";
import { markedMessage } from "../../../src/mail/rewrite/marked-message.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 120 }),
  fc.constantFrom("a\nB: c", "a; model=x", 'a"b\\c', "\ud800", "=?utf-8?Q?x?=", "", " ", "日本".repeat(200)),
);

/** The value of a parameter as RFC 2045 and RFC 2231 have it read. */
function parsed(parameter: string): string {
  const [, extended] = /^label\*=utf-8''(.*)$/s.exec(parameter) ?? [];
  if (extended !== undefined) return decodeURIComponent(extended);
  const [, quoted] = /^label="(.*)"$/s.exec(parameter) ?? [];
  return quoted === undefined ? parameter.slice("label=".length) : quoted.replace(/\\(.)/g, "$1");
}

/** The beginning of a text, as long as a folder name can be, with lone surrogates replaced as UTF-8 does. */
function isBeginning(part: string, text: string): boolean {
  const whole = Buffer.from(text).toString();
  if (Buffer.byteLength(whole) <= 255) return part === whole;
  return whole.startsWith(part.replace(/\ufffd$/, "")) && Buffer.byteLength(part) > 250;
}

describe("formatParameter", () => {
  it("writes a token as it is, and quotes or encodes anything else", () => {
    const written = (text: string) => formatParameter("label", text);
    expect(["spam", "comp.os.linux"].map(written)).toEqual(["label=spam", "label=comp.os.linux"]);
    expect(["to do; later", ""].map(written)).toEqual(['label="to do; later"', 'label=""']);
    expect(written('a "b" \\')).toBe('label="a \\"b\\" \\\\"');
    expect(written("Grüße")).toBe("label*=utf-8''Gr%C3%BC%C3%9Fe");
    expect(written("a\r\nB: c")).toBe("label*=utf-8''a%0D%0AB%3A%20c");
  });

  it("can be read back, whatever it is, and never breaks a header", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parameter = formatParameter("label", text);
        expect(isBeginning(parsed(parameter), text)).toBe(true);
        expect(parameter).toMatch(/^[ -~]+$/);
        expect(parameter.length).toBeLessThan(998);
      }),
      EXAMPLES,
    );
  });
});

describe("joinParameters", () => {
  it("folds before the parameter that would make a line longer than 78 characters", () => {
    expect(joinParameters("X-A", ["a=b", "c=d"])).toBe("a=b; c=d");
    const name = "X-Thresher";
    const joined = joinParameters(name, ["a".repeat(30), "b".repeat(33), "c".repeat(76), "d".repeat(200), "e"]);
    const lines = `${name}: ${joined}`.split("\n");
    expect(lines.map((line) => line.length)).toEqual([78, 78, 202, 2]);
    const parts = joined.replaceAll("\n", "").split("; ");
    expect(parts.map((part) => part[0])).toEqual(["a", "b", "c", "d", "e"]);
  });
});

describe("formatText", () => {
  it("writes plain words as they are, and others as encoded words", () => {
    for (const plain of ["spam", "to do; later"]) expect(formatText(plain)).toBe(plain);
    expect(formatText("Grüße")).toBe("=?utf-8?B?R3LDvMOfZQ==?=");
    expect(formatText(" a")).toBe("=?utf-8?B?IGE=?=");
    expect(formatText("=?utf-8?Q?x?=")).toBe("=?utf-8?B?PT91dGYtOD9RP3g/PQ==?=");
  });

  it("can be read back, whatever it is, and never makes a line too long", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const value = formatText(text);
        const field = { name: "X-Text-Classification", value };
        const message = Buffer.from(markedMessage(Buffer.from(""), [field])).toString("latin1");
        expect(Math.max(...message.split("\n").map((line) => line.length))).toBeLessThanOrEqual(84);
        expect(isBeginning(decodeEncodedWords(value.replaceAll("\n", "")), text)).toBe(true);
      }),
      EXAMPLES,
    );
  });
});
