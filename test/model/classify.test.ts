import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classify, counterfactual, explain } from "../../src/model/classify.js";
import type { TrainOptions } from "../../src/model/options.js";
import { train } from "../../src/model/training.js";
import { corpora, EXAMPLES, slowRuns, texts, trainOptions } from "../helpers/arbitraries.js";

const document = (label: string, text: string) => ({ id: `${label}/${text}`, label, bytes: Buffer.from(text) });
const CORPUS = [document("ham", "letter home letter"), document("ham", "home"), document("spam", "prize home prize")];

describe("classify", () => {
  it("gives the class, its probability and the others in order, as by hand", () => {
    const { label, probability, ranking, knownTokens } = classify(train(CORPUS), "a prize at home");
    // P(ham) 2/3, and of 3 terms: prize 1/7, home 3/7. P(spam) 1/3, prize 3/6, home 2/6.
    const ham = (2 / 3) * (1 / 7) * (3 / 7);
    const spam = (1 / 3) * (3 / 6) * (2 / 6);
    expect({ label, knownTokens }).toEqual({ label: "spam", knownTokens: 2 });
    expect(probability).toBeCloseTo(spam / (ham + spam), 12);
    expect(ranking.map((entry) => entry.label)).toEqual(["spam", "ham"]);
    expect(ranking[1].probability).toBeCloseTo(ham / (ham + spam), 12);
  });

  it("takes a string, bytes or a document, and means the same, again after any other document", () => {
    const model = train(CORPUS);
    const expected = classify(model, "letter home");
    const bytes = Buffer.from("letter home");
    for (const same of [bytes, new Uint8Array(bytes), { id: "x", bytes }]) {
      for (const other of ["", "prize prize prize", "unknown words"]) classify(model, other);
      expect(classify(model, same)).toEqual(expected);
    }
  });

  it("prefers the first of classes that are equally probable", () => {
    const model = train([document("b", "x"), document("a", "x"), document("c", "x")]);
    expect(classify(model, "").ranking.map(({ label }) => label)).toEqual(["a", "b", "c"]);
  });

  it("gives probabilities of all classes, in descending order, with sum 1, for every model and text", () => {
    fc.assert(
      fc.property(corpora, trainOptions, texts, (documents, options, text) => {
        const { label, probability, ranking } = classify(train(documents, options), text);
        expect(ranking[0]).toEqual({ label, probability });
        expect(ranking.map((entry) => entry.label).sort()).toEqual([...new Set(documents.map((d) => d.label))].sort());
        let sum = 0;
        let before = 1;
        for (const { probability } of ranking) {
          expect(probability).toBeGreaterThanOrEqual(0);
          expect(probability).toBeLessThanOrEqual(before);
          before = probability;
          sum += probability;
        }
        expect(sum).toBeCloseTo(1, 9);
      }),
      { ...EXAMPLES, numRuns: slowRuns(EXAMPLES.numRuns) },
    );
  });
});

describe("explain", () => {
  it("splits the margin into the prior and the terms, as by hand", () => {
    const { label, against, margin, prior, terms } = explain(train(CORPUS), "a prize at home, a prize");
    expect({ label, against }).toEqual({ label: "spam", against: "ham" });
    expect(prior).toBeCloseTo(Math.log(1 / 2), 12);
    expect(terms).toEqual([
      { term: "prize", count: 2, contribution: expect.closeTo(2 * Math.log(3 / 6 / (1 / 7)), 12) },
      { term: "home", count: 1, contribution: expect.closeTo(Math.log(2 / 6 / (3 / 7)), 12) },
    ]);
    expect(margin).toBeCloseTo(prior + terms[0].contribution + terms[1].contribution, 12);
  });

  it("speaks of the class that classify names, with parts that sum to the margin", () => {
    // Without smoothing, a lead can be infinite.
    const smoothed = trainOptions.filter((options) => !JSON.stringify(options).includes('"alpha":0'));
    fc.assert(
      fc.property(corpora, smoothed, texts, (documents, options, text) => {
        const model = train(documents, options);
        const { label, margin, prior, terms } = explain(model, text);
        const { ranking } = classify(model, text);
        expect(ranking[0].probability).toBe(ranking.find((entry) => entry.label === label)?.probability);
        expect(margin).toBeGreaterThanOrEqual(0);
        expect(prior + terms.reduce((sum, term) => sum + term.contribution, 0)).toBeCloseTo(margin, 8);
      }),
      { ...EXAMPLES, numRuns: slowRuns(EXAMPLES.numRuns) },
    );
  });
});

const WORDS: readonly string[] = ["classifier", "alpha", "prior", "minCount", "minDocuments", "dropTop"];

/** The options with which the terms are the words. */
function wordOptions(options: TrainOptions): TrainOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => WORDS.includes(name)));
}

describe("counterfactual", () => {
  it("names the fewest terms without which the answer is another, as by hand", () => {
    const model = train(CORPUS);
    expect(classify(model, "prize home letter").label).toBe("ham");
    expect(counterfactual(model, "prize home letter")).toEqual({ label: "spam", terms: ["letter"], smallest: true });
    expect(counterfactual(model, Buffer.from("home"))).toEqual({ label: undefined, terms: [], smallest: true });
    expect(explain(model, "prize home letter", { label: "spam" })).toMatchObject({ label: "spam", against: "ham" });
  });

  it("changes the answer of every model, if the document is written without them", () => {
    let changed = 0;
    fc.assert(
      fc.property(
        corpora,
        trainOptions,
        fc.array(fc.constantFrom("letter", "home", "prize"), { maxLength: 6 }),
        (documents, options, words) => {
          // Terms are words here, so that a text can be written without some of them.
          const model = train(documents, wordOptions(options));
          const { label, terms } = counterfactual(model, words.join(" "));
          const rest = words.filter((word) => !terms.includes(word));
          expect(classify(model, rest.join(" ")).label).toBe(label ?? classify(model, words.join(" ")).label);
          if (label !== undefined) changed++;
        },
      ),
      { ...EXAMPLES, numRuns: slowRuns(EXAMPLES.numRuns) },
    );
    expect(changed).toBeGreaterThan(3);
  });
});
