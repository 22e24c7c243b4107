import { describe, expect, it } from "vitest";
import { FILTER_STYLES, type FilterStyle, terseLine } from "../../../src/delivery/filter/filter-styles.js";
import type { Decision, Verdict } from "../../../src/delivery/filter/verdict.js";

const verdictOf = (decision: Decision, probability: number, threshold = 0.5): Verdict => ({
  label: decision === "unsure" ? undefined : decision,
  probability: decision === "ham" ? 1 - probability : probability,
  model: "1a2b3c4d",
  decision,
  spam: { probability, logOdds: Math.log(probability / (1 - probability)), threshold },
});
const SPAM = verdictOf("spam", 0.998);
const HAM = verdictOf("ham", 0.0001);
const UNSURE = verdictOf("unsure", 0.7, 0.99);

const lines = (style: FilterStyle, verdict: Verdict) =>
  FILTER_STYLES[style].fields(verdict).map(({ name, value }) => `${name}: ${value}`);
const withOdds = (logOdds: number, isSpam: boolean, threshold = 0.5): Verdict => ({
  ...SPAM,
  decision: isSpam ? "spam" : "ham",
  spam: { probability: 0.5, logOdds, threshold },
});

describe("the styles of a filter", () => {
  const work = { ...SPAM, decision: undefined, spam: undefined, label: "rec.autos" };
  const umlaut = { ...SPAM, label: "Grüße" };
  it.each<readonly [FilterStyle, Verdict, string]>([
    ["thresher", SPAM, "X-Thresher: label=spam; probability=0.998; model=1a2b3c4d"],
    ["thresher", UNSURE, "X-Thresher: label=unsure; probability=0.700; model=1a2b3c4d"],
    ["thresher", work, "X-Thresher: label=rec.autos; probability=0.998; model=1a2b3c4d"],
    // As bogofilter -p writes it.
    ["bogofilter", SPAM, "X-Bogosity: Spam, tests=bogofilter, spamicity=0.998000, version=thresher"],
    ["bogofilter", HAM, "X-Bogosity: Ham, tests=bogofilter, spamicity=0.000100, version=thresher"],
    ["bogofilter", UNSURE, "X-Bogosity: Unsure, tests=bogofilter, spamicity=0.700000, version=thresher"],
    // A flag on spam alone, stars, and a score of three points a nat from the cut-off.
    [
      "spamassassin",
      SPAM,
      `X-Spam-Flag: YES
X-Spam-Level: ${"*".repeat(23)}
X-Spam-Status: Yes, score=23.6 required=5.0 tests=THRESHER`,
    ],
    ["spamassassin", HAM, "X-Spam-Level: \nX-Spam-Status: No, score=-22.7 required=5.0 tests=THRESHER"],
    ["popfile", SPAM, "X-Text-Classification: spam"],
    ["popfile", UNSURE, "X-Text-Classification: unclassified"],
    ["popfile", umlaut, "X-Text-Classification: =?utf-8?B?R3LDvMOfZQ==?="],
  ])("writes the fields of %s", (style, verdict, written) => {
    expect(lines(style, verdict).join("\n")).toBe(written);
    // They are removed from a message first.
    for (const { name } of FILTER_STYLES[style].fields(verdict)) expect(FILTER_STYLES[style].names).toContain(name);
  });

  it("gives spam at least the required score, and other mail less", () => {
    const infinity = Number.POSITIVE_INFINITY;
    for (const [score, odds, isSpam, threshold = 0.5] of [
      ["5.0", -1e-9, true],
      ["4.9", 1e-9, false],
      ["999.9", infinity, true],
      ["-999.9", -infinity, false],
      ["5.0", infinity, true, 1],
      ["999.9", 0, true, 0],
    ] as const) {
      expect(lines("spamassassin", withOdds(odds, isSpam, threshold)).join()).toContain(`score=${score} `);
    }
    expect(lines("spamassassin", withOdds(1000, true))[1]).toBe(`X-Spam-Level: ${"*".repeat(50)}`);
    expect(lines("spamassassin", withOdds(-1000, false))[0]).toBe("X-Spam-Level: ");
  });

  it("are short for scripts: a letter and P(spam)", () => {
    expect([SPAM, HAM, UNSURE].map(terseLine)).toEqual(["S 0.998000\n", "H 0.000100\n", "U 0.700000\n"]);
  });

  it("need to be told what is spam, where they say so", () => {
    const verdict = { ...SPAM, decision: undefined, spam: undefined };
    expect(() => lines("bogofilter", verdict)).toThrow(TypeError);
    expect(() => terseLine(verdict)).toThrow(TypeError);
  });
});
