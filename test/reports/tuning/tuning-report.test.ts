import { describe, expect, it } from "vitest";
import { reportText } from "../../../src/reports/report-forms.js";
import { tuningJson, tuningReport, tuningRows } from "../../../src/reports/tuning/tuning-report.js";
import { sampleEvaluation } from "../sample.js";
import { CONTEXT, sampleTuning } from "./tuning-sample.js";

const TUNING = {
  xLabel: "alpha",
  series: [{ name: "multinomial", points: [{ x: 0.1, y: 0.8, low: 0.79, high: 0.81 }] }],
  json: { chosen: 0 },
  answer: "multinomial, alpha 0.1: the best",
  candidates: [
    ["classifier", "alpha", "accuracy"],
    ["multinomial", 0.1, 0.81234567],
    ["ber|noulli", 1, 0.7],
  ],
};

async function report(form: string, changes = {}): Promise<string> {
  return (await reportText(tuningReport({ ...TUNING, ...changes }), `tuning${form}`)) ?? "";
}

describe("the reports of a tuning", () => {
  it("are every candidate as CSV", async () => {
    expect(await report(".csv")).toBe("classifier,alpha,accuracy\nmultinomial,0.1,0.81234567\nber|noulli,1,0.7\n");
  });

  it("are the answer and a table as Markdown", async () => {
    expect(await report(".md")).toBe(
      [
        "# Tuning",
        "",
        "multinomial, alpha 0.1\\: the best",
        "",
        "| classifier | alpha | accuracy |",
        "| --- | ---: | ---: |",
        "| multinomial | 0.1 | 0.8123 |",
        "| ber\\|noulli | 1 | 0.7 |",
        "",
      ].join("\n"),
    );
  });

  it("are what the command prints as JSON, and a picture with its specification", async () => {
    expect(JSON.parse(await report(".json"))).toEqual({ chosen: 0 });
    expect(JSON.parse(await report(".vl.json"))).toMatchObject({ title: { text: "Tuning" } });
    expect(await report(".svg")).toContain("multinomial");
  });
});

describe("a tuning as JSON", () => {
  const classifier = { name: "multinomial", alpha: 0.3 };

  it("has every candidate, and says which was chosen and why", () => {
    const json = JSON.parse(JSON.stringify(tuningJson(sampleTuning(), CONTEXT, classifier)));
    expect(Object.keys(json)).toEqual([
      ...["corpus", "by", "protocol", "documents", "classifier", "why", "commands", "chosen", "best", "within"],
      ...["candidates", "axis", "series"],
    ]);
    expect(json).toMatchObject({
      by: "accuracy",
      protocol: { kind: "folds", folds: 5, repeats: 1, seed: 1 },
      documents: { train: 8000, test: 2000 },
      classifier,
      chosen: 1,
      best: 0,
      within: 2,
    });
    expect(json.candidates).toHaveLength(3);
    expect(json.candidates[1]).toEqual({
      classifier: "multinomial",
      alpha: 0.3,
      prior: "fit",
      tf: "count",
      idf: "none",
      idfPower: 1,
      norm: "none",
      ngrams: [1, 1],
      minCount: 1,
      minDocuments: 2,
      maxDocumentShare: 1,
      dropTop: 0,
      maxTerms: 500,
      selectBy: "count",
      scores: [0.88, 0.9],
      mean: 0.89,
      standardError: 0.01,
      interval: [0.87, 0.91],
      terms: 1234.5,
      shortfall: { mean: 0.01, standardError: 0.0125 },
    });
    expect(json.candidates[0].maxTerms).toBeNull();
    expect(json.axis).toBe("alpha");
  });

  it("has a row for each candidate, of the choices that some of them have", () => {
    const [{ candidate, ...rest }] = sampleTuning().candidates;
    const { alpha: _, ...without } = candidate;
    const first = { ...rest, candidate: { ...without, classifier: "other", maxTerms: Number.POSITIVE_INFINITY } };
    const [, second] = sampleTuning().candidates;
    const rows = tuningRows(sampleTuning({ candidates: [first, second], chosen: second }));
    const names = [
      "classifier",
      "alpha",
      "prior",
      "tf",
      "idf",
      "idf-power",
      "norm",
      "ngrams",
      "min-count",
      "min-documents",
    ];
    expect(rows[0]).toEqual([
      "accuracy",
      "low",
      "high",
      ...names,
      "max-document-share",
      "drop-top",
      "max-terms",
      "select-by",
      "terms",
      "chosen",
    ]);
    expect(rows[1].slice(3)).toEqual([
      "other",
      "",
      "fit",
      "count",
      "none",
      1,
      "none",
      "1-1",
      1,
      1,
      1,
      0,
      "all",
      "count",
      1234.5,
      "",
    ]);
    expect(rows[2].slice(3, 5)).toEqual(["multinomial", 0.3]);
    expect(rows[2].slice(-4)).toEqual([500, "count", 1234.5, "chosen"]);
  });

  it("has the figures of the test folder if there was one", () => {
    const evaluation = sampleEvaluation();
    expect(tuningJson(sampleTuning(), CONTEXT, classifier, { folder: "news/test", evaluation })).toMatchObject({
      test: {
        folder: "news/test",
        labels: evaluation.labels,
        correct: 2100,
        total: 2184,
        accuracy: evaluation.accuracy,
        accuracyInterval: evaluation.accuracyInterval,
        baselines: evaluation.baselines,
        macro: evaluation.macro,
        logLoss: evaluation.logLoss,
      },
    });
  });
});
