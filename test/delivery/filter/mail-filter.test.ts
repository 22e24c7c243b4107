import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../../src/base/errors.js";
import type { FilterOptions, MessageAnswer } from "../../../src/delivery/filter/decide.js";
import { FILTER_STYLES, type FilterStyle } from "../../../src/delivery/filter/filter-styles.js";
import { filterMessage, messageClassifier } from "../../../src/delivery/filter/mail-filter.js";
import { MAX_DOCUMENT_BYTES } from "../../../src/documents/document.js";
import { train } from "../../../src/model/training.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

/** Gives these probabilities, the highest first. */
function answering(probabilities: Record<string, number>) {
  const ranking = Object.entries(probabilities)
    .map(([label, probability]) => ({ label, probability }))
    .sort((a, b) => b.probability - a.probability);
  const [{ probability }] = ranking;
  const answer: MessageAnswer = { ranking, logOdds: Math.log(probability / (1 - probability)), model: "00000000" };
  return () => answer;
}

const verdict = (probabilities: Record<string, number>, options: FilterOptions = {}) =>
  filterMessage(Buffer.from("A: b\n\n"), answering(probabilities), options).verdict;
const of = (spam: number, options: FilterOptions = {}) => verdict({ spam, ham: 1 - spam }, options);

describe("filterMessage", () => {
  it("takes the most probable class by default", () => {
    expect(of(0.51)).toMatchObject({ label: "spam", probability: 0.51, decision: "spam" });
    expect(of(0.49)).toMatchObject({ label: "ham", probability: 0.51, decision: "ham" });
    expect(verdict({ work: 0.4, home: 0.35, spam: 0.25 })).toMatchObject({ label: "work", decision: "ham" });
    expect(verdict({ work: 0.4, home: 0.6 })).toMatchObject({ label: "home", decision: undefined, spam: undefined });
  });

  it("is unsure between two cut-offs, and sure at them", () => {
    const decision = (spam: number, ...cutoffs: [number, number]) => of(spam, { cutoffs }).decision;
    const decisions = [0.2, 0.3, 0.31, 0.89, 0.9].map((p) => decision(p, 0.3, 0.9));
    expect(decisions.join(" ")).toBe("ham ham unsure unsure spam");
    expect([0.79, 0.8].map((p) => decision(p, 0.8, 0.8))).toEqual(["ham", "spam"]);
    expect(of(0.5, { cutoffs: [0.3, 0.9] })).toMatchObject({ label: undefined, probability: 0.5 });
  });

  it("names the most probable of several classes that are not spam", () => {
    const several = { spam: 0.4, work: 0.35, home: 0.25 };
    expect(verdict(several, { cutoffs: [0.9, 0.9] })).toMatchObject({ label: "work", probability: 0.35 });
    expect(verdict(several, { cutoffs: [0.3, 0.3] })).toMatchObject({ label: "spam", probability: 0.4 });
    expect(verdict(several, { spam: "home", cutoffs: [0.5, 0.5] })).toMatchObject({ label: "spam", decision: "ham" });
  });

  it("has cut-offs for each style", () => {
    const decisions = (style: FilterStyle) =>
      [0.2, 0.21, 0.79, 0.8, 0.94, 0.95].map((spam) => of(spam, { style }).decision).join(" ");
    expect(decisions("bogofilter")).toBe("ham unsure unsure unsure unsure spam");
    expect(decisions("spamassassin")).toBe("ham ham ham spam spam spam");
    expect(decisions("popfile")).toBe("ham ham spam spam spam spam");
    expect(of(0.5, { style: "bogofilter", cutoffs: [0.2, 0.4] }).decision).toBe("spam");
  });

  it("knows how far a message is from being spam where a probability has no more digits", () => {
    const tiny = verdict({ ham: 1, spam: 1e-200 });
    expect(tiny.spam?.logOdds).toBeCloseTo(-200 * Math.LN10, 6);
    expect(of(0.998).spam?.logOdds).toBeCloseTo(Math.log(0.998 / 0.002), 9);
  });

  it("asks for the class that is spam if the style needs one", () => {
    const classes = { work: 0.4, home: 0.6 };
    const message = /^spam: this model has no class "spam"; it has "home", "work"$/;
    expect(() => verdict(classes, { style: "bogofilter" })).toThrow(message);
    expect(() => verdict(classes, { style: "spamassassin" })).toThrow(UsageError);
    expect(() => verdict(classes, { cutoffs: [0.5, 0.9] })).toThrow(message);
    expect(() => of(0.5, { spam: "Spam" })).toThrow(/no class "Spam"/);
    expect(verdict(classes, { style: "popfile" }).label).toBe("home");
  });

  it("refuses wrong options", () => {
    expect(() => of(0.5, { style: "toString" as FilterStyle })).toThrow(/^style must be one of thresher, bogofilter/);
    for (const cutoffs of ["0.9,0.1", "-0.1,0.5", "0.5,1.1", "NaN,1"]) {
      const [low, high] = cutoffs.split(",").map(Number);
      expect(() => of(0.5, { cutoffs: [low, high] }), cutoffs).toThrow(/^cutoffs must be two numbers from 0 to 1/);
    }
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
  const unknown = (probabilities: Record<string, number>, options: FilterOptions = {}) => {
    const answer = { ...answering(probabilities)(), knowsWords: false };
    const { verdict, parts } = filterMessage(Buffer.from("A: b\n\n"), () => answer, options);
    return { verdict, header: Buffer.concat(parts).toString("latin1").split("\nA: b")[0] };
  };

  it.each([
    ["thresher", "X-Thresher: label=unsure; probability=0.990; model=00000000"],
    ["bogofilter", "X-Bogosity: Unsure, tests=bogofilter, spamicity=0.990000, version=thresher"],
    ["spamassassin", "X-Spam-Level: \nX-Spam-Status: No, score=0.0 required=5.0 tests=THRESHER_UNSURE"],
    ["popfile", "X-Text-Classification: unclassified"],
  ] as const)("is unsure in the style %s", (style, header) => {
    expect(unknown({ spam: 0.99, ham: 0.01 }, { style })).toMatchObject({ header, verdict: { decision: "unsure" } });
  });

  it("is unsure, too, if no class is spam", () => {
    const { verdict, header } = unknown({ work: 0.7, home: 0.3 });
    expect(verdict).toMatchObject({ label: undefined, probability: 0.7, decision: undefined });
    expect(header).toBe("X-Thresher: label=unsure; probability=0.700; model=00000000");
  });

  it("is decided if one cut-off is given", () => {
    expect(unknown({ spam: 0.99, ham: 0.01 }, { cutoffs: [0.5, 0.5] }).verdict).toMatchObject({ decision: "spam" });
    expect(unknown({ spam: 0.99, ham: 0.01 }, { cutoffs: [0.4, 0.5] }).verdict).toMatchObject({ decision: "unsure" });
  });
});

describe("the class that is spam", () => {
  it("may have any usual name", () => {
    for (const label of ["Junk", "[Gmail]/Spam", "Courrier indésirable"]) {
      expect(verdict({ [label]: 0.99, ham: 0.01 }, { style: "bogofilter" })).toMatchObject({ label, decision: "spam" });
      expect(verdict({ [label]: 0.4, ham: 0.6 })).toMatchObject({ label: "ham", decision: "ham" });
    }
  });

  it("is not guessed if several classes look like spam", () => {
    const two = { Junk: 0.5, Spam: 0.3, ham: 0.2 };
    expect(verdict(two)).toMatchObject({ label: "Junk", decision: undefined });
    expect(() => verdict(two, { style: "bogofilter" })).toThrow(
      new UsageError('spam: this model has several classes of that kind, "Junk", "Spam": choose one', {
        options: ["spam"],
      }),
    );
    expect(verdict(two, { style: "bogofilter", spam: "Spam" })).toMatchObject({ decision: "unsure" });
    expect(verdict({ Junk: 0.5, spam: 0.3, ham: 0.2 }).spam).toMatchObject({ probability: 0.3 });
  });
});

describe("messageClassifier", () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text));
  const labels = ["ham", "spam", "a\r\nX-Injected: b", "日本語", 'quote"; model=x'];
  const model = train(labels.map((label, i) => ({ id: label, label, bytes: bytes(`word${i} both`) })));
  const classify = messageClassifier({ model, id: "12345678" });

  it("answers with all classes and the model's id, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (message) => {
        const { ranking, model } = classify(message);
        expect(ranking.map(({ label }) => label).sort()).toEqual([...labels].sort());
        expect(model).toBe("12345678");
      }),
      EXAMPLES,
    );
  });

  it("looks at the beginning of a message that is larger than a document can be", () => {
    const message = Buffer.alloc(MAX_DOCUMENT_BYTES + 100, 32);
    message.write("word1");
    message.write("word0 word0 word0", MAX_DOCUMENT_BYTES + 10);
    expect(classify(message).ranking[0].label).toBe("spam");
  });

  it("makes one header of whatever a class is called", () => {
    for (const [i, label] of labels.entries()) {
      for (const style of ["thresher", "popfile"] as const) {
        const { parts, verdict } = filterMessage(bytes(`A: b\n\nword${i}`), classify, { style });
        expect(verdict.label).toBe(label);
        const header = Buffer.concat(parts).toString("latin1").split("\n\n")[0];
        const fields = header.replace(/\n[ \t]/g, " ").split("\n");
        expect(fields.map((field) => field.split(":")[0])).toEqual([FILTER_STYLES[style].names[0], "A"]);
      }
    }
  });
});
