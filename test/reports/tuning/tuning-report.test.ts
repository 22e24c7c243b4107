import { describe, expect, it } from "vitest";
import { reportText } from "../../../src/reports/report-forms.js";
import { tuningJson, tuningReport } from "../../../src/reports/tuning/tuning-report.js";
import { sampleEvaluation } from "../sample.js";
import { CONTEXT, sampleTuning } from "./tuning-sample.js";

async function report(form: string, tuning = sampleTuning()): Promise<string> {
  return (await reportText(tuningReport(tuning, CONTEXT, { chosen: 0 }), `tuning${form}`)) ?? "";
}

describe("the reports of a tuning", () => {
  it("are every candidate as CSV", async () => {
    const [head, ...lines] = (await report(".csv")).trim().split("\n");
    expect(head).toMatch(/^accuracy,low,high,classifier,alpha,.*,terms,chosen$/);
    expect(lines.map((line) => line.split(",").slice(0, 5).join())).toEqual([
      "0.9,0.88,0.92,multinomial,0.1",
      "0.89,0.87,0.91,multinomial,0.3",
      "0.75,0.73,0.77,bernoulli,1",
    ]);
  });

  it("are the text of the terminal as Markdown, with all candidates", async () => {
    const text = await report(".md");
    expect(text).toMatch(/^# Tuning\n\n.*\n.*\n\| \*\*chosen\*\* \| \*\*multinomial, alpha 0.3/);
    expect(text).toContain("\n| 1 | 90.00 % |  | multinomial | 0.1 | 1 | all | 1,235 |  |\n");
  });
});

describe("a tuning as JSON", () => {
  const classifier = { name: "multinomial", alpha: 0.3 };

  it("has every candidate, and says which was chosen and why", () => {
    const json = JSON.parse(JSON.stringify(tuningJson(sampleTuning(), CONTEXT, classifier)));
    expect(Object.keys(json)).toEqual([
      ...["corpus", "by", "protocol", "documents", "classifier", "why", "commands", "chosen", "best", "within"],
      "candidates",
    ]);
    const protocol = { kind: "folds", folds: 5, repeats: 1, seed: 1 };
    const documents = { train: 8000, test: 2000 };
    expect(json).toMatchObject({ by: "accuracy", protocol, documents, classifier, chosen: 1, best: 0, within: 2 });
    expect(json.candidates).toHaveLength(3);
    const { candidate: _, ...figures } = sampleTuning().candidates[1];
    expect(json.candidates[1]).toEqual({
      ...{ classifier: "multinomial", alpha: 0.3, prior: "fit", tf: "count", idf: "none", idfPower: 1, norm: "none" },
      ...{ ngrams: [1, 1], minCount: 1, minDocuments: 2, maxDocumentShare: 1, dropTop: 0, maxTerms: 500 },
      ...{ selectBy: "count", ...figures },
    });
    expect(json.candidates[0].maxTerms).toBeNull();
  });

  it("has the figures of the test folder if there was one", () => {
    const evaluation = sampleEvaluation();
    const { labels, accuracy, accuracyInterval, baselines } = evaluation;
    expect(tuningJson(sampleTuning(), CONTEXT, classifier, { folder: "news/test", evaluation })).toMatchObject({
      test: { folder: "news/test", correct: 2100, total: 2184, labels, accuracy, accuracyInterval, baselines },
    });
  });
});
