import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beginsWithHeader, STRIPPABLE, type Strippable, stripMessage } from "../../src/mail/news.js";
import { EXAMPLES, slowRuns } from "../helpers/arbitraries.js";

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
const strip = (text: string, ...parts: Strippable[]) => latin1(stripMessage(bytesOf(text), parts));

/** The characters that Python's `str.strip` removes, as far as they are ASCII. */
const BLANK = "\t\n\v\f\r \x1c\x1d\x1e\x1f";

function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANK.includes(text[start])) start++;
  while (end > start && BLANK.includes(text[end - 1])) end--;
  return text.slice(start, end);
}

/**
 * A plain implementation of the rules of scikit-learn's loader, for LF and CRLF. If it strips headers, the text must have
 * a blank line after the header.
 */
function stripPlainly(text: string, parts: readonly Strippable[]): string {
  let rest = text;
  if (parts.includes("headers")) {
    const cuts = ["\n\n", "\n\r\n"].map((blank) => ({ at: rest.indexOf(blank), length: blank.length }));
    const first = cuts.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
    rest = first.length === 0 ? "" : rest.slice(first[0].at + first[0].length);
  }
  if (parts.includes("footers")) {
    const lines = trimmed(rest).split("\n");
    let last = lines.length - 1;
    while (last > 0 && trimmed(lines[last]).replaceAll("-", "") !== "") last--;
    if (last > 0) rest = lines.slice(0, last).join("\n");
  }
  if (parts.includes("quotes")) {
    const phrases = ["writes in", "writes:", "wrote:", "says:", "said:"];
    const beginnings = ["In article", "Quoted from", "|", ">"];
    rest = rest
      .split("\n")
      .filter((line) => !phrases.some((phrase) => line.includes(phrase)))
      .filter((line) => !beginnings.some((beginning) => line.startsWith(beginning)))
      .join("\n");
  }
  return rest;
}

const POST = `From: ann@alpha.example (Ann)
Subject: Re: Clutch slips when hot
Organization: Alpha

In article <1@beta.example>, bob@beta.example writes:
> Has anybody seen this?
> It slips.
Yes. Change the fluid first.

It cost me an afternoon.
| an older quotation
--
Ann
`;

const BODY = "Yes. Change the fluid first.\n\nIt cost me an afternoon.";

describe("stripMessage", () => {
  it.each<[parts: Strippable[], rest: string]>([
    [["headers"], POST.slice(POST.indexOf("In article"))],
    [["footers"], POST.slice(0, POST.indexOf("\n--\nAnn"))],
    [["quotes"], POST.replace(/^(?:In article|>|\|).*\n/gm, "")],
    [["headers", "footers", "quotes"], BODY],
    [["quotes", "footers", "headers"], BODY],
  ])("leaves out %j", (parts, rest) => {
    expect(strip(POST, ...parts)).toBe(rest);
  });

  it("treats CRLF as it treats LF", () => {
    const crlf = POST.replaceAll("\n", "\r\n");
    expect(strip(crlf, "headers", "footers", "quotes").replaceAll("\r\n", "\n").trimEnd()).toBe(BODY);
  });

  it("leaves nothing of a header without a body, and all of a text without a header", () => {
    for (const text of ["From: a@b.example\nSubject: a\n", "From: a@b.example\nSubject: a\n\n", ""]) {
      expect(strip(text, "headers")).toBe("");
    }
    expect(strip("Dear Ann,\nhow are you?\n\nBob", "headers")).toBe("Dear Ann,\nhow are you?\n\nBob");
  });

  const WHOLE = ["  one line only  ", "one\ntwo\n", "--\nAnn\nAlpha\n", "\n\n \n\t\n", ""];
  it.each(WHOLE)("keeps a message without a signature, or without anything else: %j", (text) => {
    expect(strip(text, "footers")).toBe(text);
  });

  it("keeps all bytes that are not ASCII", () => {
    const every = Uint8Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte !== 0x0a);
    const stripped = stripMessage(Uint8Array.from([...bytesOf("A: b\n\n"), ...every]), ["headers", "quotes"]);
    expect(Uint8Array.from(stripped)).toEqual(every);
  });

  it("returns the same object if no part is to be left out", () => {
    const message = bytesOf(POST);
    expect(stripMessage(message, [])).toBe(message);
  });

  it.each([" ", "\t", "\n", "\n\r", "-", "- ", "-\n", "writes "])(
    "agrees with a plain implementation on a long run of %j in every place",
    (piece) => {
      const run = piece.repeat(2 ** 15 / piece.length);
      for (const rest of [run, `x${run}x`, `A: b\n\n${run}x`, `text\n${run}`, `text\n${run}x`, `${run}x\n--\nAnn`]) {
        for (const part of STRIPPABLE) {
          const text = part === "headers" ? `A: b\n\n${rest}` : rest;
          // Compared as a boolean: a difference of megabytes would take minutes to print.
          const isSame = strip(text, part) === stripPlainly(text, [part]);
          expect(isSame, `${part} of ${JSON.stringify(text.slice(0, 20))}…`).toBe(true);
        }
      }
    },
  );

  const PIECES = [
    ..."\n\n\n\r -->|x\té\u001c\u001f\u0085\u00a0",
    ...["\n\n", "\r\n", "\n\r\n", "--\n", "\n--\n", "A: b\n"],
    ..."In article|Quoted from|writes in|writes:|wrote:|says:|said:|writes".split("|"),
  ];

  it("agrees with a plain implementation for every choice of parts", () => {
    const body = fc.array(fc.constantFrom(...PIECES), { maxLength: 16 }).map((pieces) => pieces.join(""));
    const header = fc.constantFrom("A: b\n\n", "From a\nA: b\n c\r\nNote: d\r\n\r\n");
    fc.assert(
      fc.property(header, body, fc.shuffledSubarray([...STRIPPABLE]), (header, body, parts) => {
        const text = parts.includes("headers") ? header + body : body;
        expect(strip(text, ...parts)).toBe(stripPlainly(text, parts));
      }),
      { ...EXAMPLES, numRuns: slowRuns(800) },
    );
  });
});

describe("beginsWithHeader", () => {
  it.each([
    POST,
    "From: a@b.example\n\ntext",
    "Subject: only\n",
    "subject: lower case\n\n",
    "X-Trace: 1\nDate: today\n\ntext",
    "From ann@alpha.example Mon Jan 1 00:00:00 1996\nReceived: x\n\n",
    "Path: a!b\r\nNewsgroups: sci.example\r\n\r\ntext",
    "To: b",
    `X-Long: ${"x".repeat(5000)}\nTo: b\n\n`,
  ])("returns true for %j", (text) => {
    expect(beginsWithHeader(bytesOf(text))).toBe(true);
  });

  it.each([
    "",
    "\nFrom: a@b.example\n\n",
    " From: a@b.example\n",
    "Note: buy milk\n\nSubject: not in the header",
    "Note: buy milk\r\n\r\nSubject: not in the header",
    "Dear Ann,\nSubject: is below\n",
    "From here on it is text\n\ntext",
    "12: a\nFrom: b\n\n",
    "Re; no\nFrom: b",
  ])("returns false for %j", (text) => {
    expect(beginsWithHeader(bytesOf(text))).toBe(false);
  });

  it("searches only the beginning of a large file", () => {
    expect(beginsWithHeader(bytesOf(`X-A: ${"x".repeat(2 ** 21)}\nFrom: b\n\n`))).toBe(false);
  });
});
