import { describe, expect, it } from "vitest";
import type { LearningCurve } from "../../../src/evaluation/studies/measured-curves.js";
import { curveReport, curveText } from "../../../src/reports/curve/curve-text.js";
import type { EvaluatedClassifier } from "../../../src/reports/evaluation/settings-text.js";
import { reportText } from "../../../src/reports/report-forms.js";
import { width } from "../../../src/reports/terminal/terminal.js";
import { sampleCurve } from "../plots/sample.js";

const CURVES = {
  curves: ["multinomial", "bernoulli"].map((classifier) => sampleCurve({ classifier })),
  documents: { train: 10_000, test: 5000 },
  baselines: { majority: 0.06, proportional: 0.05 },
};
const CLASSIFIERS = [{ name: "multinomial", alpha: 1 }];
const PROTOCOL = { kind: "curve", share: 1 / 3, repeats: 3, seed: 1 } as const;

describe("learning curves in a terminal", () => {
  it("fit its width, with a table for each classifier where one is too broad", () => {
    for (const columns of [48, 60, 80, 120]) {
      const text = curveText(CURVES, CLASSIFIERS, PROTOCOL, { columns });
      for (const line of text.split("\n")) expect(width(line), `${columns}: ${line}`).toBeLessThanOrEqual(columns);
      expect(text.match(/^documents +terms/gm)).toHaveLength(columns < 80 ? 2 : 1);
    }
  });

  it("begin with the methods, and the options that they have in common", () => {
    const title = (...classifiers: EvaluatedClassifier[]) =>
      /^.*: multinomial, bernoulli(.*)/.exec(curveText(CURVES, classifiers, PROTOCOL))?.[1];
    const [one] = CLASSIFIERS;
    expect(title(one, one)).toBe(", alpha 1");
    expect(title(one, { name: "bernoulli", alpha: 0.1 })).toBe("");
    expect(title(one, { name: "combined" })).toBe(", alpha 1");
    expect(title(one, { name: "complement", alpha: 1, normalize: false })).toBe(", alpha 1");
    expect(title(one, { name: "complement", alpha: 1, normalize: true })).toBe(", alpha 1, normalize");
    const weighted = { ...one, tf: "log", idf: "smooth", idfPower: 2, norm: "none" };
    expect(title(weighted, weighted)).toBe(", alpha 1, tf log, idf smooth, idf-power 2");
  });
});

const SINGLE = sampleCurve({
  classifier: "=b|noulli",
  points: [{ documents: 10, accuracy: 0.5, accuracies: [0.5], interval: [0.2, 0.8], vocabulary: 12 }],
  law: undefined,
  forecast: undefined,
});
const OPTIONS = { subtitle: "3 repeats, seed 1", baselines: { majority: 0.06, proportional: 0.05 } };

async function report(form: string, curves: readonly LearningCurve[] = [sampleCurve(), SINGLE], options = {}) {
  return (await reportText(curveReport(curves, { curves }, options), `curve${form}`)) ?? "";
}

describe("the reports of learning curves", () => {
  it("are a row for each point and one for the forecast, as CSV", async () => {
    expect(await report(".csv")).toBe(`classifier,kind,documents,terms,accuracy,low,high,repeat 1,repeat 2,repeat 3
multinomial,measured,100,5000,0.4,0.35,0.45,0.38,0.4,0.42000000000000004
multinomial,measured,1000,10000,0.6,0.57,0.63,0.58,0.6,0.62
multinomial,measured,10000,15000,0.75,0.74,0.76,0.73,0.75,0.77
multinomial,forecast,20000,,0.79,0.77,0.81,,,
'=b|noulli,measured,10,12,0.5,0.2,0.8,0.5,,
`);
  });

  it("are the sections of the terminal as Markdown", async () => {
    const page = await report(".md", [sampleCurve()], OPTIONS);
    expect(page).toMatch(/^# Learning curve\n\n3 repeats, seed 1\n\n\| documents/);
    expect(page).toContain("| 1,000 | 10,000 | 60.0 % | 57.0 to 63.0 |");
    expect(page).toContain("| majority class | 6.0 % |");
    expect(page).toMatch(/\nmultinomial: twice the documents \(20,000\) should give 79\.0 %, .*\n$/);
    expect(await report(".md", [SINGLE])).not.toMatch(/twice|majority/);
  });
});
