import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  answerLine,
  type Judgement,
  parseAnswer,
  parseResults,
  resultLine,
} from "../../../scripts/trec-jig/jig-lines.js";

const judgement = fc.constantFrom<Judgement>("ham", "spam");
const score = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0);

describe("lines of the jig", () => {
  it("are read as they were written, whatever a file is called", () => {
    const file = fc.string({ minLength: 1, unit: "binary" });
    const result = fc.record({ file, judge: judgement, class: judgement, score });
    fc.assert(
      fc.property(fc.array(result, { maxLength: 5 }), (results) => {
        const text = results.map(resultLine).join("");
        expect(text.split("\n")).toHaveLength(results.length + 1);
        expect(parseResults(text)).toEqual(results);
      }),
    );
    fc.assert(
      fc.property(judgement, score, (said, n) => {
        expect(parseAnswer(answerLine({ class: said, score: n }))).toEqual({ class: said, score: n });
      }),
    );
  });

  it("have the form that the track's programs read", () => {
    expect(resultLine({ file: "spam/a b%1", judge: "spam", class: "ham", score: -0.5 })).toBe(
      "spam/a%20b%251 judge=spam class=ham score=-0.5\n",
    );
    expect(answerLine({ class: "spam", score: 2.25 })).toBe("class=spam score=2.25 tfile=\n");
    expect(parseAnswer("class=SPAM score=1e-3 tfile=x\n")).toEqual({ class: "spam", score: 0.001 });
  });

  it("are no answer where the class or the score is missing", () => {
    for (const said of ["class=maybe score=1", "class=ham", "class=ham score=", "class=ham score=high"]) {
      expect(parseAnswer(said)).toBeUndefined();
    }
    expect([parseAnswer(""), parseAnswer("score=1 class=ham")]).toEqual([undefined, undefined]);
  });

  it("are refused by their number if they are of no result file", () => {
    expect(() => parseResults("a judge=ham class=ham score=1\na class=ham score=1\n")).toThrow(
      /^results, line 2: .* is not FILE judge=/,
    );
    expect(() => parseResults("a judge=ham class=ham\n")).toThrow(/^results, line 1: .* is not FILE judge=/);
  });
});
