import { describe, expect, it } from "vitest";
import {
  type EvaluationPage,
  evaluationHtml,
  labelEvaluationHtml,
} from "../../../src/reports/evaluation-page/evaluation-page.js";
import { sampleLabelEvaluation } from "../evaluation/label-sample.js";
import { sampleCurve } from "../plots/sample.js";
import { sampleEvaluation } from "../sample.js";

const LUNCH = { term: "lunch", count: 2, contribution: 13 };
const FREE = { term: "free", count: 1, contribution: -2 };

/** A report made by hand; its evaluation is the hand-made one. */
function sampleReport(changes: Partial<EvaluationPage> = {}): EvaluationPage {
  const evaluation = sampleEvaluation();
  return {
    corpus: "mail",
    evaluation,
    classifier: { name: "multinomial", alpha: 1, tokenLength: [2, 256] },
    protocol: { kind: "folds", folds: 10, repeats: 1, seed: 7 },
    ids: ["spam/1", "ham/2", "bad/3"],
    link: (id) => `./${id}`,
    command: "thresher evaluate mail --folds 10 --seed 7",
    version: "9.9.9",
    strongest: [
      { label: "ham", documents: 900, terms: [{ term: "meeting", count: 1234, strength: 0.2 }] },
      { label: "spam", documents: 700, terms: [] },
    ],
    mistakes: [
      {
        ...{ prediction: evaluation.predictions[1], margin: 12, subject: "Lunch", excerpt: "Are you free" },
        explanation: { label: "ham", against: "spam", margin: 12, prior: 1, terms: [LUNCH, FREE] },
      },
    ],
    ...changes,
  };
}

/** The text of a page: a tag is a space, a break in a name nothing. */
const textOf = (page: string) =>
  page
    .replace(/<(style|svg)[\s\S]*?<\/\1>/g, "")
    .replace(/<wbr>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, " ");

const pageWith = async (changes: Partial<EvaluationPage> = {}) => textOf(await evaluationHtml(sampleReport(changes)));
const prediction = (row: number, predicted: number, probability: number, run = 0) => {
  return { run, row, actual: row === 9 ? 1 : 0, predicted, probability };
};

describe("the page about an evaluation", () => {
  it("shows the figures, the strongest terms, the mistakes and how it was made", async () => {
    const page = await evaluationHtml(sampleReport());
    const text = textOf(page);
    for (const part of [
      "How well multinomial naive Bayes sorts mail",
      "accuracy 96.2 % 95 % interval 95.3 to 96.9 %, 2,100 of 2,184 right",
      "10 folds, seed 7",
      "ham 900 meeting 1,234 spam 700",
      "spam/1 predicted as ham, filed under spam: 163,000 times likelier Lunch Are you free for ham: lunch ×2 13.0 for spam: free 2.0",
      "1 of spam predicted as ham spam/1 50.0 %",
      "thresher evaluate mail --folds 10 --seed 7",
      "Made by Thresher 9.9.9.",
    ]) {
      expect(text).toContain(part);
    }
    expect(page).toContain('<a class="file" href="./spam/1">spam/<wbr>1</a>');
    expect(text).toContain("so its probabilities crowd near 0 and 1");
  });

  it("has no section without content", async () => {
    const evaluation = sampleEvaluation({ predictions: [sampleEvaluation().predictions[0]] });
    const text = await pageWith({ evaluation, strongest: [], mistakes: [] });
    for (const heading of ["strongest terms", "most confident mistakes", "all mistakes", "learning curve"]) {
      expect(text).not.toContain(heading);
    }
  });

  it.each([
    [{ share: 1 / 3 }, "it has its own splits, so its last point may differ slightly from the accuracy above (33.3 %"],
    [{ test: "later" }, "trained on a part of the training documents, the last one on all of them (tested on later"],
  ])("draws the learning curve of %j if there is one", async (tested, said) => {
    const curves = [sampleCurve({ classifier: "bernoulli" })];
    const protocol = { kind: "curve", ...tested, repeats: 3, seed: 1 } as const;
    const text = await pageWith({ curves: { curves, protocol } });
    expect(text).toContain(said);
    expect(text).toContain("twice the documents (20,000) should give 79.0 %, +4.0 points");
  });

  it("lists each document of a wrong cell once, the surest first, and the largest cell first", async () => {
    const predictions = [
      ...[prediction(9, 0, 0.5), prediction(3, 1, 0.6), prediction(4, 1, 0.9), prediction(5, 0, 1)],
      ...[prediction(3, 1, 0.7, 1), prediction(4, 1, 0.2, 1), prediction(2, 1, 0.9996)],
    ];
    const ids = Array.from({ length: 10 }, (_, row) => `ham/${row}`);
    const text = await pageWith({ evaluation: sampleEvaluation({ predictions }), ids, mistakes: [] });
    expect(text).toContain(
      "5 of ham predicted as spam ham/2 > 99.9 % ham/4 90.0 % 2 times ham/3 70.0 % 2 times 1 of spam predicted as ham ham/9 50.0 %",
    );
  });

  it("cuts long lists, and says so", async () => {
    const predictions = Array.from({ length: 35 }, (_, row) => prediction(row + 10, 1, 1));
    const ids = Array.from({ length: 45 }, (_, row) => `ham/${row}`);
    const report = sampleReport({ evaluation: sampleEvaluation({ predictions }), ids, mistakes: [] });
    const page = await evaluationHtml(report);
    expect(textOf(page)).toContain("35 of ham predicted as spam; the first 30 of 35 documents");
    expect(page.match(/class="file" href/g)).toHaveLength(30);
  });
});

it("the page about an evaluation of several labels shows the figures, and lists the documents that missed a label or got a wrong one", async () => {
  const { evaluation, ids } = sampleLabelEvaluation();
  const text = textOf(await labelEvaluationHtml({ ...sampleReport(), evaluation, ids }));
  for (const part of ["micro F1 0.750", "1 missed b", "1 b given wrongly"]) expect(text).toContain(part);
});
