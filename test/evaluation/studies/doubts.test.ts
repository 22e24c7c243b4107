import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bernoulli } from "../../../src/classifiers/bayes/bernoulli.js";
import type { CountingClassifier } from "../../../src/classifiers/bayes/counting-classifier.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { type Classifier, probabilities } from "../../../src/classifiers/classifier.js";
import { weighted } from "../../../src/classifiers/wrappers/weighted.js";
import { findDoubts } from "../../../src/evaluation/studies/doubts.js";
import { countVectorizer } from "../../../src/features/vectorizer.js";
import type { WeightingOptions } from "../../../src/features/weighting.js";
import { folds } from "../../../src/model/fitting/splits.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";
import { lines } from "../../text/tokens.js";

type Example = Readonly<{ text: string; label: string }>;

const VECTORIZER = countVectorizer({ tokenizer: lines });
const tokensOf = (text: string) => text.split(" ").filter((word) => word !== "");
const linesOf = ({ text }: Example) => tokensOf(text).join("\n");

function dataOf(examples: readonly Example[]) {
  const labels = [...new Set(examples.map(({ label }) => label))].sort();
  const { x, vocabulary } = VECTORIZER.fit(examples.map(linesOf));
  return { x, vocabulary, labels, y: Uint32Array.from(examples, ({ label }) => labels.indexOf(label)) };
}

const doubtsOf = (examples: readonly Example[], classifier: Classifier = multinomial(), folds = 4) =>
  findDoubts(dataOf(examples), classifier, { folds });

/** Texts with a class in front: `ham: letter home`. */
const examples = (...list: readonly string[]): Example[] =>
  list.map((line) => {
    const [label, text] = line.split(": ");
    return { label, text };
  });

/** Clear cases, four of a class. */
const CLEAR = examples(
  ...[0, 1, 2, 3].map((i) => `ham: letter home lunch lunch${i}`),
  ...[0, 1, 2, 3].map((i) => `spam: prize cash winner winner${i}`),
);

/** ln P(class | document) by a model that was trained on the other folds' texts and has seen nothing else. */
function judged(all: readonly Example[], labels: readonly string[], classifier: CountingClassifier, k: number) {
  const y = all.map(({ label }) => labels.indexOf(label));
  const logs: number[][] = [];
  for (const { train, test } of folds(y, k, 1)) {
    const texts = (rows: Uint32Array) => Array.from(rows, (row) => linesOf(all[row]));
    const { x, vocabulary } = VECTORIZER.fit(texts(train));
    const model = classifier.fit({ x, y: Array.from(train, (row) => y[row]), labels });
    const found = probabilities(model, VECTORIZER.transform(texts(test), vocabulary));
    for (const [i, row] of test.entries()) logs[row] = Array.from(found[i], Math.log);
  }
  return logs;
}

function middle(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

const words = fc.array(fc.constantFrom("ant", "bee", "cat", "dog", "elk", "fox"), { maxLength: 6 });
const example = fc.record({ label: fc.constantFrom("a", "b", "c"), text: words.map((list) => list.join(" ")) });
const corpora = fc.array(example, { minLength: 4, maxLength: 12 }).filter((list) => {
  const sizes = ["a", "b", "c"].map((name) => list.filter(({ label }) => label === name).length);
  const texts = new Set(list.map(({ text }) => tokensOf(text).sort().join(" ")));
  return sizes.filter((size) => size > 1).length > 1 && !sizes.includes(1) && texts.size > 2;
});

describe("findDoubts", () => {
  it("equals models trained from scratch without the document", () => {
    fc.assert(
      fc.property(corpora, fc.constantFrom(multinomial(), bernoulli({ alpha: 0.5 })), (all, classifier) => {
        const { labels, y } = dataOf(all);
        const logs = judged(all, labels, classifier, 3);
        const margins = all.map(({ text }, row) => {
          const others = logs[row].filter((_, c) => c !== y[row]);
          const margin = Math.max(...others) - logs[row][y[row]];
          return classifier.binary ? margin : margin / (1 + tokensOf(text).length);
        });
        const { doubts, documents } = doubtsOf(all, classifier, 3);
        expect(documents).toBe(all.length);
        for (const { row, claimed, actual, logOdds, probability, score } of doubts) {
          expect(actual).toBe(y[row]);
          expect(Math.exp(logs[row][claimed])).toBeCloseTo(probability, 9);
          expect(logOdds).toBeCloseTo(logs[row][claimed] - logs[row][actual], 9);
          expect(score).toBeCloseTo(margins[row] - middle(margins.filter((_, other) => y[other] === y[row])), 9);
        }
        expect(doubts).toEqual(doubts.toSorted((a, b) => b.score - a.score));
        const listed = new Set(doubts.map(({ row }) => row));
        if (!classifier.binary) return;
        for (const [row, margin] of margins.entries())
          if (Math.abs(margin) > 1e-9) expect(listed.has(row)).toBe(margin > 0);
      }),
      EXAMPLES,
    );
  });

  it("ranks a short misfiled document before a long borderline one", () => {
    const long = `ham: ${"letter home lunch ".repeat(5)}${"prize cash winner ".repeat(8)}`;
    const all = [...CLEAR, ...CLEAR, ...CLEAR, ...examples("ham: prize cash winner", long)];
    const { doubts } = doubtsOf(all);
    expect(doubts.map(({ row }) => row)).toEqual([24, 25]);
    expect(doubts[0].logOdds).toBeLessThan(doubts[1].logOdds);
  });

  it("takes log odds per token where tokens add up, and as they are for presences and where a length divides them", () => {
    const all = [...CLEAR, ...examples("ham: prize winner now", "ham: prize winner cash now then")];
    const ranked = (options: WeightingOptions, method = multinomial()) => doubtsOf(all, weighted(method, options));
    expect(doubtsOf(all).perToken).toBe(true);
    expect(ranked({ tf: "log", idf: "smooth" }).perToken).toBe(true);
    expect(ranked({ tf: "log" }, bernoulli()).perToken).toBe(false);
    for (const { doubts, perToken } of [doubtsOf(all, bernoulli()), ranked({ idf: "smooth", norm: "l2" })]) {
      expect([perToken, doubts.length]).toEqual([false, 2]);
      const [first, second] = doubts;
      expect(first.score - second.score).toBeCloseTo(first.logOdds - second.logOdds, 12);
      for (const { evidence } of doubts) expect(evidence.length).toBeGreaterThan(0);
    }
  });

  it("explains by the strongest terms of a model that has not seen the document", () => {
    const { doubts } = doubtsOf([...CLEAR, ...examples("ham: prize prize winner lunch onlyhere")]);
    const [{ evidence }] = doubts;
    expect(evidence.map(({ term, count }) => `${count} ${term}`)).toEqual(["2 prize", "1 winner"]);
    expect(evidence[1].contribution).toBeGreaterThan(0);
    expect(evidence[0].contribution).toBeGreaterThan(evidence[1].contribution);
  });

  it("ignores documents for which only class size speaks", () => {
    const many = examples(...Array.from({ length: 12 }, (_, i) => `ham: letter home w${i}`));
    const all = [...many, ...CLEAR.slice(4), ...examples("spam: ", "spam: unheardof")];
    expect(doubtsOf(all).doubts).toEqual([]);
    // In a model of presences the absence of words is a reason.
    const absent = [16, 17].map((row) => ({ row, evidence: [] }));
    expect(doubtsOf(all, bernoulli()).doubts).toMatchObject(absent);
  });

  it("names a document of the other class with the same text", () => {
    const alike = examples("ham: cash prize", "spam: prize cash", "spam: prize cash", "ham: prize cash cash");
    const twins = doubtsOf([...CLEAR, ...alike]).doubts.map(({ row, twin }) => [row, twin]);
    expect(twins).toContainEqual([8, 9]);
    expect(twins).toContainEqual([11, undefined]);
  });

  it("does not judge the only document of a class, and says which it is", () => {
    const found = doubtsOf([...CLEAR, ...examples("odd: prize cash")]);
    expect(found).toMatchObject({ documents: 8, doubts: [], alone: [8] });
  });

  it("has finite scores even if half of a class has infinite log odds", () => {
    const all = [...CLEAR, ...examples("ham: both home", "ham: both", "spam: both", "spam: both", "spam: both cash")];
    const { doubts } = doubtsOf(all, multinomial({ alpha: 0 }), all.length);
    expect(doubts.map(({ row }) => row)).toEqual([9]);
    expect(doubts[0].score).toBeCloseTo(doubts[0].logOdds / 2, 12);
  });
});
