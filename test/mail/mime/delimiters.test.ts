import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Delimiters, guessBoundary, MAX_BOUNDARY } from "../../../src/mail/mime/delimiters.js";
import { slowRuns } from "../../helpers/arbitraries.js";

fc.configureGlobal({ seed: 97 });

/** Every dividing line in order: its level, whether it ends the multipart, and its text. */
function divided(text: string, ...boundaries: string[]): string[] {
  const lines = new Delimiters(Buffer.from(text));
  for (const boundary of boundaries) lines.open(boundary);
  const found: string[] = [];
  for (lines.next(0); lines.level >= 0; lines.next(lines.end)) {
    found.push(`${lines.level} ${lines.isClosing} ${text.slice(lines.start, lines.end)}`);
  }
  return found;
}

describe("Delimiters", () => {
  it("finds lines that begin with a boundary and have nothing but white space after it", () => {
    const text = "--b\r\nx\n--b \t\n--bb\n --b\n--b x\n---b\n--b-\n--b--\r--b";
    expect(divided(text, "b")).toEqual(["0 false --b\r\n", "0 false --b \t\n", "0 true --b--\r", "0 false --b"]);
  });

  it("agrees with a search line by line", () => {
    const piece = fc.constantFrom("--", "b", "c", "-", "\n", "\r", "\r\n", " ", "x");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("");
        const lines = text.match(/[^\r\n]*(?:\r\n|\n|\r|$)/g) ?? [];
        const expected = lines.flatMap((line) => {
          const match = /^--(bc|b)(--)?[ \t]*[\r\n]*$/.exec(line);
          return match === null ? [] : `${match[1] === "b" ? 0 : 1} ${match[2] === "--"} ${line}`;
        });
        expect(divided(text, "b", "bc")).toEqual(expected);
      }),
      { numRuns: slowRuns(1000) },
    );
  });
});

describe("guessBoundary", () => {
  const NONE = [
    "-----\n\nhello\n-- \n\n|--b\nhello\n|-- \nNote: ann@alpha.example\n|--\n\nhello\n|",
    "----\nContent-Type: text/plain\n|x --b\n\n|--outer\n\n--b\n\n",
  ].flatMap((list) => list.split("|"));
  it.each<readonly [text: string, boundary: string | undefined]>([
    ["text\n--b\n\nhello", "b"],
    ["--=_1\r\nContent-Type: text/plain\r\n", "=_1"],
    ["--b \nX-Y: z", "b"],
    ["--\nContent-Type: text/plain\n\nhello\n----\n", ""],
    ...NONE.map((text) => [text, undefined] as const),
    [`--${"b".repeat(MAX_BOUNDARY + 1)}\n\n`, undefined],
    [`${"--x\ny\n".repeat(1000)}--b\n\n`, undefined],
  ])("finds in %.40j %s", (text, boundary) => {
    const bytes = Buffer.from(text);
    const outer = (line: number) => bytes.toString("latin1", line, line + 7) === "--outer";
    expect(guessBoundary(bytes, 0, outer)).toBe(boundary);
  });

  it("begins where it is told", () => {
    expect(guessBoundary(Buffer.from("--a\n\n--b\n\n"), 5, () => false)).toBe("b");
  });
});
