import { describe, expect, it } from "vitest";
import type { LearningCurve } from "../../../src/evaluation/studies/learning-curve.js";
import { curveReport } from "../../../src/reports/curve/curve-report.js";
import { reportText } from "../../../src/reports/report-forms.js";
import { sampleCurve } from "../plots/sample.js";

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
    expect(await report(".csv")).toBe(
      [
        "classifier,kind,documents,terms,accuracy,low,high,repeat 1,repeat 2,repeat 3",
        "multinomial,measured,100,5000,0.4,0.35,0.45,0.38,0.4,0.42000000000000004",
        "multinomial,measured,1000,10000,0.6,0.57,0.63,0.58,0.6,0.62",
        "multinomial,measured,10000,15000,0.75,0.74,0.76,0.73,0.75,0.77",
        "multinomial,forecast,20000,,0.79,0.77,0.81,,,",
        "'=b|noulli,measured,10,12,0.5,0.2,0.8,0.5,,",
        "",
      ].join("\n"),
    );
  });

  it("leave the interval of a forecast empty where it is not known", async () => {
    const unsure = sampleCurve({ forecast: { documents: 20, accuracy: 0.5, interval: undefined } });
    expect(await report(".csv", [unsure])).toContain("multinomial,forecast,20,,0.5,,,,,\n");
    expect(JSON.parse(await report(".vl.json", [unsure])).description).toMatch(/of 20, 50\.0 % expected\.$/);
    expect(await report(".svg", [unsure])).not.toMatch(/NaN|undefined/);
  });

  it("are a table for each classifier as Markdown, with its forecast", async () => {
    expect(await report(".md", undefined, OPTIONS)).toMatchInlineSnapshot(`
      "# Learning curve

      3 repeats, seed 1.

      Majority class: 6.0 %; random guess by class size: 5.0 %.

      ## multinomial

      | training documents | accuracy | 95 % interval | terms |
      | ---: | ---: | ---: | ---: |
      | 100 | 40.0 % | 35.0 to 45.0 % | 5,000 |
      | 1,000 | 60.0 % | 57.0 to 63.0 % | 10,000 |
      | 10,000 | 75.0 % | 74.0 to 76.0 % | 15,000 |

      Fitted: accuracy = 0.900 - 2.00 n^-0.300, n documents.

      multinomial\\: twice the documents \\(20,000\\) should give 79.0 %, +4.0 points, 95 % interval 77.0 to 81.0 %.

      ## =b\\|noulli

      | training documents | accuracy | 95 % interval | terms |
      | ---: | ---: | ---: | ---: |
      | 10 | 50.0 % | 20.0 to 80.0 % | 12 |

      =b\\|noulli\\: too few sizes for a forecast \\(three are needed\\).
      "
    `);
    expect(await report(".md", [SINGLE])).not.toMatch(/Fitted|twice|guessing/);
  });
});
