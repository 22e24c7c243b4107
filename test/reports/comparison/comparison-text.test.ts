import { describe, expect, it } from "vitest";
import { type Comparison, compare } from "../../../src/evaluation/significance/compare.js";
import { PRESETS } from "../../../src/model/presets.js";
import { comparisonJson, comparisonSentence, comparisonText } from "../../../src/reports/comparison/comparison-text.js";
import { differingProtocol, differingSettings } from "../../../src/reports/comparison/differing-settings.js";
import type { EvaluationFile } from "../../../src/reports/evaluation/evaluation-file.js";

/** An evaluation file made by hand. */
function sampleFile(changes: Partial<EvaluationFile> = {}): EvaluationFile {
  return {
    path: "a.json",
    classifier: { name: "multinomial", alpha: 1, tokenLength: [2, 256], strip: [], stem: null, minCount: 1 },
    protocol: { kind: "holdout", share: 1 / 3, repeats: 2, seed: 1 },
    documents: { train: 100, test: 50 },
    predictions: [],
    ...changes,
  };
}

/** How many tests both, only A, only B and neither got right. */
type Counts = readonly [both: number, onlyA: number, onlyB: number, neither: number];

/** A comparison by runs. Every third document is spam, the others are of a class that cannot be printed as it is. */
function sampleComparison(...runs: readonly Counts[]): Comparison {
  const tests = runs.flatMap((counts, run) =>
    counts.flatMap((count, who) =>
      Array.from({ length: count }, (_, i) => {
        const [actual, other] = i % 3 === 0 ? ["spam", "bad\n\u202ename"] : ["bad\n\u202ename", "spam"];
        return { id: `${who}/${i}`, run, actual, a: who < 2 ? actual : other, b: who % 2 ? other : actual };
      }),
    ),
  );
  const side = (which: "a" | "b") => ({
    documents: { train: 100, test: 50 },
    predictions: tests.map((test) => ({ ...test, predicted: test[which] })),
  });
  return compare(side("a"), side("b"));
}

const BETTER = sampleComparison([60, 5, 25, 10]);
const EQUAL = sampleComparison([5, 0, 0, 2]);
const A = sampleFile();
const B = sampleFile({ path: "b\n.json", classifier: { ...A.classifier, alpha: 0.1, stem: "\u001bporter" } });

describe("the answer in a sentence", () => {
  const ONE = "(paired bootstrap, 100 documents)";
  it.each<[Counts, string]>([
    [[60, 5, 25, 10], `B is better by 20.0 points, 95 % interval 10.0 to 30.0 ${ONE}`],
    [[60, 25, 5, 10], `A is better by 20.0 points, 95 % interval 10.0 to 30.0 ${ONE}`],
    [[60, 12, 18, 10], `no difference shown: B is 6.0 points above A, 95 % interval -5.0 to 16.0 ${ONE}`],
    [[60, 18, 12, 10], `no difference shown: A is 6.0 points above B, 95 % interval -5.0 to 16.0 ${ONE}`],
    [[60, 9, 9, 10], "no difference shown: A and B are right equally often, 95 % interval -9.1 to 9.1 (paired"],
    [
      [900, 0, 4, 96],
      "above A, 95 % interval 0.1 to 0.8 (paired bootstrap, 1,000 documents), but McNemar's exact p is 0.125",
    ],
    [[5, 0, 0, 2], "no difference: A and B are right about the same documents"],
  ])("says which is better, by how many points, and how that is known: %j", (counts, sentence) => {
    expect(comparisonSentence(sampleComparison(counts))).toContain(sentence);
  });

  it("names the t-test of several runs", () => {
    const runs = [41, 42, 43, 42].map((onlyB): Counts => [50, 2, onlyB, 5]);
    expect(comparisonSentence(sampleComparison(...runs))).toMatch(
      /^B is better by 40\.4 points, 95 % interval 3\d\.\d to 4\d\.\d \(corrected resampled t-test, 4 runs\)$/,
    );
  });

  it("never rounds a difference to 0.0", () => {
    const sentence = (difference: number, interval: [number, number], verdict: "none" | "B") =>
      comparisonSentence({ ...BETTER, difference, interval, verdict });
    expect(sentence(6e-4, [2e-4, 1.1e-3], "B")).toContain("B is better by 0.06 points, 95 % interval 0.02 to 0.11 (");
    expect(sentence(-4e-5, [-1.2e-4, 0], "none")).toContain("0.004 points above B, 95 % interval 0.000 to 0.012 (");
  });
});

describe("a comparison for people", () => {
  it("of several runs shows the t-test first, and how often a document is disagreed on", () => {
    const text = comparisonText(sampleComparison([30, 1, 3, 2], [30, 2, 9, 2]), A, A, 2);
    expect(text).toContain("43 documents tested, 2 runs, the same settings\n");
    expect(text).toContain(`
test                                      B - A   95 % interval      p
corrected resampled t-test                 10.9  -85.4 to 100.0  0.386  decides
paired bootstrap                           11.4     0.0 to 23.1
McNemar's exact test, each document once                         0.065
`);
    expect(text).toMatch(/\ndocument {2}actual .* runs\n2\/0 .* {5}2\n2\/1 .* {5}2\nand 9 more: /);
  });

  it("shows the five classes that differ most, and none that differs by less than a point", () => {
    const perClass = [0.5, -0.4, 0.009, 0.3, 0.2, 0.1, 0.05].map((difference, i) => {
      return { label: `class${i}`, tests: 100, a: 0.5, b: 0.5 + difference, difference, onlyA: 0, onlyB: 0 };
    });
    const text = comparisonText({ ...BETTER, perClass }, A, B, 0);
    expect(text.match(/^class\d/gm)).toEqual(["class0", "class1", "class3", "class4", "class5"]);
  });

  it("names presets in place of the settings that they fix", () => {
    const of = (preset: keyof typeof PRESETS, more = {}) => {
      const { classifier: name, ...others } = PRESETS[preset];
      return sampleFile({ classifier: { name: String(name), ...others, minCount: 1, ...more } });
    };
    const rowsOf = (a: EvaluationFile, b: EvaluationFile) =>
      comparisonText(EQUAL, a, b, 0).match(/(?<=^file .*\n)(?:.+\n)*?(?=accuracy)/m)?.[0];
    expect(rowsOf(of("mail"), of("best", { minCount: 3 }))).toMatch(/^preset +mail +best\nmin-count +1 +3\n$/);
    const plain = sampleFile({ classifier: { name: "multinomial", ngrams: [1, 3], minCount: 1 } });
    const rows = /^preset +best +none\n(?!.*candidates)(?:.*\n)*ngrams +1-2 +1-3\n/;
    expect(rowsOf(of("best"), plain)).toMatch(rows);
  });

  it("names no document if none is wanted, and says where there is none", () => {
    const text = comparisonText(BETTER, A, B, 0);
    expect(text).toMatch(/\n\n30 documents with different predictions\nand 30 more: --top 30 shows all\n$/);
    expect(comparisonText(BETTER, A, B, 30)).not.toContain(" more");
    const same = comparisonText(EQUAL, A, A, 10);
    expect(same).toMatch(/\n\nA and B predict the same class for every document\n$/);
    expect(same).not.toContain("classes that differ");
  });
});

describe("the settings in which two evaluations differ", () => {
  it("are those and no others, called as the command has them", () => {
    expect(differingSettings(A, sampleFile({ path: "b.json" }))).toEqual([]);
    const other = sampleFile({
      classifier: { ...A.classifier, name: "bernoulli", tokenLength: [2, 20], minCount: 3 },
      protocol: { kind: "holdout", share: 1 / 4, repeats: 2, seed: 1 },
      documents: { train: 110, test: 40 },
    });
    expect(differingSettings(A, other)).toEqual([
      { name: "classifier", a: "multinomial", b: "bernoulli" },
      { name: "token-length", a: [2, 256], b: [2, 20] },
      { name: "min-count", a: 1, b: 3 },
      { name: "holdout", a: 1 / 3, b: 1 / 4 },
      { name: "training documents", a: 100, b: 110 },
    ]);
  });

  it("are of the protocol its kind alone where that differs", () => {
    const folds = sampleFile({ protocol: { kind: "folds", folds: 10, repeats: 1, seed: 1 } });
    expect(differingProtocol(A, folds)).toEqual([{ name: "protocol", a: "holdout", b: "folds" }]);
  });
});

describe("a comparison as JSON", () => {
  it("has the sentence, every figure, both evaluations and the first disagreements", () => {
    const plain = sampleFile({ path: "b.json", classifier: { name: "multinomial", alpha: 1 } });
    const { disagreements, tTest: _, ...figures } = BETTER;
    const { predictions: __, path, ...sideOfB } = plain;
    const json = JSON.parse(JSON.stringify(comparisonJson(BETTER, A, plain, 2)));
    expect(Object.keys(json)).toEqual([
      ...["sentence", "verdict", "difference", "interval", "decidedBy", "accuracy", "runs", "documents", "tests"],
      ...["mcNemar", "bootstrap", "perClass", "tTest", "a", "b", "settings", "disagreements"],
    ]);
    expect(json).toMatchObject({ ...figures, sentence: comparisonSentence(BETTER), tTest: null });
    expect(json.b).toEqual({ file: path, ...sideOfB });
    expect(json.a.file).toBe("a.json");
    expect(json.settings).toContainEqual({ name: "min-count", a: 1, b: null });
    expect(json.disagreements).toEqual({ count: 30, first: disagreements.slice(0, 2) });
  });

  it("holds the t-test of several runs", () => {
    const comparison = sampleComparison([30, 1, 3, 2], [30, 1, 4, 2]);
    const tTest = { p: expect.any(Number), freedom: 1 };
    expect(comparisonJson(comparison, A, B, 0)).toMatchObject({ tTest, decidedBy: "t-test" });
  });
});
