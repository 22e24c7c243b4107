import { describe, expect, it } from "vitest";
import { explanationText } from "../../src/reports/explanation-text.js";
import { width } from "../../src/reports/table.js";
import { sampleExplained } from "./explanation-sample.js";

const ALL = { rest: "prior", terms: 20 };

describe("an explanation for people", () => {
  it("is the answer, the sum that led to it and what would have to be different", () => {
    expect(explanationText(sampleExplained(), { rest: "prior", terms: 3 })).toMatchInlineSnapshot(`
      "inbox/\\u001b[31m: spam, probability 0.998
      spam before bad\\n\\u202ename by 6.25 nats: odds of 518 to 1

      + for spam, - for bad\\n\\u202ename
                       nats
      prior           -0.50       ███│
      prize ×3        +4.50          │█████████████████████████████
      letter          -1.25  ████████│
      \\u202eevil ×2   +3.00          │███████████████████
      2 more for      +1.25
      1 more against  -0.75
      sum             +6.25

      Without prize, \\u202eevil (2 of 6 terms) it would be bad\\n\\u202ename; with fewer left out it stays spam.
      "
    `);
  });

  it("gives every term a line where there are no more than asked for", () => {
    const text = explanationText(sampleExplained(), ALL);
    expect(text).not.toContain("more");
    expect(text).toMatch(/^urgent +\+0\.50 /m);
    expect(explanationText(sampleExplained(), { rest: "rest", terms: 0 })).toMatch(
      /^rest .*\n4 more for +\+8\.75\n2 more against +-2\.00\nsum /m,
    );
  });

  it.each([40, 60, 80, 120])("fits a terminal of %d columns, however long a term is", (columns) => {
    const sample = sampleExplained();
    const { explanation } = sample;
    const terms = [{ term: "long".repeat(30), count: 12, contribution: 5 }, ...explanation.terms];
    const text = explanationText({ ...sample, explanation: { ...explanation, terms } }, ALL, { columns });
    expect(text.split("\n").filter((line) => width(line) > columns)).toEqual([]);
    expect(text).toContain("│█");
  });

  it("does without bars where there is no room for them", () => {
    expect(explanationText(sampleExplained(), ALL, { columns: 30 })).not.toContain("│");
  });

  it("has colours if the terminal has, and is the same text without them", () => {
    const coloured = explanationText(sampleExplained(), ALL, { colour: true });
    expect(coloured).toContain("\u001b[1msum\u001b[22m");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the codes are what it takes out
    expect(coloured.replace(/\u001b\[\d+m/g, "")).toBe(explanationText(sampleExplained(), ALL));
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

  it("writes large numbers as others are written", () => {
    const { explanation } = sampleExplained();
    const terms = [{ term: "launch", count: 1, contribution: 10_000_610.878 }];
    const sample = sampleExplained({ explanation: { ...explanation, margin: 20_000_828.77, terms } });
    const text = explanationText(sample, ALL);
    expect(text).toContain("by 20,000,828.77 nats: odds of 10^8,686,250 to 1");
    expect(text).toMatch(/^launch +\+10,000,610\.88 /m);
  });

  it("does not turn a lead into odds that a calibrated probability would contradict", () => {
    const second = (calibrated: boolean) => explanationText(sampleExplained(), { ...ALL, calibrated }).split("\n")[1];
    expect(second(true)).toBe("spam before bad\\n\\u202ename by 6.25 nats, before calibration");
    expect(second(false)).toContain("odds of 518 to 1");
  });

  const margins: readonly (readonly [number, string])[] = [
    [0, "spam before bad\\n\\u202ename by 0.00 nats: odds of 1 to 1"],
    [7.5, "spam before bad\\n\\u202ename by 7.50 nats: odds of 1,810 to 1"],
    [-2.3, "bad\\n\\u202ename before spam by 2.30 nats: odds of 9.97 to 1"],
    [100, "spam before bad\\n\\u202ename by 100.00 nats: odds of 10^43 to 1"],
    [Number.POSITIVE_INFINITY, "spam before bad\\n\\u202ename, which is ruled out"],
    [Number.NEGATIVE_INFINITY, "bad\\n\\u202ename before spam, which is ruled out"],
  ];
  it.each(margins)("puts a lead of %d nats into words", (margin, sentence) => {
    const { explanation } = sampleExplained();
    const text = explanationText(sampleExplained({ explanation: { ...explanation, margin } }), ALL);
    expect(text.split("\n")[1]).toBe(sentence);
  });

  it("shows what is infinite as such", () => {
    const { explanation } = sampleExplained();
    const margin = Number.POSITIVE_INFINITY;
    const text = explanationText(sampleExplained({ explanation: { ...explanation, prior: margin, margin } }), ALL);
    expect(text).toMatch(/^prior +\+∞ .*█$/m);
    expect(text).toMatch(/^sum +\+∞$/m);
  });

  const last = (changes: Parameters<typeof sampleExplained>[0]) =>
    explanationText(sampleExplained(changes), ALL).trimEnd().split("\n").at(-1);

  it("says whether the terms that decide are proven to be the fewest", () => {
    const change = { label: "ham", terms: ["prize", "cash"], smallest: false };
    expect(last({ change })).toBe(
      "Without prize, cash (2 of 6 terms) it would be ham; with any one of these back it is spam again, though a smaller set may exist.",
    );
    expect(last({ change: { ...change, terms: ["prize"], smallest: true } })).toBe(
      "Without prize (1 of 6 terms) it would be ham.",
    );
    const many = Array.from({ length: 15 }, (_, n) => `t${n}`);
    expect(last({ change: { ...change, terms: many } })).toContain(", t11 and 3 more (15 of 6 terms) it would");
  });

  it("says so where no term decides, or none is known", () => {
    const change = { label: undefined, terms: [], smallest: true };
    expect(last({ change })).toBe("Whatever terms are left out, it stays spam.");
    expect(last({ change: { ...change, smallest: false } })).toBe(
      "No terms were found without which it would not be spam.",
    );
    const { explanation } = sampleExplained();
    expect(last({ change, explanation: { ...explanation, terms: [] } })).toBe("The model knows none of its terms.");
  });
});
