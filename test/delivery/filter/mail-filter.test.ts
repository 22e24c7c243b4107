import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../../src/base/errors.js";
import type { FilterOptions, MessageAnswer } from "../../../src/delivery/filter/decide.js";
import { FILTER_STYLES, type FilterStyle, terseLine } from "../../../src/delivery/filter/filter-styles.js";
import { filterMessage, messageClassifier } from "../../../src/delivery/filter/mail-filter.js";
import type { Decision, Verdict } from "../../../src/delivery/filter/verdict.js";
import { MAX_DOCUMENT_BYTES } from "../../../src/documents/document.js";
import { train } from "../../../src/model/training.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

type Classes = Readonly<Record<string, number>>;

const oddsOf = (probability: number) => Math.log(probability / (1 - probability));

/** Gives these probabilities, the highest first. */
function answering(classes: Classes, knowsWords = true): () => MessageAnswer {
  const ranking = Object.entries(classes).map(([label, probability]) => ({ label, probability }));
  ranking.sort((a, b) => b.probability - a.probability);
  return () => ({ ranking, logOdds: oddsOf(ranking[0].probability), model: "00000000", knowsWords });
}

const filtered = (classes: Classes, options: FilterOptions = {}, knowsWords = true) =>
  filterMessage(Buffer.from("A: b\n\n"), answering(classes, knowsWords), options);
const verdict = (classes: Classes, options: FilterOptions = {}) => filtered(classes, options).verdict;
const of = (spam: number, options: FilterOptions = {}) => verdict({ spam, ham: 1 - spam }, options);

const SEVERAL = { spam: 0.4, work: 0.35, home: 0.25 };
const NO_SPAM = { work: 0.4, home: 0.6 };

describe("filterMessage", () => {
  it.each<readonly [string, Classes, FilterOptions, object]>([
    ["takes the most probable class", { spam: 0.51, ham: 0.49 }, {}, { label: "spam", decision: "spam" }],
    ["takes the most probable class", { spam: 0.49, ham: 0.51 }, {}, { label: "ham", probability: 0.51 }],
    ["takes the most probable class", { work: 0.4, home: 0.35, spam: 0.25 }, {}, { label: "work", decision: "ham" }],
    ["needs no class for spam", NO_SPAM, {}, { label: "home", decision: undefined, spam: undefined }],
    ["needs no class for spam", NO_SPAM, { style: "popfile" }, { label: "home" }],
    ["names the likeliest ham", SEVERAL, { cutoffs: [0.9, 0.9] }, { label: "work", probability: 0.35 }],
    ["names spam at the cut-off", SEVERAL, { cutoffs: [0.3, 0.3] }, { label: "spam", probability: 0.4 }],
    ["takes the chosen class for spam", SEVERAL, { spam: "home", cutoffs: [0.5, 0.5] }, { decision: "ham" }],
    ["is unsure between cut-offs", { spam: 0.5, ham: 0.5 }, { cutoffs: [0.3, 0.9] }, { label: undefined }],
    ["takes usual names for spam", { Junk: 0.99, ham: 0.01 }, { style: "bogofilter" }, { decision: "spam" }],
    ["takes usual names for spam", { "[Gmail]/Spam": 0.4, ham: 0.6 }, {}, { label: "ham", decision: "ham" }],
    ["takes usual names for spam", { "Courrier indésirable": 0.6, ham: 0.4 }, {}, { decision: "spam" }],
    ["guesses none of two names", { Junk: 0.5, Spam: 0.3, ham: 0.2 }, {}, { label: "Junk", decision: undefined }],
    ["takes `spam` before other names", { Junk: 0.5, spam: 0.3, ham: 0.2 }, {}, { spam: { probability: 0.3 } }],
  ])("%s: %j %j", (_, classes, options, found) => {
    expect(verdict(classes, options)).toMatchObject(found);
  });

  it("lets a limit of errors replace the cut-offs, also those of the style", () => {
    const limited = (spam: number, isUnsure: boolean, options: FilterOptions) => {
      const answer = answering({ spam, ham: 1 - spam });
      return filterMessage(Buffer.from("A: b\n\n"), () => ({ ...answer(), isUnsure }), options).verdict;
    };
    for (const style of ["thresher", "bogofilter", "spamassassin", "popfile"] as const) {
      expect(limited(0.6, false, { style })).toMatchObject({ label: "spam", decision: "spam" });
      expect(limited(0.99, true, { style })).toMatchObject({ label: undefined, decision: "unsure", isGuess: false });
    }
    const none = filterMessage(Buffer.from("A: b\n\n"), () => ({ ...answering(NO_SPAM)(), isUnsure: true }));
    expect(none.verdict.label).toBeUndefined();
  });

  it.each<readonly [string, FilterOptions, string]>([
    ["0.2 0.3 0.31 0.89 0.9", { cutoffs: [0.3, 0.9] }, "ham ham unsure unsure spam"],
    ["0.79 0.8", { cutoffs: [0.8, 0.8] }, "ham spam"],
    ["0.2 0.21 0.79 0.8 0.94 0.95", { style: "bogofilter" }, "ham unsure unsure unsure unsure spam"],
    ["0.2 0.21 0.79 0.8 0.94 0.95", { style: "spamassassin" }, "ham ham ham spam spam spam"],
    ["0.2 0.21 0.79 0.8 0.94 0.95", { style: "popfile" }, "ham ham spam spam spam spam"],
    ["0.5", { style: "bogofilter", cutoffs: [0.2, 0.4] }, "spam"],
  ])("decides at the cut-offs of the user, or of the style: %s %j", (probabilities, options, decisions) => {
    const decided = probabilities.split(" ").map((spam) => of(Number(spam), options).decision);
    expect(decided.join(" ")).toBe(decisions);
  });

  it("knows how far a message is from being spam where a probability has no more digits", () => {
    const tiny = verdict({ ham: 1, spam: 1e-200 });
    expect(tiny.spam?.logOdds).toBeCloseTo(-200 * Math.LN10, 6);
    expect(of(0.998).spam?.logOdds).toBeCloseTo(Math.log(0.998 / 0.002), 9);
  });

  it.each<readonly [Classes, FilterOptions, string]>([
    [NO_SPAM, { style: "bogofilter" }, 'spam: this model has no class "spam"; it has "home", "work"'],
    [NO_SPAM, { cutoffs: [0.5, 0.9] }, 'spam: this model has no class "spam"; it has "home", "work"'],
    [{ spam: 0.5, ham: 0.5 }, { spam: "Spam" }, 'no class "Spam"'],
    [{ Junk: 0.5, Spam: 0.5 }, { style: "bogofilter" }, 'several classes of that kind, "Junk", "Spam": choose one'],
    [SEVERAL, { style: "toString" as FilterStyle }, "style must be one of thresher, bogofilter"],
    ...[[0.9, 0.1] as const, [-0.1, 0.5] as const, [0.5, 1.1] as const, [Number.NaN, 1] as const].map(
      (cutoffs) => [SEVERAL, { cutoffs }, "cutoffs must be two numbers from 0 to 1"] as const,
    ),
  ])("refuses what it cannot decide by: %j %j", (classes, options, message) => {
    expect(() => verdict(classes, options)).toThrow(UsageError);
    expect(() => verdict(classes, options)).toThrow(message);
  });

  it("refuses the answer of a model that is damaged, or knows one class, to which everything belongs", () => {
    expect(() => of(Number.NaN)).toThrow(DataError);
    const one = 'filter: this model knows only the class "spam": let it learn another one first';
    expect(() => verdict({ spam: 1 })).toThrow(one);
  });

  it.each([
    ["X-Thresher: label=ham", "thresher"],
    ["X-Bogosity: Ham", "bogofilter"],
  ] as const)("never classifies the filter's own fields in a message: %s", (field, style) => {
    let seen = "";
    const classify = (message: Uint8Array) => {
      seen = Buffer.from(message).toString();
      return answering({ spam: 1, ham: 0 })();
    };
    filterMessage(Buffer.from(`${field}\nA: b\n\n`), classify, { style });
    expect(seen).toBe("A: b\n\n");
  });
});

describe("a message of which nothing is known", () => {
  it.each<readonly [Classes, FilterStyle, string]>([
    [{ spam: 0.99, ham: 0.01 }, "thresher", "X-Thresher: label=unsure; probability=0.990; model=00000000"],
    [{ work: 0.7, home: 0.3 }, "thresher", "X-Thresher: label=unsure; probability=0.700; model=00000000"],
    [{ spam: 0.99, ham: 0.01 }, "bogofilter", "X-Bogosity: Unsure, tests=bogofilter, spamicity=0.990000"],
    [{ spam: 0.99, ham: 0.01 }, "spamassassin", "X-Spam-Level: \nX-Spam-Status: No, score=0.0 required=5.0"],
    [{ spam: 0.99, ham: 0.01 }, "popfile", "X-Text-Classification: unclassified"],
  ])("is unsure: %j in the style %s", (classes, style, header) => {
    const { verdict, parts } = filtered(classes, { style }, false);
    expect(verdict).toMatchObject({ label: undefined, decision: "spam" in classes ? "unsure" : undefined });
    expect(Buffer.concat(parts).toString("latin1").startsWith(header)).toBe(true);
  });

  it("is decided if one cut-off is given", () => {
    const decision = (...cutoffs: [number, number]) => filtered({ spam: 0.99, ham: 0.01 }, { cutoffs }, false).verdict;
    expect([decision(0.5, 0.5).decision, decision(0.4, 0.5).decision]).toEqual(["spam", "unsure"]);
  });
});

describe("messageClassifier", () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text));
  const labels = ["ham", "spam", "a\r\nX-Injected: b", "日本語", 'quote"; model=x'];
  const model = train(labels.map((label, i) => ({ id: label, label, bytes: bytes(`word${i} both`) })));
  const classify = messageClassifier({ model, id: "12345678" });

  it("answers with all classes and the model's id, whatever the bytes", () => {
    const property = fc.property(fc.uint8Array({ maxLength: 50 }), (message) => {
      const { ranking, model } = classify(message);
      expect(ranking.map(({ label }) => label).sort()).toEqual([...labels].sort());
      expect(model).toBe("12345678");
    });
    fc.assert(property, EXAMPLES);
  });

  it("looks at the beginning of a message that is larger than a document can be", () => {
    const message = Buffer.alloc(MAX_DOCUMENT_BYTES + 100, 32);
    message.write("word1");
    message.write("word0 word0 word0", MAX_DOCUMENT_BYTES + 10);
    expect(classify(message).ranking[0].label).toBe("spam");
  });

  it.each(["thresher", "popfile"] as const)("makes one header of whatever a class is called: %s", (style) => {
    for (const [i, label] of labels.entries()) {
      const { parts, verdict } = filterMessage(bytes(`A: b\n\nword${i}`), classify, { style });
      expect(verdict.label).toBe(label);
      const header = Buffer.concat(parts).toString("latin1").split("\n\n")[0];
      const fields = header.replace(/\n[ \t]/g, " ").split("\n");
      expect(fields.map((field) => field.split(":")[0])).toEqual([FILTER_STYLES[style].names[0], "A"]);
    }
  });
});

describe("the styles of a filter", () => {
  const verdictOf = (decision: Decision, probability: number, threshold = 0.5): Verdict => ({
    label: decision === "unsure" ? undefined : decision,
    probability: decision === "ham" ? 1 - probability : probability,
    model: "1a2b3c4d",
    decision,
    spam: { probability, logOdds: oddsOf(probability), threshold },
  });
  const SPAM = verdictOf("spam", 0.998);
  const HAM = verdictOf("ham", 0.0001);
  const UNSURE = verdictOf("unsure", 0.7, 0.99);
  const WORK = { ...SPAM, decision: undefined, spam: undefined, label: "rec.autos" };
  const lines = (style: FilterStyle, verdict: Verdict) =>
    FILTER_STYLES[style].fields(verdict).map(({ name, value }) => `${name}: ${value}`);

  it.each<readonly [FilterStyle, Verdict, string]>([
    ["thresher", SPAM, "X-Thresher: label=spam; probability=0.998; model=1a2b3c4d"],
    ["thresher", UNSURE, "X-Thresher: label=unsure; probability=0.700; model=1a2b3c4d"],
    ["thresher", WORK, "X-Thresher: label=rec.autos; probability=0.998; model=1a2b3c4d"],
    // As bogofilter -p writes it.
    ["bogofilter", SPAM, "X-Bogosity: Spam, tests=bogofilter, spamicity=0.998000, version=thresher"],
    ["bogofilter", HAM, "X-Bogosity: Ham, tests=bogofilter, spamicity=0.000100, version=thresher"],
    ["bogofilter", UNSURE, "X-Bogosity: Unsure, tests=bogofilter, spamicity=0.700000, version=thresher"],
    // A flag on spam alone, stars, and a score of three points a nat from the cut-off.
    [
      "spamassassin",
      SPAM,
      `X-Spam-Flag: YES\nX-Spam-Level: ${"*".repeat(23)}\nX-Spam-Status: Yes, score=23.6 required=5.0 tests=THRESHER`,
    ],
    ["spamassassin", HAM, "X-Spam-Level: \nX-Spam-Status: No, score=-22.7 required=5.0 tests=THRESHER"],
    ["popfile", SPAM, "X-Text-Classification: spam"],
    ["popfile", UNSURE, "X-Text-Classification: unclassified"],
    ["popfile", { ...SPAM, label: "Grüße" }, "X-Text-Classification: =?utf-8?B?R3LDvMOfZQ==?="],
  ])("write the fields of %s", (style, verdict, written) => {
    expect(lines(style, verdict).join("\n")).toBe(written);
    // They are removed from a message first.
    for (const { name } of FILTER_STYLES[style].fields(verdict)) expect(FILTER_STYLES[style].names).toContain(name);
  });

  it.each([
    ["5.0", -1e-9, true, 0.5],
    ["4.9", 1e-9, false, 0.5],
    ["999.9", Number.POSITIVE_INFINITY, true, 0.5],
    ["-999.9", Number.NEGATIVE_INFINITY, false, 0.5],
    ["5.0", Number.POSITIVE_INFINITY, true, 1],
    ["999.9", 0, true, 0],
  ] as const)("give spam at least the required score, and other mail less: %s", (score, logOdds, isSpam, threshold) => {
    const spam = { probability: 0.5, logOdds, threshold };
    const written = lines("spamassassin", { ...SPAM, decision: isSpam ? "spam" : "ham", spam });
    expect(written.join()).toContain(`score=${score} `);
    // At most fifty stars, and none for less than nothing.
    const stars = Math.min(50, Math.max(0, Math.floor(Number(score))));
    expect(written).toContain(`X-Spam-Level: ${"*".repeat(stars)}`);
  });

  it("are short for scripts: a letter and P(spam), and need to be told what is spam, where they say so", () => {
    expect([SPAM, HAM, UNSURE].map(terseLine)).toEqual(["S 0.998000\n", "H 0.000100\n", "U 0.700000\n"]);
    expect(() => lines("bogofilter", WORK)).toThrow(TypeError);
    expect(() => terseLine(WORK)).toThrow(TypeError);
  });
});
