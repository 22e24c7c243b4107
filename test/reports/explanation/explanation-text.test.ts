import { describe, expect, it } from "vitest";
import { classificationJson } from "../../../src/reports/classification/classification-lines.js";
import { explanationJson, explanationText } from "../../../src/reports/explanation/explanation-text.js";
import { shownTerm, termLegend } from "../../../src/reports/explanation/term-text.js";
import { width } from "../../../src/reports/terminal/terminal.js";
import { sampleExplained } from "./explanation-sample.js";

const ALL = { rest: "prior", terms: 20 };

describe("an explanation for people", () => {
  it.each([40, 60, 80, 120])("fits a terminal of %d columns, however long a term is", (columns) => {
    const sample = sampleExplained();
    const { explanation } = sample;
    const terms = [{ term: "long".repeat(30), count: 12, contribution: 5 }, ...explanation.terms];
    const text = explanationText({ ...sample, explanation: { ...explanation, terms } }, ALL, { columns });
    expect(text.split("\n").filter((line) => width(line) > columns)).toEqual([]);
    expect(text).toContain("│█");
  });

  it("has no line for a rest that is nothing, and no sign for a term that is", () => {
    const { explanation } = sampleExplained();
    const nothing = { term: "and", count: 1, contribution: -0.001 };
    const sample = sampleExplained({ explanation: { ...explanation, prior: 1e-16, terms: [nothing] } });
    const text = explanationText(sample, { rest: "rest", terms: 20 });
    expect(text).not.toMatch(/^rest/m);
    expect(text).toMatch(/^and +0\.00 /m);
    expect(explanationText(sample, ALL)).toMatch(/^prior +0\.00 /m);
  });

  it("says that the odds are those before calibration", () => {
    const second = (calibrated: boolean) => explanationText(sampleExplained(), { ...ALL, calibrated }).split("\n")[1];
    expect(second(true)).toBe("spam is 518 times likelier than bad\\n\\u202ename, before calibration");
    expect(second(false)).toBe("spam is 518 times likelier than bad\\n\\u202ename");
  });

  it.each([
    [0, "spam and bad\\n\\u202ename are equally likely"],
    [7.5, "spam is 1,810 times likelier than bad\\n\\u202ename"],
    [-2.3, "bad\\n\\u202ename is 9.97 times likelier than spam"],
    [100, "spam is more than a million times likelier than bad\\n\\u202ename"],
    [Number.POSITIVE_INFINITY, "bad\\n\\u202ename is ruled out"],
    [Number.NEGATIVE_INFINITY, "spam is ruled out"],
  ])("puts log odds of %d into words", (margin, sentence) => {
    const { explanation } = sampleExplained();
    const text = explanationText(sampleExplained({ explanation: { ...explanation, margin } }), ALL);
    expect(text.split("\n")[1]).toBe(sentence);
  });

  it("shows infinite evidence as ∞", () => {
    const { explanation } = sampleExplained();
    const margin = Number.POSITIVE_INFINITY;
    const text = explanationText(sampleExplained({ explanation: { ...explanation, prior: margin, margin } }), ALL);
    expect(text).toMatch(/^prior +\+∞ .*█$/m);
    expect(text).toMatch(/^sum +\+∞$/m);
  });

  const TERMS = Array.from({ length: 15 }, (_, n) => `t${n}`);
  it.each([
    ["ham", ["prize"], true, "Without prize (1 of 6 terms) it would be ham."],
    ["ham", ["prize", "cash"], true, "prize, cash (2 of 6 terms) it would be ham; no smaller set changes the class."],
    ["ham", ["prize", "cash"], false, "with any one of these back it is spam again, but a smaller set may exist."],
    ["ham", TERMS, false, "t10, t11 and 3 more (15 of 6 terms) it would be ham; with any one of these back"],
    [undefined, [], true, "It stays spam whatever terms are removed."],
    [undefined, [], false, "No set of terms was found whose removal changes the class."],
  ])(
    "says which terms decide, and whether these are proven to be the fewest: %s, %j, %s",
    (label, terms, smallest, said) => {
      expect(explanationText(sampleExplained({ change: { label, terms, smallest } }), ALL)).toContain(said);
    },
  );

  it("says if the model knows no term", () => {
    const explanation = { ...sampleExplained().explanation, terms: [] };
    expect(explanationText(sampleExplained({ explanation }), ALL)).toMatch(/\nThe model knows none of its terms\.\n$/);
  });
});

it("an explanation as JSON has the classification, all terms, and the change that would change the answer", () => {
  const sample = sampleExplained();
  const { path, classification, explanation } = sample;
  expect(explanationJson(sample)).toEqual({
    ...classificationJson({ path, classification }),
    ...{ explanation, change: sample.change },
  });
  const change = { label: undefined, terms: [], smallest: true };
  expect(explanationJson(sampleExplained({ change }))).toMatchObject({ change: { ...change, label: null } });
});

describe("the legend of terms that are not words", () => {
  const legend = (...terms: readonly string[]) => termLegend(terms).map(({ text }) => text);

  it("is empty for words, neighbouring words and words of a field", () => {
    expect(legend("orbit", "the orbit", "subject:orbit", "don't", "c++", "a +b")).toEqual([]);
  });

  it("explains characters and pairs, each once", () => {
    const characters = "~abc: characters within a word; | marks its beginning or end";
    const pair = "a +2 b: two words, the second two places after the first";
    expect(legend("orbit", "~|orb", "~rbit")).toEqual([characters]);
    expect(legend("to +3 orbit", "~|orb")).toEqual([characters, pair]);
  });

  it("explains characters across words, whose blanks can be seen", () => {
    expect(legend("~orb", "~e or")).toEqual(["~a␣b: characters, also across words; ␣ is a blank"]);
    expect(["~e or ", "the orbit", "~|orb"].map(shownTerm)).toEqual(["~e␣or␣", "the orbit", "~|orb"]);
  });
});
