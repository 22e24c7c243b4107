import { describe, expect, it } from "vitest";
import { reportText } from "../../../src/reports/report-forms.js";
import { tuningJson, tuningReport, tuningRows } from "../../../src/reports/tuning/tuning-report.js";
import { sampleEvaluation } from "../sample.js";
import { CONTEXT, sampleTuning } from "./tuning-sample.js";

async function report(form: string, tuning = sampleTuning()): Promise<string> {
  return (await reportText(tuningReport(tuning, { chosen: 0 }), `tuning${form}`)) ?? "";
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

  it("are the reason for the choice and a table as Markdown, numbers on the right", async () => {
    const [title, , answer, , head, align, first] = (await report(".md")).split("\n");
    expect([title, answer]).toEqual(["# Tuning", expect.stringMatching(/^the simplest of the 2 candidates/)]);
    expect(head).toMatch(/^\| accuracy \| low \| high \| classifier \| alpha \| /);
    expect(align).toMatch(/^\| ---: \| ---: \| ---: \| --- \| ---: \| /);
    expect(first).toMatch(/^\| 0.9 \| 0.88 \| 0.92 \| multinomial \| 0.1 \| .* \| 1235 \| {2}\|$/);
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
    const protocol = { kind: "folds", folds: 5, repeats: 1, seed: 1 };
    const documents = { train: 8000, test: 2000 };
    expect(json).toMatchObject({ by: "accuracy", protocol, documents, classifier, chosen: 1, best: 0, within: 2 });
    expect(json.candidates).toHaveLength(3);
    const { candidate, ...figures } = sampleTuning().candidates[1];
    expect(json.candidates[1]).toEqual({ ...candidate, ...figures });
    expect(json.candidates[0].maxTerms).toBeNull();
    expect(json.axis).toBe("alpha");
  });

  it("has a row for each candidate, of the choices that some of them have", () => {
    const [{ candidate, ...rest }] = sampleTuning().candidates;
    const { alpha: _, ...without } = candidate;
    const first = { ...rest, candidate: { ...without, classifier: "other", maxTerms: Number.POSITIVE_INFINITY } };
    const [, second] = sampleTuning().candidates;
    const rows = tuningRows(sampleTuning({ candidates: [first, second], chosen: second }));
    expect(rows[0].join()).toBe(
      "accuracy,low,high,classifier,alpha,prior,tf,idf,idf-power,norm,ngrams,min-count,min-documents," +
        "max-document-share,drop-top,max-terms,select-by,terms,chosen",
    );
    expect(rows[1].slice(3).join()).toBe("other,,fit,count,none,1,none,1-1,1,1,1,0,all,count,1234.5,");
    expect(rows[2].slice(3, 5)).toEqual(["multinomial", 0.3]);
    expect(rows[2].slice(-4)).toEqual([500, "count", 1234.5, "chosen"]);
  });

  it("has the figures of the test folder if there was one", () => {
    const evaluation = sampleEvaluation();
    const { labels, accuracy, accuracyInterval, baselines } = evaluation;
    expect(tuningJson(sampleTuning(), CONTEXT, classifier, { folder: "news/test", evaluation })).toMatchObject({
      test: { folder: "news/test", correct: 2100, total: 2184, labels, accuracy, accuracyInterval, baselines },
    });
  });
});
